internal import Basics
internal import ImageCodecs
internal import Pixels
internal import StickerFit

extension Rule {
  // Limits at which at least 95% of the findings on the art of Tests/Measurements/RuleQuality.md are true.
  private static let invisible = Option(
    "invisible", "the smallest share of the art with a contrast below 1.1:1 to be reported", 10,
    .percent, in: 1...100)
  private static let separate = Option(
    "separate",
    "the smallest share of the art in separate parts and limbs with a contrast below 1.1:1 to be reported; 4 times"
      + " that for separate parts below 1.4:1, and 50 times below 1.6:1", 0.5, .percent,
    in: 0.01...100)
  /// The factors on that share below 1.1:1, 1.4:1 and 1.6:1. In packs that were in view, 21 of 22 findings are true from 2%
  /// on, and between 1.2% and 2% 7 of 11, such as motion lines and confetti. Below 1.6:1, no finding from 25% on is false, and of
  /// three judged ones of less two are.
  private static let separateFactors = [1, 4, 50.0]
  private static let lost = Option(
    "lost",
    "the smallest share of the art with a contrast below 1.4:1 to be reported, times 1.7 on black",
    29, .percent, in: 1...100)
  /// The factor on that share on black, where shading stays visible: of judged findings between 29% and 50%, 1 of 3 is true
  /// there, and 11 of 14 on a dark gray bubble, where hair and clothes that are nearly black sink in.
  private static let onBlack = 50.0 / 29
  private static let faint = Option(
    "faint", "the smallest share of the art with a contrast below 1.6:1 to be reported", 65,
    .percent, in: 1...100)

  static let lowContrast = Rule(
    id: "low-contrast",
    title: "Part of the art disappears on a Messages background",
    category: .transparency, severity: .warning,
    severityReason:
      "Users do not see a part of the art in light mode, in dark mode or on a bubble.",
    rationale: """
      Stickers are placed on white, on black in dark mode, and on blue, green and gray bubbles, where \
      black letters or white ghosts disappear. A connected part counts as lost if its \
      contrast with the background is low (WCAG), its color is nearly the same, and \
      no visible outline separates it from the background; the rest of an old background is not one. A border around \
      visible art is not lost at any width, nor is a plate with a symbol or words. The lower the \
      contrast, the smaller the part that is missed: 10% of the art below 1.1:1, 29% below 1.4:1 (half \
      on black) or in about a bubble's hue, and 65% below 1.6:1 or in another hue as light. What \
      hardly touches the rest, such as a caption, is missed from 0.5% on if its largest piece \
      is 4% of the canvas side long and 2% wide, or its dark pieces span 10% of it both ways; below 1.4:1 from 2% and \
      below 1.6:1 from 25% on. On black that \
      includes what sticks out of a black outline by 6% of the canvas side, such as a cord, but not its sharp corners. \
      Soft shadows do not count.
      """,
    fix:
      "Add an outline that is much lighter or darker than the art, such as a white die-cut"
      + " outline with a thin gray edge.",
    repair: .addOutline,
    source:
      "Apple, Human Interface Guidelines: \"remains legible against a wide range of backgrounds\";"
      + " WCAG 2.2, contrast ratio",
    options: [invisible, separate, lost, faint],
    examples: [
      .fails("A white disc", Sketch(Sketch.Art(fill: 0xFFFFFF))),
      .passes(
        "A white disc with a gray outline", Sketch(Sketch.Art(fill: 0xFFFFFF, rim: 0x808080))),
      .fails("A brown disc with a white lower quarter", Sketch(Sketch.Art(lower: 0xFFFFFF))),
      .passes(
        "A brown disc with a white lower quarter, with invisible set to 50%",
        Sketch(Sketch.Art(lower: 0xFFFFFF)),
        rules: ["low-contrast": .init(options: ["invisible": 50])]),
      .passes(
        "A brown disc whose lower quarter has a contrast of 1.2:1 on black",
        Sketch(Sketch.Art(lower: 0x1C1C1C))),
      .fails(
        "The same, with lost set to 10%",
        Sketch(Sketch.Art(lower: 0x1C1C1C)), rules: ["low-contrast": .init(options: ["lost": 10])]),
      .fails(
        "A disc with a contrast of 1.5:1 on a blue bubble and a brown lower quarter",
        Sketch(Sketch.Art(fill: 0x3CA2FF, lower: 0x9C5F32))),
      .passes(
        "The same, with faint set to 90%",
        Sketch(Sketch.Art(fill: 0x3CA2FF, lower: 0x9C5F32)),
        rules: ["low-contrast": .init(options: ["faint": 90])]),
      .fails("Black letters beside a visible figure", caption(0x000000)),
      .fails("Dark gray letters beside it, below 1.4:1 on dark gray", caption(0x3A3A3C)),
      .passes(
        "The same, with separate set to 10%", caption(0x000000),
        rules: ["low-contrast": .init(options: ["separate": 10])]),
      .passes(
        "A white body with a gray outline that the canvas cuts",
        Sketch(Sketch.Art(y: 120, fill: 0xFFFFFF, rim: 0x808080)),
        rules: ["clipped-art": .init(level: .off), "off-center": .init(level: .off)]),
      .passes(
        "A brown disc with a black outline of 6% of the canvas, on black",
        Sketch(Sketch.Art(rim: 0x000000, rimWidth: 24))),
      .passes(
        "A maroon disc, whose hue differs from dark gray", Sketch(Sketch.Art(fill: 0x701414))),
      .passes(
        "A disc of chocolate, about as light as dark gray but redder",
        Sketch(Sketch.Art(fill: 0x5E3616))),
      .passes(
        "A plate in the green of a bubble with a white disc on it",
        Sketch(Sketch.Art(fill: 0xFFFFFF, rim: 0x34C759, rimWidth: 108))),
      .fails("A teal disc, which is as light as a blue bubble", Sketch(Sketch.Art(fill: 0x0081B1))),
      .fails("A disc in a darker blue than the bubble", Sketch(Sketch.Art(fill: 0x0066CC))),
      .fails("A disc in the green of SMS bubbles", Sketch(Sketch.Art(fill: 0x34C759))),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, !image.isBox, let canvas = image.canvas else { return nil }
      let levels: [(visibility: Visibility, limit: Double, what: String)] = [
        (.invisible, options[invisible] / 100, "disappears"),
        (.lost, options[lost] / 100, "almost disappears"),
        (.faint, options[faint] / 100, "is hard to see"),
      ]
      let found = levels.map { level in
        image.losses(
          of: level.limit, onBlack: level.visibility == .lost ? Self.onBlack : 1
        ) { $0.all.upTo(level.visibility) }
      }
      // The level that exceeds its limit by most.
      guard
        let (level, losses) = zip(levels, found).max(by: {
          ($0.1.first?.lost.share ?? 0) / $0.0.limit < ($1.1.first?.lost.share ?? 0) / $1.0.limit
        }), let worst = losses.first, let area = worst.lost.area
      else {
        let limit = options[separate] / 100
        return zip(levels, separateFactors).lazy.compactMap { level, factor in
          image.lostDetail(of: limit * factor, level.visibility, level.what, in: canvas)
        }.first
      }
      let spansCanvas = area.width * 3 >= canvas.width * 2 && area.height * 3 >= canvas.height * 2
      let hasPlace = worst.lost.share < 0.5 && worst.lost.isMainlyThere && !spansCanvas
      var message =
        "\(Text.part(worst.lost.share)) of the art \(level.what) \(Text.backdrops(losses))"
        + (hasPlace ? ", mainly \(Text.position(of: area, in: canvas))" : "")
      var regions = losses.map { image.region(of: $0, upTo: level.visibility) }
      // Each other background once, at the worst level.
      var named = losses
      for (level, losses) in zip(levels, found) {
        let others = losses.filter { loss in
          !named.contains { $0.backdrop.name == loss.backdrop.name }
        }
        guard let most = others.first else { continue }
        named += others
        regions += others.map { image.region(of: $0, upTo: level.visibility) }
        message +=
          "; \(Text.backdrops(others)), \(Text.part(most.lost.share).lowercased()) of it \(level.what)"
      }
      return Violation(
        message + ".", in: regions,
        measured: Quantity(percent: worst.lost.share), limit: Quantity(percent: worst.limit))
    })
}

extension Rule {
  private static func caption(_ color: UInt32) -> Sketch {
    Sketch(
      Sketch.Art(
        width: 240, fill: color, rim: 0x9C5F32,
        specks: [
          PixelRect(x: 14, y: 40, width: 28, height: 80),
          PixelRect(x: 366, y: 40, width: 28, height: 80),
        ]))
  }
}

extension Text {
  /// The backgrounds on which art is lost: `on black and on a dark gray bubble`.
  fileprivate static func backdrops(_ losses: [ImageFacts.Loss]) -> String {
    list(losses.map { "on \($0.backdrop.name)" })
  }

  /// A share of something in words, for art: `Most`, as in "most of the art".
  fileprivate static func part(_ share: Double) -> String {
    switch share {
    case 0.99...: "All"
    case 0.5...: "Most"
    case 0.25...: "A large part"
    default: "A part"
    }
  }
}

extension ImageFacts {
  /// The loss on one background.
  fileprivate struct Loss {
    var backdrop: PictureFacts.Backdrop
    var lost: LostArt.Portion
    /// The smallest share that is reported on this background.
    var limit: Double
    var picture: PictureFacts
  }

  /// Returns what is lost on each background where it is at least a share of the art, the largest first.
  ///
  /// - Parameter factor: the factor on that share on black.
  fileprivate func losses(
    of limit: Double, onBlack factor: Double = 1, _ portion: (LostArt) -> LostArt.Portion
  ) -> [Loss] {
    PictureFacts.Backdrop.ofMessages.enumerated().compactMap { index, backdrop in
      let limit =
        backdrop.color == Pixel(red: 0, green: 0, blue: 0) ? min(1, limit * factor) : limit
      return typicalPicture { portion($0.lost[index]).share >= limit }.map {
        Loss(backdrop: backdrop, lost: portion($0.lost[index]), limit: limit, picture: $0)
      }
    }.sorted { $0.lost.share > $1.lost.share }
  }

  fileprivate func region(of loss: Loss, upTo visibility: Visibility) -> FindingRegion {
    region(
      loss.lost.area, inFrame: loss.picture.frame,
      showing: .lost(
        on: loss.backdrop.color, upTo: visibility, insideRim: loss.picture.hasLeftoverEdge))
  }

  /// The violation of parts up to a visibility beside art that stays visible.
  fileprivate func lostDetail(
    of limit: Double, _ visibility: Visibility, _ what: String, in canvas: CanvasSize
  ) -> Violation? {
    let losses = losses(of: limit) { $0.separate.upTo(visibility) }
    guard let worst = losses.first, let area = worst.lost.area, let extent = worst.lost.extent
    else { return nil }
    let side = max(canvas.width, canvas.height)
    let isLarge =
      max(area.width, area.height) * 25 >= side && min(area.width, area.height) * 50 >= side
    // A dashed line, stars or the strings of a kite. White dots on a light background are leftovers of a border.
    let isWide =
      visibility == .invisible && !worst.backdrop.isLight
      && min(extent.width, extent.height) * 10 >= side
    guard isLarge || isWide else { return nil }
    return Violation(
      "\(worst.lost.share < 0.1 ? "A small part" : Text.part(worst.lost.share)) of the drawing"
        + " \(what) \(Text.backdrops(losses))"
        + (worst.lost.isMainlyThere ? ", \(Text.position(of: area, in: canvas))." : "."),
      in: losses.map { region(of: $0, upTo: visibility) },
      measured: Quantity(percent: worst.lost.share), limit: Quantity(percent: limit))
  }
}

extension ImageFacts {
  /// Whether the first canvas fills the bounds of the art, as a card does.
  fileprivate var isFilledBox: Bool {
    guard let area = artArea, let alpha = frameAlpha.first else { return false }
    return Double(alpha.opaque) >= Double(area.width * area.height) * OutlineObstacle.cardFill
  }
}

extension Repair {
  /// Draws a white outline with a gray edge around the art.
  package static let addOutline = Repair(
    "add an outline", .unsafe, .outline, canRepair: { $0.storesTransparency },
    isLikely: { image, _ in
      !image.isFilledBox && !image.frameCuts.joined().contains(where: OutlineObstacle.isCutOff)
    },
    .pixels { art, file throws(RepairError) in
      guard art.side <= file.destination.largestSide else {
        throw RepairError("the canvas is larger than a sticker; scale it, too")
      }
      let outline = DieCutOutline(forSide: art.side)
      var changes = ArtChanges()
      changes.outline = outline
      let placed = try RepairError.reporting { () throws(ImageError) in
        try changes.roomForOutline(around: art, side: art.side, file.destination)
      }
      if let obstacle = changes.outlineObstacle(of: file.images, placed: placed) {
        throw RepairError(obstacle)
      }
      art = placed.with(images: placed.images.map(outline.drawn))
    })
}
