package import StickerLint
internal import Basics
internal import StickerPacks

/// A lint result as JSON Lines: a finding a line, each as the JSON report holds it, allowed ones too.
///
/// There is no line of another kind, so that every line can be read alike, files can be joined and
/// nothing found is no line. Whether the run passed is what the exit status says.
package enum JSONLinesReport {
  /// The whole report, with a newline at the end of each line.
  package static func bytes(of result: LintResult) throws -> [UInt8] {
    try result.findings.flatMap { try CanonicalJSON.line(of: FindingEntry($0)) }
  }
}
