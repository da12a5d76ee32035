internal import Basics
internal import StickerLint

/// A lint result as JSON Lines: one finding per line, as in the JSON report, including suppressed ones.
///
/// There is no summary line, so all lines have the same form and files can be concatenated. The
/// exit status says whether the run passed.
package enum JSONLinesReport {
  /// The report. Each line ends in a newline.
  package static func bytes(of contents: ReportContents) throws -> [UInt8] {
    try contents.findings.fingerprinted.flatMap {
      try CanonicalJSON.line(of: FindingEntry($0.finding, fingerprint: $0.fingerprint))
    }
  }
}
