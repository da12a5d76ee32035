internal import Basics
internal import ImageContainers
internal import StickerLint

extension Sequence<Finding> {
  /// Each finding with a hash that is unique among these and identifies the finding in later runs.
  ///
  /// It is the hash of the rule, the file and the part of the file, so it does not change with measured
  /// values or other files. Findings with the same three are numbered.
  var fingerprinted: [(finding: Finding, fingerprint: String)] {
    var counts: [String: Int] = [:]
    return map { finding in
      // No path contains a NUL.
      let text = "\(finding.rule)\0\(finding.file)\0\(finding.place?.part ?? "")\0"
      counts[text, default: 0] += 1
      return (finding, SHA256.hexadecimal(Array("\(text)\(counts[text] ?? 1)".utf8)))
    }
  }
}
