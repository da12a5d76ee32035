internal import ImageContainers
internal import StickerLint
internal import Basics
internal import StickerPacks

extension LintResult {
  /// Each finding with a hash that is unique in this result and identifies the finding in later runs.
  ///
  /// It is the hash of the rule, the file and the part of the file, so it does not change with measured
  /// values or other files. Findings with the same three are numbered.
  var fingerprinted: [(finding: Finding, fingerprint: String)] {
    var counts: [[UInt8]: Int] = [:]
    return findings.map { finding in
      // By bytes: two spellings of one name are two files. No path contains a NUL.
      let identity = Array("\(finding.rule)\0\(finding.file)\0\(finding.place?.part ?? "")\0".utf8)
      let count = counts[identity, default: 0] + 1
      counts[identity] = count
      return (finding, SHA256.hexadecimal(identity + Array("\(count)".utf8)))
    }
  }
}
