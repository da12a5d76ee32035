internal import StickerModel

extension Rule {
  static let sequenceNotChecked = Rule(
    id: "sequence-not-checked",
    title: "A sticker sequence is not judged",
    category: .pack, severity: .info,
    rationale: """
      Xcode assembles a sequence into an animation of its own, whose size is not known before. Its \
      frames are no stickers, so the rules do not apply to them.
      """,
    fix: "Assemble the frames into an APNG, whose size is then known and checked.",
    source: "Apple, Asset Catalog Format Reference: Sticker Sequence Type",
    check: .pack { pack in pack.violations(of: .sequence) })
}
