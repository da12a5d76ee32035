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
      it is dropped. Art that touches an edge of the canvas belongs there, and the height of art that stands on \
      the same line as most of its pack is right.
      """,
    fix: "Center the art on its canvas.",
    repair: Repair(
      "center the art", .unsafe, .position, canRepair: \.storesTransparency,
      .pixels { art, file in
        guard var area = art.visibleArea else { return }
        let bounds = art.bounds
        if area.touchesSides(of: bounds.width) { (area.x, area.width) = (0, bounds.width) }
        if area.touchesEnds(of: bounds.height) || file.layout.hasOnBaseline(file.image) {
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
        "Art that touches the right edge", Sketch(Sketch.Art(width: 240, x: 84))),
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
      func offset(_ doubled: Int, on side: Int, _ name: String, _ direction: String) -> String? {
        guard abs(doubled) > limit(side) * 2 else { return nil }
        return "\(abs(doubled) / 2) px \(direction) center"
          + " (limit: \(limit(side)) px, \(Text.number(share))% of the \(name))"
      }
      // Off its edge, art that leaves the canvas would show a straight cut.
      let across =
        area.touchesSides(of: canvas.width)
        ? nil : offset(right, on: canvas.width, "width", right > 0 ? "right of" : "left of")
      let along =
        area.touchesEnds(of: canvas.height) || pack.layout.hasOnBaseline(image)
        ? nil : offset(down, on: canvas.height, "height", down > 0 ? "below" : "above")
      let offsets = [across, along].compactMap(\.self)
      guard !offsets.isEmpty else { return nil }
      return Violation(
        "The art is \(offsets.joined(separator: " and ")).",
        in: [FindingRegion(area)],
        measured: Quantity(
          max(across == nil ? 0 : abs(right), along == nil ? 0 : abs(down)) / 2, .pixels),
        limit: Quantity(limit(max(canvas.width, canvas.height)), .pixels))
    })
}

extension PixelRect {
  /// Whether it touches the left or the right edge of a canvas.
  fileprivate func touchesSides(of canvasWidth: Int) -> Bool {
    Self.touches(x, width, canvasWidth)
  }

  /// Whether it touches the upper or the lower edge of a canvas.
  fileprivate func touchesEnds(of canvasHeight: Int) -> Bool {
    Self.touches(y, height, canvasHeight)
  }

  /// The last row of art that was scaled can be invisible.
  private static func touches(_ start: Int, _ length: Int, _ side: Int) -> Bool {
    start <= 1 || start + length >= side - 1
  }
}
