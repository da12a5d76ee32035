package import Basics

extension LintResult {
  /// The same result with the findings marked that a baseline contains.
  ///
  /// A finding is in the baseline if everything that it concerns is: its file or, for a finding about
  /// several stickers of a pack, each of them. So a pack in which fewer stickers have a problem has no
  /// new finding. What has the recorded hash takes an entry first, up to its count; then a file that has
  /// changed since takes one that was recorded at its path, unless it measures worse. So an improved
  /// file has no new finding either. Suppressed findings are not marked. Entries that nothing takes become
  /// `staleBaselineEntries`, unless their file is outside of `places`.
  ///
  /// - Parameters:
  ///   - places: the files and folders that the run linted, as reports name them.
  ///   - ran: whether a rule ran. Entries of other rules are not stale.
  package func compared(
    with baseline: Baseline, lookedAt places: [FilePath], ran: (String) -> Bool = { _ in true }
  ) -> LintResult {
    var entries = EntryCounter(baseline)
    var result = self
    var changed: [(pack: Int, finding: Int, subjects: [Subject])] = []
    var findings = packs.map { $0.separateFindings }
    for (index, pack) in packs.enumerated() {
      let facts = FactIndex(pack.facts.files)
      for (position, finding) in pack.separateFindings.enumerated() {
        findings[index][position].isInBaseline = false
        guard finding.suppressionReason == nil, let subjects = pack.subjects(of: finding, facts)
        else { continue }
        let left = subjects.filter { !entries.takeEntry(withHashOf: $0) }
        findings[index][position].isInBaseline = left.isEmpty
        if !left.isEmpty { changed.append((index, position, left)) }
      }
    }
    for (pack, finding, subjects) in changed {
      let left = subjects.filter { !entries.takeEntry(atPathOf: $0) }
      findings[pack][finding].isInBaseline = left.isEmpty
    }
    result.packs = zip(packs, findings).map { LintedPack(facts: $0.facts, findings: $1) }
    result.staleBaselineEntries = entries.left.filter { entry in
      ran(entry.rule)
        && places.contains { FilePath(entry.file).isInside($0) }
    }
    return result
  }

  /// A baseline of all findings that are not suppressed, and the findings that it cannot contain because
  /// their file could not be read and has no hash.
  package func baseline() -> (baseline: Baseline, unhashed: [Finding]) {
    var entries: [Baseline.Entry] = []
    var unhashed: [Finding] = []
    for pack in packs {
      let facts = FactIndex(pack.facts.files)
      for finding in pack.separateFindings where finding.suppressionReason == nil {
        if let subjects = pack.subjects(of: finding, facts) {
          entries += subjects.map {
            Baseline.Entry(
              rule: $0.key.rule, hash: $0.key.hash, count: 1, file: $0.path.string,
              measured: finding.measured?.value)
          }
        } else {
          unhashed.append(finding)
        }
      }
    }
    return (Baseline(entries), unhashed)
  }
}

/// A file or pack that a finding concerns.
private struct Subject {
  var key: Baseline.Key
  var path: FilePath
  var finding: Finding

  init(_ finding: Finding, _ hash: String, _ path: FilePath) {
    key = Baseline.Key(rule: finding.rule, hash: hash)
    self.path = path
    self.finding = finding
  }

  /// Whether the finding measured something worse than an entry: further from its limit.
  func isWorse(than entry: Baseline.Entry) -> Bool {
    guard let now = finding.measured?.value, let limit = finding.limit?.value,
      let then = entry.measured
    else { return false }
    return now > limit ? now > then : now < then
  }
}

/// The entries of a baseline that no finding has taken yet.
private struct EntryCounter {
  private struct Path: Hashable {
    var rule: String
    var file: FilePath
  }

  private var entries: [Baseline.Entry]
  private let indices: [Baseline.Key: Int]
  private let indicesByPath: [Path: [Int]]

  init(_ baseline: Baseline) {
    entries = baseline.entries
    indices = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.key, $0) })
    indicesByPath = Dictionary(grouping: entries.indices) { [entries] in
      Path(rule: entries[$0].rule, file: FilePath(entries[$0].file))
    }
  }

  mutating func takeEntry(withHashOf subject: Subject) -> Bool { take(indices[subject.key]) }

  mutating func takeEntry(atPathOf subject: Subject) -> Bool {
    let path = Path(rule: subject.key.rule, file: subject.path)
    return take(
      indicesByPath[path]?.first {
        entries[$0].count > 0 && !subject.isWorse(than: entries[$0])
      })
  }

  private mutating func take(_ index: Int?) -> Bool {
    guard let index, entries[index].count > 0 else { return false }
    entries[index].count -= 1
    return true
  }

  /// The entries with the counts that nothing took.
  var left: [Baseline.Entry] { entries.filter { $0.count > 0 } }
}

extension LintedPack {
  /// The subjects of a finding; nil if a file of it could not be read and has no hash.
  ///
  /// A sticker is identified by its content. The pack itself, its lists and missing files are identified
  /// by the path within the pack and the measured value, or the message if there is none. Messages do
  /// not contain folders.
  fileprivate func subjects(
    of finding: Finding, _ files: FactIndex<[AssetFacts]>
  ) -> [Subject]? {
    if let file = files[finding.subject] {
      return file.contentHash.map { [Subject(finding, $0, finding.subject.path)] }
    }
    let stickers = finding.others.map { (path: $0.path, hash: files[$0]?.contentHash) }
    guard stickers.isEmpty || stickers.contains(where: { $0.hash == nil }) else {
      return stickers.compactMap { path, hash in hash.map { Subject(finding, $0, path) } }
    }
    let place = finding.subject.path.route(from: facts.source.location.displayPath)
    let found = finding.measured.map { "\($0.value) \($0.unit.rawValue)" } ?? finding.message
    let hash = SHA256.hexadecimal(Array("\(place)\0\(found)".utf8))
    return [Subject(finding, hash, finding.subject.path)]
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
