internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// A report to write: its format and file.
struct LintReport {
  /// The format of a report.
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
  func update(from old: WatchTask.Shown?, to new: WatchTask.Shown, _ output: OutputOptions) throws {
    let text = output.textReport(style: .plain)
    func bytes(of shown: WatchTask.Shown) throws -> [UInt8] {
      try self.bytes(of: shown.contents, shown.page.map { .findings($0) }, text)
    }
    guard let file, try old.map({ try bytes(of: $0) != bytes(of: new) }) ?? true else { return }
    var new = new
    if format == .html, let page = new.page {
      new.page?.stamp = PageStamp(of: page, named: file.name.string)
    }
    try WholeFile.write(try bytes(of: new), to: file)
    // After the page, which would otherwise be loaded too early.
    if format == .html, let stamp = new.page?.stamp {
      try WholeFile.write(
        stamp.image, to: file.parent.appending(FilePath(stamp.file)), replacesImages: true)
    }
  }

  /// An HTML report.
  enum Page {
    /// A page with the findings, and with pictures of the stickers.
    case findings(LintPage)
    /// A page that compares fixed files with their originals.
    case fixes([UInt8])
  }

  /// Writes the report.
  ///
  /// - Parameter suggestion: the command for fixes in text.
  func write(
    _ contents: ReportContents, _ page: Page?, _ output: OutputOptions, suggestion: FixSuggestion?
  ) throws {
    let text = output.textReport(
      style: file == nil ? nil : .plain, suggestion: suggestion)
    let bytes = try bytes(of: contents, page, text)
    if let file { try WholeFile.write(bytes, to: file) } else { try Terminal.write(bytes) }
  }

  private func bytes(
    of contents: ReportContents, _ page: Page?, _ text: TextReport
  ) throws -> [UInt8] {
    switch (format, page) {
    case (.html, .fixes(let page)): return page
    case (.html, .findings(var page)):
      page.contents = contents
      return page.bytes()
    case (.html, nil): return LintPage(contents).bytes()
    case (.other(let format), _): return contents.bytes(as: format, text: text)
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
