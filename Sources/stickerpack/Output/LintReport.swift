internal import ArgumentParser
internal import Basics
internal import StickerFiles
internal import StickerPages
internal import StickerReports

/// A report to write: its format and file.
struct LintReport {
  /// How a report is written.
  enum Format: Equatable {
    /// A page with pictures.
    case html
    /// A report without.
    case other(ReportFormat)
  }

  var format: Format
  /// The file to write; nil for standard output.
  var file: FilePath?

  init(_ format: Format, to file: FilePath?) {
    self.format = format
    self.file = file == "-" ? nil : file
  }

  /// Parses an argument such as `sarif=report.sarif`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let format = try Format(named: name)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError(
        "missing file; write \(name)=FILE or \(name)=-")
    }
    self.init(format, to: FilePath(String(parts[1])))
  }

  /// Writes the report of `new` unless it equals that of `old`: a report in a watched folder is a change,
  /// too. An open page notices.
  func update(from old: LintPage?, to new: LintPage, _ output: OutputOptions) throws {
    let text = output.textReport(style: .plain)
    guard let file,
      try old.map({ try bytes(of: $0, text) != bytes(of: new, text) }) ?? true
    else { return }
    var new = new
    if format == .html { new.stamp = try PageStamp(of: new, named: file.name.string) }
    try WholeFile.write(try bytes(of: new, text), to: file)
    // After the page, which would otherwise be loaded too early.
    if let stamp = new.stamp {
      try WholeFile.write(
        stamp.image, to: file.parent.appending(FilePath(stamp.file)), replacesImages: true)
    }
  }

  /// Writes the report.
  ///
  /// - Parameters:
  ///   - fixes: replaces an HTML report.
  ///   - suggestion: the command for fixes in text.
  func write(
    _ page: LintPage, _ output: OutputOptions, fixes: [UInt8]?, suggestion: FixSuggestion?
  ) throws {
    let text = output.textReport(
      style: file == nil ? nil : .plain, suggestion: suggestion)
    let bytes = try format == .html ? fixes ?? page.bytes() : bytes(of: page, text)
    if let file { try WholeFile.write(bytes, to: file) } else { try Terminal.write(bytes) }
  }

  private func bytes(of page: LintPage, _ text: TextReport) throws -> [UInt8] {
    switch format {
    case .html: try page.bytes()
    case .other(let format): try page.contents.bytes(as: format, text: text)
    }
  }
}

extension LintReport.Format {
  /// All names, for help.
  static let names = ReportFormat.allCases.flatMap {
    $0 == .markdown ? [$0.rawValue, "html"] : [$0.rawValue]
  }

  var name: String {
    if case .other(let format) = self { format.rawValue } else { "html" }
  }

  /// Finds a format by name. The error suggests the nearest one.
  init(named name: String) throws {
    if name == "html" {
      self = .html
    } else if let format = ReportFormat(rawValue: name) {
      self = .other(format)
    } else {
      let nearest = Spelling.nearest(to: name, in: Self.names)
      let advice =
        nearest.map { "did you mean \"\($0)\"?" }
        ?? "the formats are \(Self.names.joined(separator: ", "))"
      throw ValidationError("unknown format \(name.quoted); \(advice)")
    }
  }
}
