internal import Basics
internal import ImageContainers
internal import StickerLint
internal import StickerPacks

/// A lint result as a GitLab Code Quality report, which shows new findings in merge requests.
///
/// Suppressed and baselined findings are omitted: the format cannot express them.
package enum GitLabReport {
  /// The report. Ends in a newline.
  static func bytes(of contents: ReportContents) -> [UInt8] {
    let findings = contents.packs.flatMap { $0.findingsPerSticker }.fingerprinted
    return JSONStream.list(of: findings.lazy.filter { $0.finding.isOpen }) { json, entry in
      let finding = entry.finding
      json.add("check_name", finding.rule)
      json.add("description", "\(finding.wholeMessage.withoutControls) \(finding.fix)")
      json.add("fingerprint", entry.fingerprint)
      json.add("location") {
        // GitLab requires a line, which an image does not have.
        $0.add("lines") { $0.add("begin", finding.place?.line ?? 1) }
        $0.add("path", finding.file)
      }
      json.add("severity", severity(of: finding))
    }
  }

  private static func severity(of finding: Finding) -> String {
    switch finding.severity {
    case .error: "major"
    case .warning: "minor"
    case .info: "info"
    }
  }
}
