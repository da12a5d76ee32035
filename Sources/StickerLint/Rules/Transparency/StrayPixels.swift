internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  private static let size = Option(
    "size", "the largest area of a stray speck, as a share of the canvas", 0.01, .percent, in: 0...1
  )
  private static let distance = Option(
    "distance",
    "the distance from the art above which a speck is stray, as a share of the longer canvas side",
    5, .percent, in: 0...50)

  static let strayPixels = Rule(
    id: "stray-pixels",
    title: "Stray pixels far from the art",
    category: .transparency, severity: .info,
    severityReason: "Users hardly see so few pixels, and they can be a drawn detail.",
    rationale: """
      A few visible pixels are far away from the rest of the art, usually left over from erasing \
      or cutting out. They show on plain bubbles and keep tools from cropping to the art.
      """,
    fix: "Erase the stray pixels.",
    source:
      "stickerpack: islands of at most 0.01% of the canvas, more than 5% of its longer side"
      + " away",
    options: [size, distance],
    examples: [
      .fails(
        "A speck of 16 pixels in the corner",
        Sketch(Sketch.Art(specks: [PixelRect(x: 2, y: 2, width: 4, height: 4)]))),
      .passes(
        "A speck of 17 pixels, more than 0.01% of the canvas",
        Sketch(Sketch.Art(specks: [PixelRect(x: 2, y: 2, width: 17, height: 1)]))),
      .fails(
        "A speck of 17 pixels, with size set to 0.02%",
        Sketch(Sketch.Art(specks: [PixelRect(x: 2, y: 2, width: 17, height: 1)])),
        rules: ["stray-pixels": .init(options: ["size": 0.02])]),
      .passes(
        "A speck 26 px above the art, with distance set to 10%",
        Sketch(Sketch.Art(specks: [PixelRect(x: 2, y: 2, width: 4, height: 4)])),
        rules: ["stray-pixels": .init(options: ["distance": 10])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let islands = image.picture?.extent.islands, let canvas = image.canvas
      else { return [] }
      let maximumPixels = Int(Double(canvas.width * canvas.height) * options[size] / 100)
      let minimumDistance = Int(Double(max(canvas.width, canvas.height)) * options[distance] / 100)
      let art = islands.filter { $0.pixels > maximumPixels }
      let specks = islands.filter { island in
        island.pixels <= maximumPixels && !art.isEmpty
          && art.allSatisfy { island.area.distance(from: $0.area) > minimumDistance }
      }
      guard let first = specks.first else { return [] }
      return [
        Violation(
          "Found \(Text.count(specks.count, "speck")) of up to \(Text.count(first.pixels, "pixel"))"
            + " more than \(minimumDistance) px away from the art;"
            + " the largest is \(Text.area(first.area)).",
          measured: Quantity(specks.count, .value), limit: Quantity(0, .value))
      ]
    })
}

extension PixelRect {
  /// The gap between two rectangles in pixels, along the axis where it is wider.
  fileprivate func distance(from other: PixelRect) -> Int {
    max(
      other.x - (x + width), x - (other.x + other.width), other.y - (y + height),
      y - (other.y + other.height))
  }
}
