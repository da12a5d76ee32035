internal import Basics
internal import ImageContainers
internal import StickerLint

extension Sequence<Finding> {
  /// Each finding with a hash that is unique among these and identifies the finding in later runs.
  ///
  /// It is the hash of the rule, the file and the part of the file, so it does not change with measured
  /// values or other files. Findings with the same three are numbered.
  var fingerprinted: [(finding: Finding, fingerprint: String)] {
    var counts: [Identity: Int] = [:]
    return map { finding in
      let identity = Identity(
        rule: finding.rule, file: FilePath(finding.file), part: finding.place?.part ?? "")
      let count = counts[identity, default: 0] + 1
      counts[identity] = count
      // No path contains a NUL.
      let text = "\(finding.rule)\0\(finding.file)\0\(identity.part)\0\(count)"
      return (finding, SHA256.hexadecimal(Array(text.utf8)))
    }
  }
}

/// What a finding is about.
private struct Identity: Hashable {
  var rule: String
  var file: FilePath
  var part: String
}
