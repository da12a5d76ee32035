internal import StickerModel

extension Rule {
  static let framesAsStickers = Rule(
    id: "frames-as-stickers",
    title: "A folder looks like the frames of one sticker",
    category: .pack, severity: .info,
    rationale: """
      Every folder of images is a pack, and this one lies in another pack and holds images that \
      differ in their number only. As frames they would be one animated sticker.
      """,
    fix: "List the folder as frames in the stickerpack.json above it, or move it elsewhere.",
    source: "stickerpack",
    check: .pack { pack in pack.violations(of: .looksLikeFrames) })
}
