internal import Basics
internal import ImageContainers
internal import StickerLint
internal import StickerPacks

/// A lint result as a GitLab Code Quality report, which shows new findings in merge requests.
///
/// Suppressed and baselined findings are omitted: the format cannot express them.
package enum GitLabReport {
  /// The report. Ends in a newline.
  static func bytes(of contents: ReportContents) throws -> [UInt8] {
    try JSONStream.list(
      contents.packs.flatMap { $0.findingsPerSticker }.fingerprinted.lazy.filter {
        $0.finding.isOpen
      }
      .map(Violation.init))
  }

  private struct Violation: Encodable {
    var description: String
    var checkName: String
    var fingerprint: String
    var severity: String
    var location: Location

    enum CodingKeys: String, CodingKey {
      case checkName = "check_name"
      case description, fingerprint, severity, location
    }

    init(_ finding: Finding, _ fingerprint: String) {
      description = "\(finding.wholeMessage.withoutControls) \(finding.fix)"
      checkName = finding.rule
      self.fingerprint = fingerprint
      severity =
        switch finding.severity {
        case .error: "major"
        case .warning: "minor"
        case .info: "info"
        }
      location = Location(path: finding.file, lines: Lines(begin: finding.place?.line ?? 1))
    }
  }

  private struct Location: Encodable {
    var path: String
    // GitLab requires a line, which an image does not have.
    var lines: Lines
  }

  private struct Lines: Encodable {
    var begin: Int
  }
}
