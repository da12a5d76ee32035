internal import Basics
package import StickerLint
package import StickerPacks

/// A linted file with open findings that can be fixed.
package struct RepairTask: Sendable {
  /// The file.
  package let source: StickerSource
  /// The pack of the file.
  package let pack: PackSource
  /// The repairs of its findings, in the order in which they are applied.
  package let repairs: [Repair]
  /// The SHA-256 of the linted bytes.
  package let contentHash: String

  /// Creates a task for a file that was not linted.
  ///
  /// - Parameters:
  ///   - repairs: in any order.
  ///   - bytes: the content.
  package init(source: StickerSource, pack: PackSource, repairs: Set<Repair>, bytes: [UInt8]) {
    self.init(
      source: source, pack: pack, repairs: repairs, contentHash: HashedBytes(bytes).sha256)
  }

  fileprivate init(
    source: StickerSource, pack: PackSource, repairs: Set<Repair>, contentHash: String
  ) {
    self.source = source
    self.pack = pack
    self.repairs = Repair.allCases.filter(repairs.contains)
    self.contentHash = contentHash
  }
}

extension LintResult {
  /// The files with open findings that can be fixed, in pack order.
  ///
  /// - Parameter allowsUnsafe: whether repairs may change what viewers show.
  package func repairTasks(allowsUnsafe: Bool) -> [RepairTask] {
    packs.flatMap { pack in
      var repairs: [String: Set<Repair>] = [:]
      for finding in pack.separateFindings where finding.isOpen {
        guard let repair = finding.repair, repair.isSafe || allowsUnsafe else { continue }
        // A finding about the frames of a sequence names the others as related.
        for file in [finding.file] + finding.related {
          repairs[file, default: []].insert(repair)
        }
      }
      var seen: Set<String> = []
      return pack.facts.files.compactMap { asset -> RepairTask? in
        let file = asset.source.displayPath
        guard let wanted = repairs[file], let hash = asset.contentHash,
          asset.source.sequence == nil, seen.insert(file).inserted
        else { return nil }
        let possible = wanted.filter { $0.isPossible(for: asset) }
        guard !possible.isEmpty else { return nil }
        return RepairTask(
          source: asset.source, pack: pack.facts.source, repairs: possible, contentHash: hash)
      }
    }
  }
}
