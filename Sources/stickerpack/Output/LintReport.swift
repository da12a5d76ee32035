internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// The format of a report of findings.
enum LintFormat: NamedFormat {
  /// A page with pictures.
  case html
  /// A report without.
  case other(ReportFormat)

  static let names = ReportFormat.allCases.flatMap {
    $0 == .markdown ? [$0.rawValue, "html"] : [$0.rawValue]
  }

  var name: String {
    if case .other(let format) = self { format.rawValue } else { "html" }
  }

  init?(name: String) {
    if name == "html" {
      self = .html
    } else if let format = ReportFormat(rawValue: name) {
      self = .other(format)
    } else {
      return nil
    }
  }
}

/// An HTML report of findings.
enum LintReportPage {
  /// A page with the findings, and with pictures of the stickers.
  case findings(LintPage)
  /// A page that compares fixed files with their originals.
  case fixes([UInt8])
}

extension ReportFile<LintFormat> {
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

  /// Writes the report.
  ///
  /// - Parameter suggestion: the command for fixes in text.
  func write(
    _ contents: ReportContents, _ page: LintReportPage?, _ output: OutputOptions,
    suggestion: FixSuggestion?
  ) throws {
    let text = output.textReport(
      style: file == nil ? nil : .plain, suggestion: suggestion)
    try write(try bytes(of: contents, page, text))
  }

  private func bytes(
    of contents: ReportContents, _ page: LintReportPage?, _ text: TextReport
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
