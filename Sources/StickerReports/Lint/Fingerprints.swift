internal import ImageContainers
internal import StickerLint
internal import Basics
internal import StickerPacks

extension LintResult {
  /// Each finding with a hash by which a service knows it again in another run, unlike any other of
  /// this result.
  ///
  /// It is made of the rule, the file and the part of the file. A measured value may change, other
  /// files may come, go or be renamed: the finding stays the same one. Only where all three are the
  /// same for several findings are these counted.
  var fingerprinted: [(finding: Finding, fingerprint: String)] {
    var counts: [[UInt8]: Int] = [:]
    return findings.map { finding in
      // No path holds a NUL, and only its bytes tell two names apart.
      let identity = Array("\(finding.rule)\0\(finding.file)\0\(finding.place?.part ?? "")\0".utf8)
      let count = counts[identity, default: 0] + 1
      counts[identity] = count
      return (finding, SHA256.hexadecimal(identity + Array("\(count)".utf8)))
    }
  }
}
