internal import StickerPacks

extension Rule {
  static let sequenceFrameUnnamed = Rule(
    id: "sequence-frame-unnamed",
    title: "A sequence has an empty place for a frame",
    category: .catalog, severity: .info,
    rationale: """
      Xcode writes an empty entry, or none, when a sequence is made and its frames are not put in. Such \
      a place shows nothing.
      """,
    fix: "Put the frame in, or remove the empty entry.",
    source: "Apple, Asset Catalog Format Reference: Sticker Sequence Type; Xcode writes it",
    examples: [
      .fails(
        "An empty entry behind two frames",
        .sequence(
          [Sketch(), Sketch(Sketch.Art(width: 335))],
          list: #"{ "filename" : "1.png" }, { "filename" : "2.png" }, {}"#)),
      .passes(
        "Two frames and nothing else", .sequence([Sketch(), Sketch(Sketch.Art(width: 335))])),
    ],
    check: .pack { pack in pack.violations(of: .unnamedFrame) })
}
