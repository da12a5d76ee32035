internal import ArgumentParser
internal import Basics
internal import StickerPacks
internal import StickerReports

/// A report to write: its format and file.
struct LintReport {
  var format: ReportFormat
  /// The file to write; nil for standard output.
  var file: FilePath?
  /// Whether it only has the number of findings of each rule.
  var isStatistics: Bool

  init(_ format: ReportFormat, to file: FilePath?, isStatistics: Bool = false) {
    self.format = format
    self.file = file == "-" ? nil : file
    self.isStatistics = isStatistics
  }

  /// Parses an argument such as `sarif=report.sarif`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let format = try ReportFormat(named: String(parts[0]))
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError(
        "missing file; write \(format.rawValue)=FILE or \(format.rawValue)=-")
    }
    self.init(format, to: FilePath(String(parts[1])))
  }

  /// Writes the report of `new` unless it equals that of `old`: a report in a watched folder is a change,
  /// too. An open page notices.
  func update(
    from old: ReportContents?, to new: ReportContents, _ output: OutputOptions
  ) throws {
    let text = output.textReport(style: .plain)
    func bytes(_ contents: ReportContents) throws -> [UInt8] {
      try contents.bytes(as: format, text: text)
    }
    guard let file, try old.map({ try bytes($0) != bytes(new) }) ?? true else { return }
    var new = new
    if format.showsImages {
      new.page.stamp = try PageStamp(of: new, named: file.name.string)
    }
    try WholeFile.write(try bytes(new), to: file)
    // After the page, which would otherwise be loaded too early.
    if let stamp = new.page.stamp {
      try WholeFile.write(
        stamp.image, to: file.parent.appending(FilePath(stamp.file)), replacesImages: true)
    }
  }

  /// Writes the report.
  ///
  /// - Parameters:
  ///   - page: replaces an HTML report.
  ///   - suggestion: which findings that `lint --fix` can fix are counted in text.
  func write(
    _ contents: ReportContents, _ output: OutputOptions, page: [UInt8]?,
    suggestion: FixSuggestion?
  ) throws {
    let text = output.textReport(
      style: file == nil ? nil : .plain, suggestion: suggestion)
    let bytes: [UInt8]
    if let page, format == .html {
      bytes = page
    } else if isStatistics {
      bytes =
        format == .json
        ? try StatisticsReport.json(of: contents)
        : Array(StatisticsReport.text(of: contents, text).utf8)
    } else if file == nil {
      return try contents.write(as: format, text: text) { try Terminal.write($0) }
    } else {
      bytes = try contents.bytes(as: format, text: text)
    }
    if let file { try WholeFile.write(bytes, to: file) } else { try Terminal.write(bytes) }
  }
}

extension ReportFormat {
  /// All names, for help.
  static let names = allCases.map(\.rawValue)

  /// Finds a format by name. The error suggests the nearest one.
  init(named name: String) throws {
    guard let format = ReportFormat(rawValue: name) else {
      let nearest = Spelling.nearest(to: name, in: Self.names)
      let advice =
        nearest.map { "did you mean \"\($0)\"?" }
        ?? "the formats are \(Self.names.joined(separator: ", "))"
      throw ValidationError("unknown format \(name.quoted); \(advice)")
    }
    self = format
  }
}
