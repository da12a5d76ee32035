internal import Basics
internal import ImageContainers
internal import StickerLint

extension Sequence<Finding> {
  /// Each finding with a hash that is unique among these and identifies the finding in later runs.
  ///
  /// It is the hash of the rule, the file and the part of the file, so it does not change with measured
  /// values or other files. Findings with the same three are numbered.
  var fingerprinted: FingerprintedFindings<Self> { FingerprintedFindings(findings: self) }
}

/// Findings with their fingerprints, which are made one by one: there can be a million.
struct FingerprintedFindings<Findings: Sequence<Finding>>: Sequence {
  fileprivate let findings: Findings

  func makeIterator() -> Iterator { Iterator(findings: findings.makeIterator()) }

  struct Iterator: IteratorProtocol {
    private var findings: Findings.Iterator
    /// The number of findings so far with one rule, file and part, by the start of the first one's hash.
    private var counts: [SIMD2<UInt64>: Int] = [:]

    fileprivate init(findings: Findings.Iterator) { self.findings = findings }

    mutating func next() -> (finding: Finding, fingerprint: String)? {
      guard let finding = findings.next() else { return nil }
      func hash(_ number: Int) -> [UInt8] {
        // No path contains a NUL.
        let text = "\(finding.rule)\0\(finding.file)\0\(finding.place?.part ?? "")\0\(number)"
        return SHA256.bytes(Array(text.utf8))
      }
      let first = hash(1)
      var key = SIMD2<UInt64>.zero
      for index in 0..<16 { key[index / 8] = key[index / 8] << 8 | UInt64(first[index]) }
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return (finding, SHA256.hexadecimal(digest: count == 1 ? first : hash(count)))
    }
  }
}
