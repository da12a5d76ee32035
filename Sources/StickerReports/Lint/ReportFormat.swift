internal import Basics
public import StickerLint

/// The format of a lint report.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// Text for readers.
  case text
  /// One JSON document, described by `stickerpack schema report`.
  case json
  /// A table for merge requests and job summaries.
  case markdown
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// JUnit XML, for test reports.
  case junit
  /// Workflow commands of GitHub Actions, which become annotations.
  case github
  /// Code Quality of GitLab.
  case gitlab
  /// Issues that Xcode shows in its build log.
  case xcode
}

extension LintResult {
  /// Returns the report of this result. Equal results produce equal reports.
  public func report(as format: ReportFormat) -> String {
    String(decoding: ReportContents(self).bytes(as: format), as: UTF8.self)
  }
}

extension ReportContents {
  /// Returns the report in UTF-8.
  ///
  /// - Parameter text: the layout of the `text` format.
  package func bytes(
    as format: ReportFormat, text: TextReport = TextReport(style: .plain)
  ) -> [UInt8] {
    switch format {
    case .text: Array(text.text(of: self).utf8)
    case .json: JSONReport.bytes(of: self)
    case .markdown: Array(MarkdownReport.text(of: self).utf8)
    case .sarif: SARIFReport.bytes(of: self)
    case .junit: Array(JUnitReport.text(of: self).utf8)
    case .github: Array(GitHubReport.text(of: self).utf8)
    case .gitlab: GitLabReport.bytes(of: self)
    case .xcode:
      Array(
        XcodeReport.text(of: self, in: (FilePath.currentFolder.resolved ?? .currentFolder).string)
          .utf8)
    }
  }
}
