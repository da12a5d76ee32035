internal import StickerPacks

extension Rule {
  static let storeFrames = Rule(
    id: "store-frames",
    title: "The destination does not take the frames",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file.",
    rationale: """
      Some destinations limit how many frames an animation has or how fast they follow, because phones play many stickers at \
      the same time.
      """,
    fix: "Leave out frames and make the delays of the others longer, or add frames.",
    source: "the file of the destination: `stickerpack targets ID`",
    examples: [
      .fails(
        "Fewer frames than required", Sketch(.breathing(3)),
        in: [.minimumFrames: 5, .maximumFrames: 20]),
      .fails(
        "Frames that follow too fast", Sketch(.breathing(3, milliseconds: 50)),
        in: [.maximumFrameRate: 10]),
      .passes(
        "As many frames as required", Sketch(.breathing(5)),
        in: [.minimumFrames: 5, .maximumFrames: 20, .maximumFrameRate: 10]),
    ],
    check: .sticker(in: "store-frames"))
}
