internal import Basics
internal import ImageCodecs
internal import Pixels

extension Rule {
  /// From 9% on, one margin is clearly wider; up to 8%, the pose can be the reason
  /// (Documentation/Measurements/RuleQuality.md).
  private static let share = Option(
    "share", "the largest allowed distance from the center, as a share of the canvas side", 8.5,
    .percent, in: 0...50)

  static let offCenter = Rule(
    id: "off-center",
    title: "Art is off center",
    category: .canvas, severity: .info,
    severityReason: "The position can be intended, such as for art that enters from a side.",
    rationale: """
      The sticker drawer aligns canvases, not art, and a dragged sticker is held by the center of \
      its canvas. Off-center art looks misaligned in the drawer and lands beside the place where \
      it is dropped. Art that an edge of the canvas cuts off belongs there, and so does art that \
      touches one with less than 30% of the canvas free on the other side. The height of art that stands on \
      the same line as most of its pack is right.
      """,
    fix: "Center the art on its canvas.",
    repair: Repair(
      "center the art", .unsafe, .position, canRepair: \.storesTransparency,
      .pixels { art, file in
        guard var area = art.visibleArea else { return }
        let bounds = art.bounds
        if file.image.isHeldAcross(area, in: bounds.width) {
          (area.x, area.width) = (0, bounds.width)
        }
        if file.image.isHeldAlong(area, in: bounds.height)
          || file.layout.hasOnBaseline(file.image)
        {
          (area.y, area.height) = (0, bounds.height)
        }
        art = try art.shown(area, inWidth: bounds.width, height: bounds.height)
      }),
    source: "stickerpack: the center of the bounding box of all visible pixels of all frames",
    options: [share],
    examples: [
      .fails("35 px right of center", Sketch(Sketch.Art(shape: .box, width: 240, x: 35))),
      .passes(
        "34 px right of center, 8.3% of the canvas",
        Sketch(Sketch.Art(shape: .box, width: 240, x: 34))),
      .passes(
        "Art that touches the right edge, with a quarter of the canvas free",
        Sketch(Sketch.Art(width: 306, x: 51))),
      .fails(
        "Art that touches the right edge, with more than a third free",
        Sketch(Sketch.Art(width: 260, x: 74))),
      .passes(
        "35 px right of center, with share set to 15%",
        Sketch(Sketch.Art(shape: .box, width: 240, x: 35)),
        rules: ["off-center": .init(options: ["share": 15])]),
    ],
    check: .image { image, pack, options in
      let share = options[share]
      guard image.isDecoded, let area = image.artArea, let canvas = image.canvas
      else { return nil }
      // Twice the distance, because the center can be between two pixels.
      let right = area.x * 2 + area.width - canvas.width
      let down = area.y * 2 + area.height - canvas.height
      func limit(_ side: Int) -> Int { Int(clamping: Double(side) * share / 100) }
      func offset(_ doubled: Int, on side: Int, _ direction: String) -> String? {
        guard abs(doubled) > limit(side) * 2 else { return nil }
        return "\(Text.number(abs(doubled) / 2)) px \(direction)"
      }
      let across =
        image.isHeldAcross(area, in: canvas.width)
        ? nil : offset(right, on: canvas.width, right > 0 ? "right of" : "left of")
      let along =
        image.isHeldAlong(area, in: canvas.height) || pack.layout.hasOnBaseline(image)
        ? nil : offset(down, on: canvas.height, down > 0 ? "below" : "above")
      let offsets = [across, along].compactMap(\.self)
      guard !offsets.isEmpty else { return nil }
      return Violation(
        "The art sits \(offsets.joined(separator: " and ")) the center of its canvas.",
        in: [FindingRegion(area)],
        measured: Quantity(
          max(across == nil ? 0 : abs(right), along == nil ? 0 : abs(down)) / 2, .pixels),
        limit: Quantity(limit(max(canvas.width, canvas.height)), .pixels))
    })
}

extension ImageFacts {
  /// The smallest free share of the canvas opposite of an edge at which art that touches the edge is off center:
  /// reviewers accepted a quarter and called a third empty.
  private static let emptyShare = 0.3

  /// Whether art in an area belongs to the left or right edge of a canvas.
  fileprivate func isHeldAcross(_ area: PixelRect, in width: Int) -> Bool {
    isHeld(from: area.x, to: area.x + area.width, of: width, .left, .right)
  }

  /// Whether art in an area belongs to the upper or lower edge of a canvas.
  fileprivate func isHeldAlong(_ area: PixelRect, in height: Int) -> Bool {
    isHeld(from: area.y, to: area.y + area.height, of: height, .top, .bottom)
  }

  /// Whether art touches an edge that cuts it off, which would show elsewhere, or with little space on the other side.
  private func isHeld(
    from start: Int, to end: Int, of side: Int, _ first: ArtExtent.Edge, _ last: ArtExtent.Edge
  ) -> Bool {
    // The last row of art that was scaled can be invisible.
    let (touchesFirst, touchesLast) = (start <= 1, end >= side - 1)
    guard touchesFirst || touchesLast else { return false }
    let free = touchesFirst ? side - end : start
    return Double(free) < Double(side) * Self.emptyShare
      || frameCuts.joined().contains {
        $0.edge == (touchesFirst ? first : last) && OutlineObstacle.isCutOff($0)
      }
  }
}
