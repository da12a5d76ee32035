internal import Pixels

extension Rule {
  static let blankSticker = Rule(
    id: "blank-sticker",
    title: "Sticker is blank",
    category: .transparency, scope: .everywhere, severity: .error,
    severityReason: "Messages shows nothing in place of the sticker.",
    rationale: """
      Every pixel of every frame is fully transparent or has an alpha of less than 8, so the sticker \
      is invisible.
      """,
    fix: "Turn on the layers and export the sticker again.",
    source: "stickerpack",
    examples: [
      .fails("An empty canvas", Sketch(.nothing)),
      .passes("A canvas with a disc"),
    ],
    check: .image { image, _ in
      guard image.isDecoded, image.artArea == nil else { return nil }
      let isEmpty = image.frameAlpha.allSatisfy { $0.visible == 0 }
      return Violation(
        isEmpty
          ? "The sticker is empty: all pixels are fully transparent."
          : "The sticker looks empty: all pixels have an alpha of less than 8.",
        measured: Quantity(0, .pixels))
    })
}
