internal import ImageContainers
internal import Pixels

extension Rule {
  static let blankSticker = Rule(
    id: "blank-sticker",
    title: "Nothing can be seen",
    category: .transparency, severity: .error,
    rationale: "Every pixel of every frame is see-through, so the sticker is invisible.",
    fix: "Export the sticker again, with its layers switched on.",
    source: "stickerpack",
    examples: [
      .fails("A canvas with nothing on it", Sketch(.nothing)),
      .passes("A canvas with a disc"),
    ],
    check: .image { image, _ in
      guard image.isDecoded, image.frameAlpha.allSatisfy({ $0.visible == 0 }) else { return [] }
      return [Violation("All pixels are fully transparent.", measured: Quantity(0, .pixels))]
    })
}
