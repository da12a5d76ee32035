internal import ImageContainers
internal import Basics
internal import StickerPacks

extension LintResult {
  /// The same result with the findings marked that a baseline contains.
  ///
  /// Of several findings with the same key, the first ones in report order are marked, up to the entry's
  /// count. Suppressed findings are not marked. Entries without a finding become
  /// `staleBaselineEntries`, unless their file is outside of `places`.
  ///
  /// - Parameters:
  ///   - places: the files and folders that the run linted, as reports name them.
  ///   - ran: whether a rule ran. Entries of other rules are not stale.
  package func compared(
    with baseline: Baseline, lookedAt places: [String], ran: (String) -> Bool = { _ in true }
  ) -> LintResult {
    var left = Dictionary(
      baseline.entries.map { (Baseline.Key(rule: $0.rule, hash: $0.hash), $0.count) },
      uniquingKeysWith: { first, _ in first })
    var result = self
    for index in packs.indices {
      let hashes = packs[index].hashes
      result.packs[index].findings = packs[index].findings.map { finding in
        var finding = finding
        finding.isInBaseline = false
        guard finding.suppressionReason == nil, let key = packs[index].key(of: finding, hashes),
          let count = left[key], count > 0
        else { return finding }
        left[key] = count - 1
        finding.isInBaseline = true
        return finding
      }
    }
    result.staleBaselineEntries = baseline.entries.compactMap { entry in
      let count = left[Baseline.Key(rule: entry.rule, hash: entry.hash)] ?? 0
      guard count > 0, ran(entry.rule),
        places.contains(where: { FilePath(entry.file).isInside(FilePath($0)) })
      else { return nil }
      var entry = entry
      entry.count = count
      return entry
    }
    return result
  }

  /// A baseline of all findings that are not suppressed, and the findings that it cannot contain because
  /// their file could not be read and has no hash.
  package func baseline() -> (baseline: Baseline, unhashed: [Finding]) {
    var entries: [Baseline.Entry] = []
    var unhashed: [Finding] = []
    for pack in packs {
      let hashes = pack.hashes
      for finding in pack.findings where finding.suppressionReason == nil {
        if let key = pack.key(of: finding, hashes) {
          entries.append(
            Baseline.Entry(rule: key.rule, hash: key.hash, count: 1, file: finding.file))
        } else {
          unhashed.append(finding)
        }
      }
    }
    return (Baseline(entries), unhashed)
  }
}

extension LintedPack {
  fileprivate var hashes: [FilePath: String?] {
    Dictionary(
      facts.files.map { ($0.source.location.displayPath, $0.contentHash) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The key of a finding in a baseline; nil if its file could not be read.
  ///
  /// A finding about a sticker is identified by the file's content. A finding about the pack, its lists
  /// or a missing file is identified by its path within the pack and the measured value, or the
  /// message if there is none. Messages do not contain folders.
  fileprivate func key(of finding: Finding, _ hashes: [FilePath: String?]) -> Baseline.Key? {
    if let hash = hashes[FilePath(finding.file)] {
      return hash.map { Baseline.Key(rule: finding.rule, hash: $0) }
    }
    let place = FilePath(finding.file).route(from: facts.source.location.displayPath)
    let found = finding.measured.map { "\($0.value) \($0.unit.rawValue)" } ?? finding.message
    return Baseline.Key(
      rule: finding.rule, hash: SHA256.hexadecimal(Array("\(place)\0\(found)".utf8)))
  }
}

extension FilePath {
  /// The path relative to a folder. It may begin with `..`, since a catalog is above its packs. Folders
  /// above both are not part of it and can be renamed.
  fileprivate func route(from folder: FilePath) -> String {
    let from = folder == .currentFolder ? [] : folder.components
    let common = zip(components, from).prefix { $0 == $1 }.count
    let steps =
      Array(repeating: "..", count: from.count - common)
      + components.dropFirst(common).map { String(decoding: $0, as: UTF8.self) }
    return steps.joined(separator: "/")
  }
}
