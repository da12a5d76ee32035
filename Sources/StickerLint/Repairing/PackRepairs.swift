internal import Basics
internal import ImageContainers
internal import Pixels
internal import StickerManifest
internal import StickerPacks

extension LintResult {
  /// The files with open findings that can be fixed, in pack order.
  ///
  /// - Parameter allowsUnsafe: whether repairs may change what viewers show.
  package func repairTasks(allowsUnsafe: Bool) -> [RepairTask] {
    packs.flatMap { $0.repairTasks(allowsUnsafe: allowsUnsafe) }
  }
}

extension LintedPack {
  fileprivate func repairTasks(allowsUnsafe: Bool) -> [RepairTask] {
    var repairs: [FileID: Set<Repair>] = [:]
    for finding in separateFindings where finding.isOpen && facts.source.built == nil {
      // Including those that are not promised: their reasons are listed.
      guard let repair = Repair.ofRules[finding.rule], repair.isSafe || allowsUnsafe else {
        continue
      }
      // A finding about the frames of a sequence names the others as related.
      for file in [finding.subject] + finding.others {
        repairs[file, default: []].insert(repair)
      }
    }
    let tasks = facts.files.compactMap { asset -> RepairTask? in
      // Once: a file can be in a pack several times.
      guard let wanted = repairs.removeValue(forKey: FileID(asset.source)),
        let hash = asset.contentHash, asset.source.sequence == nil
      else { return nil }
      let possible = wanted.filter { $0.isPossible(for: asset) }
      guard !possible.isEmpty else { return nil }
      return RepairTask(
        source: asset.source, pack: facts.source, repairs: possible, contentHash: hash,
        sizeClass: facts.sizeClass(of: asset.image), layout: facts.layout)
    }
    let contents = facts.source.icons.sets.compactMap { location in
      repairs[FileID(location.displayPath)].map {
        RepairTask(contents: location, pack: facts.source, repairs: $0)
      }
    }
    return keepingOutlinesEven(tasks) + contents
  }

  /// Leaves outlines out unless all stickers of the pack need one.
  private func keepingOutlinesEven(_ tasks: [RepairTask]) -> [RepairTask] {
    let outlined = tasks.count { $0.repairs.contains(.addOutline) }
    let total = facts.source.allStickers.count
    guard facts.isShownTogether, outlined < total else { return tasks }
    let reason =
      "\(Text.number(outlined)) of \(Text.count(total, "sticker")) would get an outline;"
      + " outline the whole pack with stickerpack fit --outline 12"
    return tasks.map { $0.withholding(.addOutline, because: reason) }
  }
}

extension PackFacts {
  /// Whether the stickers are one pack, and not files that were named one by one.
  fileprivate var isShownTogether: Bool { source.kind != .files }
}
