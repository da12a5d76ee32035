internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  private static let size = Option(
    "size", "the most of the canvas that a speck fills", 0.01, .percent, in: 0...1)
  private static let distance = Option(
    "distance", "how far from the art a speck is stray, as a part of the canvas's longer side", 5,
    .percent, in: 0...50)

  static let strayPixels = Rule(
    id: "stray-pixels",
    title: "Tiny specks lie far from the art",
    category: .transparency, severity: .info,
    rationale: """
      A few visible pixels lie alone at some distance from everything larger: dirt of an eraser or of a \
      cut-out. It shows on plain bubbles, and it keeps tools from cropping to the art.
      """,
    fix: "Erase the specks.",
    source: "stickerpack: islands of at most 0.01% of the canvas, a twentieth of its side away",
    options: [size, distance],
    examples: [
      .fails(
        "A speck of 16 pixels in the corner",
        Sketch(Sketch.Art(specks: [PixelRect(x: 2, y: 2, width: 4, height: 4)]))),
      .passes(
        "A speck of 17 pixels, more than 0.01% of the canvas",
        Sketch(Sketch.Art(specks: [PixelRect(x: 2, y: 2, width: 17, height: 1)]))),
      .fails(
        "A speck of 17 pixels, with specks of 0.02% looked for",
        Sketch(Sketch.Art(specks: [PixelRect(x: 2, y: 2, width: 17, height: 1)])),
        rules: ["stray-pixels": .init(options: ["size": 0.02])]),
      .passes(
        "A speck 26 px above the art's rectangle, with 10% of the side allowed",
        Sketch(Sketch.Art(specks: [PixelRect(x: 2, y: 2, width: 4, height: 4)])),
        rules: ["stray-pixels": .init(options: ["distance": 10])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let islands = image.picture?.extent.islands, let canvas = image.canvas
      else { return [] }
      let most = Int(Double(canvas.width * canvas.height) * options[size] / 100)
      let far = Int(Double(max(canvas.width, canvas.height)) * options[distance] / 100)
      let art = islands.filter { $0.pixels > most }
      let specks = islands.filter { island in
        island.pixels <= most && !art.isEmpty
          && art.allSatisfy { island.area.distance(from: $0.area) > far }
      }
      guard let first = specks.first else { return [] }
      return [
        Violation(
          "\(Text.count(specks.count, "speck")) of at most \(Text.count(first.pixels, "pixel"))"
            + " \(specks.count == 1 ? "lies" : "lie") over \(far) px from the art;"
            + " \(specks.count == 1 ? "it is" : "the largest is") \(Text.area(first.area)).",
          measured: Quantity(specks.count, .value), limit: Quantity(0, .value))
      ]
    })
}

extension PixelRect {
  /// The pixels between two rectangles, along the axis where there are more of them.
  fileprivate func distance(from other: PixelRect) -> Int {
    max(
      other.x - (x + width), x - (other.x + other.width), other.y - (y + height),
      y - (other.y + other.height))
  }
}
