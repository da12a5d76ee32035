internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  static let backgroundBox = Rule(
    id: "background-box",
    title: "White or colored box behind the art",
    category: .transparency, severity: .warning,
    severityReason: "Users see a box around the art on every background but one.",
    rationale: """
      A background of one opaque color fills the canvas around the art, so the sticker covers the \
      bubble below it with a box. Usually the background layer was left on. Photos, cards and \
      pictures in an even frame are rectangular themselves and are not reported.
      """,
    fix:
      "Export the art without its background layer, or suppress the finding if the box is"
      + " part of the art.",
    source:
      "Apple, Human Interface Guidelines: \"use transparency to help people visually integrate"
      + " a sticker\"",
    appliesToFrames: true,
    examples: [
      .fails("A disc on a white background", Sketch(Sketch.Art(backdrop: 0xFFFFFF))),
      .passes("A disc on a transparent canvas"),
      .passes(
        "A card, which fills its bounding box", Sketch(Sketch.Art(shape: .box, backdrop: 0xFFFFFF)),
        rules: ["no-transparency": .init(level: .off)]),
    ],
    check: .image { image, _ in
      guard let box = image.backgroundBox else { return [] }
      return [
        Violation(
          "An opaque \(Text.color(box.color)) background covers \(Text.percent(box.share)) of the"
            + " canvas, and the art fills \(Text.percent(box.fill)) of its bounding box"
            + " (a card or photo fills at least \(Text.percent(BackgroundBox.cardFill))).",
          measured: Quantity(percent: box.fill), limit: Quantity(percent: BackgroundBox.cardFill))
      ]
    })
}

extension ImageFacts {
  /// The background of one color that is visible around the art of most canvases. A JPEG always has a
  /// background, which `jpeg-no-transparency` reports.
  var backgroundBox: BackgroundBox? {
    guard isDecoded, format != .jpeg else { return nil }
    return typicalPicture { $0.background.map { $0.fill < BackgroundBox.cardFill } ?? false }?
      .background
  }
}

extension BackgroundBox {
  /// The smallest share of its bounding box that a card or photo fills.
  fileprivate static let cardFill = 0.92

  /// The share of the canvas that the background covers, 0 to 1.
  fileprivate var share: Double { Double(pixels) / Double(pixels + picturePixels) }
  /// The share of its bounding box that the art fills, 0 to 1.
  fileprivate var fill: Double { Double(picturePixels) / Double(picture.width * picture.height) }
}
