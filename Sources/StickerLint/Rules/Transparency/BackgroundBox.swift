internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  static let backgroundBox = Rule(
    id: "background-box",
    title: "A background was left in",
    category: .transparency, severity: .warning,
    rationale: """
      One opaque color reaches from every edge of the canvas to the art, so the sticker is a colored \
      box that covers the message it is put on. Usually the background layer was not switched off. A \
      photo, a card or a picture in an even frame is rectangular itself and is no such box.
      """,
    fix: "Export the art without its background layer, or allow this where the box is the art.",
    source:
      "Apple, Human Interface Guidelines: \"use transparency to help people visually integrate"
      + " a sticker\"",
    examples: [
      .fails("A disc on white", Sketch(Sketch.Art(backdrop: 0xFFFFFF))),
      .passes("A disc on nothing"),
      .passes(
        "A card, which fills its rectangle", Sketch(Sketch.Art(shape: .box, backdrop: 0xFFFFFF)),
        rules: ["no-transparency": .init(level: .off)]),
    ],
    check: .image { image, _ in
      guard image.hasBackgroundBox, let box = image.picture?.background else { return [] }
      return [
        Violation(
          "The border is opaque \(Text.color(box.color)), and this color fills"
            + " \(Text.percent(box.share)) of the canvas. The art fills \(Text.percent(box.fill)) of"
            + " its \(Text.area(box.picture)); a card or a photo fills at least"
            + " \(Text.percent(BackgroundBox.card)).",
          measured: Quantity(percent: box.fill), limit: Quantity(percent: BackgroundBox.card))
      ]
    })
}

extension ImageFacts {
  /// Whether the art stands on a background of one color that it does not fill. A JPEG cannot do
  /// otherwise, which is a rule of its own.
  var hasBackgroundBox: Bool {
    guard isDecoded, format != .jpeg, let box = picture?.background else { return false }
    return box.fill < BackgroundBox.card
  }
}

extension BackgroundBox {
  /// A picture that fills this much of its own rectangle is a card or a photo.
  fileprivate static let card = 0.92

  /// How much of the canvas the background fills, 0 to 1.
  fileprivate var share: Double { Double(pixels) / Double(pixels + picturePixels) }
  /// How much of its own rectangle the picture fills, 0 to 1.
  fileprivate var fill: Double { Double(picturePixels) / Double(picture.width * picture.height) }
}
