internal import StickerPacks

extension Rule {
  static let storeCanvas = Rule(
    id: "store-canvas",
    title: "The destination does not take the canvas",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file, or the destination scales it and blurs it.",
    rationale: """
      Some destinations take one size only, others a range; LINE requires even sides. A canvas of another size is refused \
      or scaled by the server, which blurs lines and can cut off the art.
      """,
    fix: "Export the art on a canvas that the destination takes.",
    source: "the file of the destination: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails("Another size", Sketch(), in: [.canvas: [512, 512]]),
      .fails("Larger than a limit", Sketch(), in: [.maximumCanvas: [370, 320]]),
      .fails("No side of 512 px", Sketch(), in: [.longerSide: 512]),
      .passes("The exact size", Sketch(), in: [.canvas: [408, 408]]),
      .passes(
        "A square with even sides", Sketch(), in: [.square: true, .evenSides: true]),
    ],
    check: .sticker(in: "store-canvas"))
}
