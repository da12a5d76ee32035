internal import Basics
internal import ImageCodecs
internal import Pixels

extension Rule {
  /// In clean art, far fewer pixels match a matte by chance. Where fewer do, the matte is not seen.
  private static let share = Option(
    "share",
    "the smallest share of the sampled edge pixels with matte color that is reported, times 7/8 where it differs much from the art",
    80, .percent, in: 1...100)

  /// Clean art has up to 10%, where highlights are drawn along its edge.
  private static let rim = Option(
    "rim",
    "the smallest share of the outline with a light or dark rim that is reported, half of it for a row of white dots",
    LightRim.minimumShare, .percent, in: 1...100)

  /// The factor on the smallest reported share for pixel art. Photos of large pixels have up to 24%, because the outer
  /// ones are lighter, and a rim of 1 pixel around dark outlines has 28% or more.
  private static let shadedBlocks = 5.0 / 3

  /// Rims of 0.5 px on average cover 12% to 38% and are seen as dashes. Thin outlines around parts of a
  /// drawing cover up to 20%.
  private static let leftover = Option(
    "leftover",
    "the smallest share of the outline with the rest of a background that is reported", 25,
    .percent,
    in: 1...100)

  static let edgeHalo = Rule(
    id: "edge-halo",
    title: "Light or dark halo around the art",
    category: .transparency, scope: .everywhere, severity: .warning,
    severityReason: "Users see a light or dark rim around the art.",
    rationale: """
      Art that was cut out of a white or black background keeps some of that color in its \
      semi-transparent edge: a light halo on dark bubbles, a dark one on light bubbles. Colors \
      that were saved premultiplied look like a black halo. A light background that was cut away with \
      hard edges, as in a GIF, leaves a rim of 1 to 3 px that is lighter than the art inside, and a black one a dotted dark rim of 1 px. A \
      background of any color that was erased by hand or with a magic wand leaves a rim of uneven width \
      in a color that is hardly used inside the art, and a green, magenta or blue screen leaves its color in \
      the outer pixels. Drawn outlines have an even width or the color of other lines, a thin white \
      border is pale all around, and a dark line around white paper separates it from white, so they are not reported. Neither are soft shadows. Pixel art is \
      measured in its own pixels.
      """,
    fix:
      "Export the layered original with a transparent background, or remove the matte"
      + " (\"Defringe\", \"Color to Alpha\").",
    repair: .removeScreen,
    source: "stickerpack: edge = art + (1 − alpha) × (matte − art); Porter and Duff, 1984",
    options: [share, rim, leftover],
    examples: [
      .fails("A soft edge that contains white", Sketch(Sketch.Art(matte: 0xFFFFFF))),
      .fails(
        "A hard edge that contains white",
        Sketch(Sketch.Art(matte: 0xFFFFFF), format: .gif),
        rules: ["gif-hard-edges": .init(level: .off)]),
      .passes("A soft edge in the color of the art"),
      .passes(
        "A hard edge that contains white, with rim set to 100%",
        Sketch(Sketch.Art(matte: 0xFFFFFF), format: .gif),
        rules: [
          "gif-hard-edges": .init(level: .off), "edge-halo": .init(options: ["rim": 100]),
        ]),
      .passes(
        "A soft edge that contains black except in its lower quarter",
        Sketch(Sketch.Art(lower: 0x9C5F32, matte: 0x000000))),
      .fails(
        "The same, with share set to 60%", Sketch(Sketch.Art(lower: 0x9C5F32, matte: 0x000000)),
        rules: ["edge-halo": .init(options: ["share": 60])]),
      .fails("An uneven rim of a green background", Sketch(Sketch.Art(leftover: 0x00C800))),
      .fails(
        "A soft edge that contains the magenta of a screen", Sketch(Sketch.Art(matte: 0xFF00FF))),
      .passes("A disc with a blue outline", Sketch(Sketch.Art(rim: 0x0000FF))),
      .passes(
        "The same, with leftover set to 100%", Sketch(Sketch.Art(leftover: 0x00C800)),
        rules: ["edge-halo": .init(options: ["leftover": 100])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, !image.isBox, let canvas = image.canvas else { return nil }
      // The part that the message names, then all of the halo.
      func regions(
        _ worst: PixelRect, _ area: PixelRect?, in picture: PictureFacts,
        showing pixels: MeasuredPixels
      ) -> [FindingRegion] {
        let all = image.region(area, inFrame: picture.frame, showing: pixels)
        return worst == area ? [all] : [image.region(worst, inFrame: picture.frame), all]
      }
      if let picture = image.typicalPicture(where: { $0.fringe.isVisible(from: options[share]) }),
        let worst = picture.fringe.worstArea
      {
        let fringe = picture.fringe
        return Violation(
          "A thin \(fringe.matte == .white ? "light" : "dark") line is left in the soft edge from an old"
            + " \(fringe.matte == .white ? "white" : "black") background, most visible \(Text.position(of: worst, in: canvas)).",
          in: regions(worst, fringe.area, in: picture, showing: .fringe(fringe.matte)),
          measured: Quantity(percent: fringe.share),
          limit: Quantity(fringe.limit(from: options[share]), .percent))
      }
      func limit(_ picture: PictureFacts) -> Double {
        picture.rim.limit(
          from: options[rim] * (picture.blocks == nil ? 1 : Self.shadedBlocks),
          inDrawnPixels: picture.isPixelArt && picture.blocks == nil)
      }
      if let picture = image.typicalPicture(where: {
        $0.rim.isVisible(
          from: limit($0), onSide: $0.blocks == nil ? max(canvas.width, canvas.height) : 0)
          && !($0.blocks == nil ? $0.rim.isStroke : $0.rim.isStrokeOfBlocks)
      }),
        let worst = picture.rim.worstArea
      {
        let (rim, limit) = (picture.rim, limit(picture))
        return Violation(
          "A light rim runs along the edge, as from an old background, most visible"
            + " \(Text.position(of: worst, in: canvas)).",
          in: regions(worst, rim.area, in: picture, showing: .lightRim),
          measured: Quantity(percent: rim.share), limit: Quantity(limit, .percent))
      }
      if let picture = image.typicalPicture(where: {
        $0.darkRim.map { $0.rimmed >= LightRim.minimumPoints && $0.share * 100 >= options[rim] }
          ?? false
      }), let dark = picture.darkRim {
        return Violation(
          "A dotted dark rim runs along the edge, as from an old black background, most visible"
            + " \(Text.position(of: dark.worstArea, in: canvas)).",
          in: regions(dark.worstArea, dark.area, in: picture, showing: .darkRim),
          measured: Quantity(percent: dark.share), limit: Quantity(options[rim], .percent))
      }
      if let picture = image.typicalPicture(where: {
        $0.key.map { $0.share * 100 >= options[leftover] } ?? false
      }), let key = picture.key {
        return Violation(
          "A \(key.key.rawValue) rim is left from a \(key.key.rawValue) screen, most visible"
            + " \(Text.position(of: key.worstArea, in: canvas)).",
          in: regions(key.worstArea, key.area, in: picture, showing: .keyRim),
          measured: Quantity(percent: key.share), limit: Quantity(options[leftover], .percent))
      }
      guard
        let picture = image.typicalPicture(where: {
          !$0.rim.isStroke && $0.leftover?.isVisible(from: options[leftover]) ?? false
        }), let leftover = picture.leftover
      else { return nil }
      return Violation(
        "An uneven \(Text.colorName(leftover.color)) rim runs along the edge, as from an old background, most"
          + " visible \(Text.position(of: leftover.worstArea, in: canvas)).",
        in: regions(
          leftover.worstArea, leftover.area, in: picture, showing: .leftoverRim),
        measured: Quantity(percent: leftover.share),
        limit: Quantity(options[Self.leftover], .percent))
    })
}

extension Repair {
  /// Removes the color of a screen from the edge of the art.
  fileprivate static let removeScreen = Repair(
    "remove the color of a screen", .unsafe, .background,
    canRepair: { $0.format == .png && $0.picture?.key != nil },
    .pixels { art, file throws(RepairError) in
      guard let key = file.image.picture?.key?.key else {
        throw RepairError("no color of a screen is left along the edge")
      }
      let images: CanvasList = try art.images.map { image throws(RepairError) in
        guard let cleaned = image.withoutScreen(key) else {
          throw RepairError("the art near its edge is \(key.rawValue), too")
        }
        return cleaned
      }
      art = art.with(images: images)
    })
}

extension EdgeFringe {
  /// The smallest number of pixels with matte color that is reported.
  fileprivate static let minimumPixels = 32
  /// The smallest share of all edge pixels with matte color that is reported: where few pixels can
  /// show a matte, as in an outline of its color, they say nothing about the rest.
  fileprivate static let minimumShareOfEdge = 0.2

  /// The smallest mean difference that is reported, of 255. White in a pale edge is not seen at the size of a sticker where
  /// it differs by up to 64, as in 15 drawings of one pack, and the faintest white halo in judged art differs by 84.
  private var minimumDifference: Double { matte == .white ? 74 : 32 }

  /// The mean difference, of 255, from which on a smaller share is reported, and the factor on the share: such a line is seen
  /// although it has gaps.
  private static let (strongDifference, strongShare) = (120.0, 7.0 / 8)

  /// The percentage of the pixels that can show a matte from which on this one is reported.
  fileprivate func limit(from percentage: Double) -> Double {
    meanDifference >= Self.strongDifference ? percentage * Self.strongShare : percentage
  }

  /// The smallest share of paper in the art beside a dark line at which the line is an outline: it separates a white die-cut
  /// border from white. Reviewers mentioned none of seven lines from 0.9 on, and all 35 that they saw had 0.
  private static let outlinedPaper = 0.5

  /// Whether at least a percentage of the pixels that can show a matte contain it.
  fileprivate func isVisible(from percentage: Double) -> Bool {
    fringedPixels >= Self.minimumPixels && meanDifference >= minimumDifference
      && share * 100 >= limit(from: percentage)
      && Double(fringedPixels) >= Double(edgePixels) * Self.minimumShareOfEdge
      && (matte == .white || paperShare < Self.outlinedPaper)
  }
}

extension LightRim {
  /// The smallest number of points with a light rim that is reported.
  fileprivate static let minimumPoints = 8
  /// The largest mean share of white, and the smallest share of dots above it: a rim that is nearly white was drawn,
  /// unless it is a dotted line.
  fileprivate static let (maximumWhiteness, minimumDottedShare) = (0.9, 0.1)
  /// The largest share of a soft outline that is pale. The thin white border of a die-cut sticker that was reduced to
  /// 128 px has 0.87 to 0.93, torn paper 0.84 to 0.9; the rest of a background has up to 0.7.
  fileprivate static let maximumPaleShare = 0.77
  /// The smallest mean difference from the art inside, of 255, of a rim that is not a row of dots, and the side in pixels
  /// above which it grows with the canvas: stickers are shown at one size, so the pixels of a large canvas are small.
  /// Reviewers saw no halo in photographs of products in 400 px with an edge that is paler by 60 to 62, in a drawing of
  /// 512 px with 79, nor in 618 px around hair and letters with up to 83; in 128 px they saw one with 64 to 80.
  fileprivate static let (minimumDifference, largePixels) = (62.0, 320.0)
  /// The smallest number of faint pixels that show a drawn outline, the smallest share of them in one
  /// lightness, and the largest such lightness. Anti-aliased gray outlines have shares of 0.77 to 1, the rests of a
  /// background up to 0.63, or a lightness of 245 and more.
  fileprivate static let (strokePixels, strokeShare, strokeLightness) = (16, 0.7, 230)
  /// The largest lightness of a gray outline in pixel art.
  fileprivate static let blockStrokeLightness = 190

  /// The smallest share of dots in what is not a line, and their smallest lightness: darker ones are hardly seen beside
  /// a black line.
  fileprivate static let (dots, dotLightness) = (0.2, 112)

  /// The share of dots and of white from which on a rim is ragged, and the factor on the smallest reported share of it: white
  /// dots are left where a background was erased by its color. Gray dots are shading (0.3 to 0.5 white).
  fileprivate static let (raggedDots, raggedWhiteness, raggedShare) = (0.25, 0.6, 0.5)

  /// The percentage of the outline from which on this rim is reported.
  ///
  /// - Parameter inDrawnPixels: whether the art was drawn pixel by pixel, and dots as well.
  fileprivate func limit(from percentage: Double, inDrawnPixels: Bool) -> Double {
    !inDrawnPixels && dottedShare >= Self.raggedDots && whiteness >= Self.raggedWhiteness
      ? percentage * Self.raggedShare : percentage
  }

  /// Whether the rim is a thin outline of one gray, whose alpha alone falls outward and which is not a row of dots.
  fileprivate var isStroke: Bool {
    faintPixels >= Self.strokePixels && steadyShare >= Self.strokeShare
      && steadyLightness < Self.strokeLightness
      && (dottedShare < Self.dots || steadyLightness < Self.dotLightness)
  }

  /// Whether the rim of pixel art is an outline of one gray. The rest of a white background has one color, too, but with
  /// a lightness of 211 and more in judged art; a drawn outline had 155.
  fileprivate var isStrokeOfBlocks: Bool {
    steadyShare >= Self.strokeShare && steadyLightness < Self.blockStrokeLightness
  }

  /// Whether at least a percentage of the outline has a light rim that was not drawn and that is seen.
  ///
  /// - Parameter side: the longer side of the canvas in pixels, 0 for pixel art.
  fileprivate func isVisible(from percentage: Double, onSide side: Int) -> Bool {
    let difference = Self.minimumDifference * max(1, Double(side) / Self.largePixels)
    return rimmed + lined >= Self.minimumPoints && share * 100 >= percentage
      && (meanDifference >= difference || dottedShare >= Self.dots)
      && (whiteness < Self.maximumWhiteness || dottedShare >= Self.minimumDottedShare)
      && paleShare <= Self.maximumPaleShare
  }

  /// The smallest share of the outline of a rim that is reported, in percent, if no other is configured.
  fileprivate static let minimumShare = 15.0

  /// Whether the rim is the rest of a light background, in art other than pixel art.
  ///
  /// - Parameters:
  ///   - side: the longer side of the canvas in pixels.
  ///   - inDrawnPixels: whether the art was drawn pixel by pixel.
  func isLeftover(onSide side: Int, inDrawnPixels: Bool) -> Bool {
    !isStroke
      && isVisible(
        from: limit(from: Self.minimumShare, inDrawnPixels: inDrawnPixels), onSide: side)
  }
}

extension LeftoverRim {
  /// The smallest number of points with a rim that is reported.
  fileprivate static let minimumPoints = 24
  /// The largest mean width in pixels; wider bands of a color are parts of the art.
  fileprivate static let maximumWidth = 4.0
  /// The largest share of pixels of its color inside the art. Lines of a drawing have 0.21 to 0.8 there,
  /// the rest of a background up to 0.18.
  fileprivate static let maximumInside = 0.25
  /// The unevenness of a rim. Outlines in a color that is hardly used inside have 0.05 to 0.36, the rest of a background
  /// of at least 1 px has 0.37 to 0.57, and parts of the art in one color, such as a stripe and a leaf, have 0.72 and more.
  fileprivate static let unevennesses = 0.38...0.7
  /// The smallest channel of paper, and the smallest share of the outline with a rim of it around art that also
  /// has white parts. White outlines of drawings have an unevenness of 0.21 to 0.31.
  fileprivate static let (paper, minimumPaperShare) = (UInt8(225), 0.5)

  /// Whether at least a percentage of the outline has a rim that was not drawn.
  fileprivate func isVisible(from percentage: Double) -> Bool {
    let isForeign = insideShare <= Self.maximumInside
    let isPaper = min(color.red, color.green, color.blue) >= Self.paper
    return rimmed >= Self.minimumPoints && share * 100 >= percentage
      && meanWidth <= Self.maximumWidth && Self.unevennesses ~= unevenness
      && (isForeign || isPaper && share >= Self.minimumPaperShare)
  }
}
