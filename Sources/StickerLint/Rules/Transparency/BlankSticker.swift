internal import ImageContainers
internal import Pixels

extension Rule {
  static let blankSticker = Rule(
    id: "blank-sticker",
    title: "Sticker is blank",
    category: .transparency, severity: .error,
    severityReason: "Messages shows nothing in place of the sticker.",
    rationale: "Every pixel of every frame is fully transparent, so the sticker is invisible.",
    fix: "Turn on the layers and export the sticker again.",
    source: "stickerpack",
    examples: [
      .fails("An empty canvas", Sketch(.nothing)),
      .passes("A canvas with a disc"),
    ],
    check: .image { image, _ in
      guard image.isDecoded, image.frameAlpha.allSatisfy({ $0.visible == 0 }) else { return [] }
      return [Violation("All pixels are fully transparent.", measured: Quantity(0, .pixels))]
    })
}
