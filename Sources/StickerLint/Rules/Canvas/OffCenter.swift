internal import Basics
internal import ImageCodecs
internal import Pixels

extension Rule {
  /// From 9% on, one margin is clearly wider; up to 8%, the pose can be the reason
  /// (Tests/Measurements/RuleQuality.md).
  private static let share = Option(
    "share", "the largest allowed distance from the center, as a share of the canvas side", 8.5,
    .percent, in: 0...50)
  /// The smallest share of that distance by which the middle of the art's pixels is off, too: below it, what a figure holds
  /// or says sticks out of it. Four or five of 25 pictures below it were arguably off center, the others were not.
  private static let bodyShare = 0.75

  static let offCenter = Rule(
    id: "off-center",
    title: "Art is off center",
    category: .canvas, severity: .info,
    severityReason: "The position can be intended, such as for art that enters from a side.",
    rationale: """
      The sticker drawer aligns canvases, not art, and a dragged sticker is held by the center of \
      its canvas. Off-center art looks misaligned in the drawer and lands beside the place where \
      it is dropped. The middle of its pixels must be off as well, by three quarters of `share`: a teacher in \
      the middle who holds a globe is not off center. A piece of a neighbor on a sheet, as `stray-pixels` reports it, does not count. Art that touches an edge of the canvas belongs there, and the height of art that \
      stands on the same line as most of its pack is right, with less than 30% of the canvas free on the \
      other side. The fix leaves art on an edge that cuts it off, because the straight cut would show, and on the line of its \
      pack.
      """,
    fix: "Center the art on its canvas.",
    repair: Repair(
      "center the art", .unsafe, .position, canRepair: { $0.storesTransparency },
      isLikely: { image, layout in
        guard let area = image.artArea, let canvas = image.canvas, !image.hasLeftovers else {
          return false
        }
        let bounds = PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
        return (try? image.placeToCenter(area, in: bounds, layout)) != nil
      },
      .pixels { art, file throws(RepairError) in
        guard let visible = art.visibleArea else { return }
        guard !file.image.hasLeftovers else {
          throw RepairError("what is left over beside the art would move, too; erase it first")
        }
        let bounds = art.bounds
        let area = try file.image.placeToCenter(visible, in: bounds, file.layout)
        art = try RepairError.reporting { () throws(ImageError) in
          try art.shown(area, inWidth: bounds.width, height: bounds.height)
        }
      }),
    source: "stickerpack: the center of the bounding box of all visible pixels of all frames",
    options: [share],
    examples: [
      .fails("35 px right of center", Sketch(Sketch.Art(shape: .box, width: 250, x: 35))),
      .passes(
        "34 px right of center, 8.3% of the canvas",
        Sketch(Sketch.Art(shape: .box, width: 250, x: 34))),
      .passes(
        "Art that touches the right edge, with a quarter of the canvas free",
        Sketch(Sketch.Art(width: 306, x: 51))),
      .fails(
        "Art that touches the right edge, with more than a third free",
        Sketch(Sketch.Art(width: 260, x: 74))),
      .passes(
        "35 px right of center, with share set to 15%",
        Sketch(Sketch.Art(shape: .box, width: 250, x: 35)),
        rules: ["off-center": .init(options: ["share": 15])]),
    ],
    check: .image { image, pack, options in
      let share = options[share]
      guard image.isDecoded, let area = image.drawnArea, let canvas = image.canvas
      else { return nil }
      // Twice the distance, because the center can be between two pixels.
      let right = area.x * 2 + area.width - canvas.width
      let down = area.y * 2 + area.height - canvas.height
      func limit(_ side: Int) -> Int { Int(clamping: Double(side) * share / 100) }
      func offset(_ doubled: Int, along axis: Int, on side: Int, _ direction: String) -> String? {
        guard abs(doubled) > limit(side) * 2 else { return nil }
        if let body = image.bodyCenter {
          let distance = (body[axis] * 2 - Double(side)) * (doubled > 0 ? 1 : -1)
          guard distance > Double(limit(side) * 2) * Self.bodyShare else { return nil }
        }
        return "\(Text.number(abs(doubled) / 2)) px \(direction)"
      }
      let across =
        image.isHeldAcross(area, in: canvas.width)
        ? nil : offset(right, along: 0, on: canvas.width, right > 0 ? "right of" : "left of")
      let along =
        image.isHeldAlong(area, in: canvas.height, pack.layout)
        ? nil : offset(down, along: 1, on: canvas.height, down > 0 ? "below" : "above")
      let offsets = [across, along].compactMap { $0 }
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
  /// Whether a still has parts that are left over, such as a piece of its neighbor on a sheet.
  fileprivate var hasLeftovers: Bool { !isAnimated && !leftovers.isEmpty }

  /// The bounds of the art, without what is left over beside it.
  fileprivate var drawnArea: PixelRect? {
    guard hasLeftovers, let islands = picture?.extent.islands else { return artArea }
    return withoutLeftovers(islands).filter { $0.pixels >= ArtExtent.Island.seenPixels }
      .map { $0.area }.reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// The mean place of the art's pixels in the measured canvases, without what is left over, in pixels of the canvas; nil
  /// if one has too many parts.
  fileprivate var bodyCenter: SIMD2<Double>? {
    var (places, count) = (SIMD2<Int>.zero, 0)
    for picture in pictures {
      guard let islands = picture.extent.islands else { return nil }
      for island in withoutLeftovers(islands) {
        places &+= island.doubledPlaces
        count += island.pixels
      }
    }
    return count == 0 ? nil : SIMD2(Double(places.x), Double(places.y)) / Double(count * 2)
  }

  private func withoutLeftovers(_ islands: [ArtExtent.Island]) -> [ArtExtent.Island] {
    guard hasLeftovers else { return islands }
    let leftovers = leftovers
    return islands.filter { !leftovers.contains($0) }
  }

  /// The smallest free share of the canvas opposite of an edge or a line at which art that belongs there is off
  /// center, whether the edge cuts it off or not: reviewers accepted a quarter and called a third empty.
  private static let emptyShare = 0.3

  /// Returns the place whose center a repair moves to that of the canvas: that of the art, or the whole canvas in a direction in
  /// which the art belongs where it is.
  ///
  /// - Throws: if the art would leave an edge that cuts it off, or if it is low on the line of its pack.
  fileprivate func placeToCenter(
    _ art: PixelRect, in canvas: PixelRect, _ layout: PackLayout
  ) throws(RepairError) -> PixelRect {
    func isCut(at edges: [ArtExtent.Edge]) -> Bool {
      frameCuts.joined().contains { edges.contains($0.edge) }
    }
    func distance(_ start: Int, _ length: Int, _ side: Int) -> Double {
      Double(abs(start * 2 + length - side)) / Double(side)
    }
    let isHeldAcross = isHeldAcross(art, in: canvas.width)
    let isHeldAlong = isHeldAlong(art, in: canvas.height, layout)
    guard isHeldAcross || !isCut(at: [.left, .right]), isHeldAlong || !isCut(at: [.top, .bottom])
    else {
      throw RepairError("an edge of the canvas cuts the art off, which would show; move it by hand")
    }
    let isOnLine = layout.hasOnBaseline(self)
    let across = isHeldAcross ? 0 : distance(art.x, art.width, canvas.width)
    guard !isOnLine || isHeldAlong || distance(art.y, art.height, canvas.height) < across else {
      throw RepairError("it stands on the same line as most of its pack; move all of them by hand")
    }
    var place = art
    if isHeldAcross { (place.x, place.width) = (0, canvas.width) }
    if isHeldAlong || isOnLine { (place.y, place.height) = (0, canvas.height) }
    return place
  }

  /// Whether art in an area belongs to the left or right edge of a canvas.
  fileprivate func isHeldAcross(_ area: PixelRect, in width: Int) -> Bool {
    Self.isHeld(from: area.x, to: area.x + area.width, of: width, atEnd: false)
  }

  /// Whether art in an area belongs to the upper or lower edge of a canvas, or to the line on which its pack stands.
  fileprivate func isHeldAlong(
    _ area: PixelRect, in height: Int, _ layout: PackLayout
  ) -> Bool {
    Self.isHeld(
      from: area.y, to: area.y + area.height, of: height, atEnd: layout.hasOnBaseline(self))
  }

  /// - Parameter atEnd: whether art belongs to the end of a side that it does not touch.
  private static func isHeld(from start: Int, to end: Int, of side: Int, atEnd: Bool) -> Bool {
    // The last row of art that was scaled can be invisible.
    let (touchesStart, touchesEnd) = (start <= 1, end >= side - 1)
    guard touchesStart || touchesEnd || atEnd else { return false }
    return Double(touchesStart ? side - end : start) < Double(side) * emptyShare
  }
}
