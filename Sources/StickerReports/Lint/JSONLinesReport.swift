internal import Basics
internal import StickerLint

/// A lint result as JSON Lines: one finding per line, as in the JSON report, including suppressed ones.
///
/// There is no summary line, so all lines have the same form and files can be concatenated. The
/// exit status says whether the run passed.
package enum JSONLinesReport {
  /// Writes the report piece by piece. Each line ends in a newline.
  static func write(_ contents: ReportContents, to write: ([UInt8]) throws -> Void) throws {
    try JSONStream.lines(to: write, contents.findings.fingerprinted.lazy.map(FindingEntry.init))
  }
}
