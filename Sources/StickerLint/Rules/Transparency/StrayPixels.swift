internal import Basics
internal import Pixels

extension Rule {
  private static let size = Option(
    "size", "the largest area of a stray speck, as a share of the canvas", 0.03, .percent, in: 0...1
  )
  private static let distance = Option(
    "distance",
    "the distance from the art above which a speck is stray, as a share of the longer canvas side",
    1.8, .percent, in: 0...50)
  private static let count = Option(
    "count", "the largest number of stray specks; more are drawn, as snow or confetti", 50, .value,
    in: 1...1000)

  static let strayPixels = Rule(
    id: "stray-pixels",
    title: "Stray pixels far from the art",
    category: .transparency, scope: .everywhere, severity: .info,
    severityReason: "Users hardly see so few pixels, and they can be a drawn detail.",
    rationale: """
      A few visible pixels are far away from the rest of the art, usually left over from erasing \
      or cutting out. They show on plain bubbles and keep tools from cropping to the art. Specks \
      of one or two pixels and an alpha of less than 32 are not seen. Lines, stars and specks that move with an \
      animation are drawn, and so is a speck beside a line or a larger spot of about its color and up to \
      8 times its size, such as the dot of a letter, confetti or a motion line. Three specks of about one size and color near \
      each other are drawn, as in an ellipsis. Beside a single drawing, a piece that an edge of the canvas cuts off is usually what is left of \
      its neighbor on a sheet, and a thin white or gray one of a border. Around art with a white die-cut border, a white spot two to four times as wide as the border \
      is reported at any distance: that is the border of a leftover speck.
      """,
    fix: "Erase the stray pixels.",
    source:
      "stickerpack: compact islands of at most 0.03% of the canvas, more than 1.8% of its longer"
      + " side away, unlike each drawn mark, at the same place in most frames; and up to three pieces beside one drawing",
    options: [size, distance, count],
    examples: [
      .fails("A speck of 16 pixels in the corner", Sketch(Sketch.Art(specks: [smallSpeck]))),
      .passes(
        "A speck of 50 pixels, more than 0.03% of the canvas",
        Sketch(Sketch.Art(specks: [largeSpeck]))),
      .fails(
        "A speck of 50 pixels, with size set to 0.04%", Sketch(Sketch.Art(specks: [largeSpeck])),
        rules: ["stray-pixels": .init(options: ["size": 0.04])]),
      .passes(
        "A speck 26 px above the art, with distance set to 10%",
        Sketch(Sketch.Art(specks: [smallSpeck])),
        rules: ["stray-pixels": .init(options: ["distance": 10])]),
      .passes(
        "Two specks, with count set to 1",
        Sketch(Sketch.Art(specks: [smallSpeck, PixelRect(x: 402, y: 2, width: 4, height: 4)])),
        rules: ["stray-pixels": .init(options: ["count": 1])]),
      .passes(
        "A speck of 16 pixels below a line of the same color, as in an exclamation mark",
        Sketch(
          Sketch.Art(specks: [
            PixelRect(x: 8, y: 4, width: 3, height: 14),
            PixelRect(x: 8, y: 21, width: 4, height: 4),
          ]))),
      .passes(
        "Two specks of 25 pixels, as in confetti",
        Sketch(
          Sketch.Art(specks: [
            PixelRect(x: 2, y: 2, width: 5, height: 5),
            PixelRect(x: 400, y: 2, width: 5, height: 5),
          ]))),
      .passes(
        "Three dots of about one size in a row",
        Sketch(
          Sketch.Art(
            specks: [(180, 3), (192, 4), (204, 4)].map {
              PixelRect(x: $0.0, y: 390, width: $0.1, height: 3)
            }))),
      .fails(
        "A piece that the right edge cuts off",
        Sketch(Sketch.Art(specks: [PixelRect(x: 396, y: 180, width: 12, height: 60)]))),
      .passes(
        "Three such pieces, which are drawn",
        Sketch(
          Sketch.Art(
            specks: [100, 180, 260].map { PixelRect(x: 396, y: $0, width: 12, height: 60) })),
        rules: ["clipped-art": .init(level: .off)]),
      .passes(
        "A line of 39 pixels",
        Sketch(Sketch.Art(specks: [PixelRect(x: 2, y: 2, width: 3, height: 13)]))
      ),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let canvas = image.canvas, let picture = image.picture else {
        return nil
      }
      let maximumPixels = Int(clamping: Double(canvas.width * canvas.height) * options[size] / 100)
      let minimumDistance = Int(
        clamping: Double(max(canvas.width, canvas.height)) * options[distance] / 100)
      func specks(in picture: PictureFacts) -> [ArtExtent.Island] {
        guard let islands = picture.extent.islands else { return [] }
        let art = islands.prefix { $0.pixels > maximumPixels }
        // Dust has about one color too, but is smaller than what is drawn.
        let dust = max(maximumPixels / 3, ArtExtent.Island.seenPixels)
        return islands.dropFirst(art.count).filter { island in
          island.pixels >= ArtExtent.Island.seenPixels && island.isCompact && !art.isEmpty
            && art.allSatisfy { island.area.distance(from: $0.area) > minimumDistance }
            && !islands.contains {
              $0 != island && $0.resembles(island)
                && (!$0.isCompact || $0.pixels > dust)
            }
            && islands.count { $0 != island && $0.isNext(toLike: island) } < 2
        } + picture.leftovers
      }
      let stray = Set(image.inMostPictures(specks)).sorted {
        ($1.pixels, $0.area.y, $0.area.x) < ($0.pixels, $1.area.y, $1.area.x)
      }
      guard let first = stray.first, stray.count <= options[whole: count] else { return nil }
      let noun = first.pixels > maximumPixels ? "piece" : "speck"
      return Violation(
        (stray.count == 1
          ? "A \(noun) of \(Text.count(first.pixels, "pixel")) is beside the art, "
          : "\(Text.count(stray.count, noun)) are beside the art; the largest, of"
            + " \(Text.count(first.pixels, "pixel")), is ")
          + Text.position(of: first.area, in: canvas) + ".",
        in: stray.map { image.region($0.area, inFrame: picture.frame, showing: .island($0)) },
        measured: Quantity(stray.count, .value), limit: Quantity(0, .value))
    })

  private static let smallSpeck = PixelRect(x: 2, y: 2, width: 4, height: 4)
  private static let largeSpeck = PixelRect(x: 2, y: 2, width: 10, height: 5)
}

extension ArtExtent.Island {
  /// Whether another speck has about its color, is about as large, and at most eight times its size away.
  fileprivate func isNext(toLike other: Self) -> Bool {
    resembles(other) && max(pixels, other.pixels) * 2 <= min(pixels, other.pixels) * 3
      && area.distance(from: other.area) <= 8 * max(area.width, area.height)
  }
}
