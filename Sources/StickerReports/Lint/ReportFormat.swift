internal import Basics
public import StickerLint

/// The format of a lint report.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// Text for readers.
  case text
  /// One JSON document, described by `stickerpack schema report`.
  case json
  /// One JSON object for each finding, each on a line.
  case jsonl
  /// A table for merge requests and job summaries.
  case markdown
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// JUnit XML, for test reports.
  case junit
  /// Checkstyle XML.
  case checkstyle
  /// Workflow commands of GitHub Actions, which become annotations.
  case github
  /// Code Quality of GitLab.
  case gitlab
  /// Issues that Xcode shows in its build log.
  case xcode
}

extension LintResult {
  /// Returns the report of this result. Equal results produce equal reports.
  ///
  /// - Throws: `EncodingError` if a measured number is not finite, which no rule reports.
  public func report(as format: ReportFormat) throws -> String {
    String(
      decoding: try ReportContents(self).bytes(as: format),
      as: UTF8.self)
  }
}

extension ReportContents {
  /// Returns the report in UTF-8.
  ///
  /// - Parameter text: the layout of the `text` format.
  package func bytes(
    as format: ReportFormat, text: TextReport = TextReport(style: .plain)
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try write(as: format, text: text) { bytes += $0 }
    return bytes
  }

  /// Writes the report in UTF-8. Formats for programs are written piece by piece: the report of a large
  /// tree takes more memory than the findings.
  ///
  /// - Parameters:
  ///   - text: the layout of the `text` format.
  ///   - write: called with each piece.
  package func write(
    as format: ReportFormat, text: TextReport, to write: @escaping ([UInt8]) throws -> Void
  ) throws {
    switch format {
    case .text: try write(Array(text.text(of: self).utf8))
    case .json: try JSONReport.write(self, to: write)
    case .jsonl: try JSONLinesReport.write(self, to: write)
    case .markdown: try write(Array(MarkdownReport.text(of: self).utf8))
    case .sarif: try SARIFReport.write(self, to: write)
    case .junit: try write(Array(JUnitReport.text(of: self).utf8))
    case .checkstyle: try write(Array(CheckstyleReport.text(of: self).utf8))
    case .github: try write(Array(GitHubReport.text(of: self).utf8))
    case .gitlab: try GitLabReport.write(self, to: write)
    case .xcode:
      let folder = (FilePath.currentFolder.resolved ?? .currentFolder).string
      try write(Array(XcodeReport.text(of: self, in: folder).utf8))
    }
  }
}
