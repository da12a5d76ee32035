internal import Basics
package import StickerFit
package import StickerPacks

/// A linted file with open findings that can be fixed.
package struct RepairTask: Sendable {
  /// The file.
  package let source: StickerSource
  /// The pack of the file.
  package let pack: PackSource
  /// The repairs of its findings, in the order in which they are applied.
  package private(set) var repairs: [Repair]
  /// The repairs of its findings that are left out because of the rest of the pack.
  private(set) var withheld: [RepairedFile.Problem] = []
  /// The SHA-256 of the linted bytes; nil for the `Contents.json` of an icon set, which is not an image.
  package let contentHash: String?
  /// The size class to which the file is scaled.
  let sizeClass: SizeClass
  /// The layout that the stickers of the pack have in common.
  package let layout: PackLayout

  /// Creates a task. The repairs are in any order.
  package init(
    source: StickerSource, pack: PackSource, repairs: Set<Repair>, contentHash: String?,
    sizeClass: SizeClass? = nil, layout: PackLayout = PackLayout()
  ) {
    self.source = source
    self.pack = pack
    self.repairs = Repair.all.filter(repairs.contains)
    self.contentHash = contentHash
    self.sizeClass = sizeClass ?? layout.sizeClass
    self.layout = layout
  }

  /// Creates a task for the `Contents.json` of an icon set.
  init(contents: Location, pack: PackSource, repairs: Set<Repair>) {
    self.init(
      source: StickerSource(.icon, id: contents.path.stem, at: contents), pack: pack,
      repairs: repairs, contentHash: nil)
  }

  /// Returns the task without a repair, which is listed with the reason.
  ///
  /// - Parameter reason: part of a sentence.
  func withholding(_ repair: Repair, because reason: String) -> RepairTask {
    guard repairs.contains(repair) else { return self }
    var task = self
    task.repairs.removeAll { $0 == repair }
    task.withheld.append(.init(repair: repair, reason: reason))
    return task
  }
}
