internal import Basics

/// A place where an edge of the canvas cuts art off: the art touches the edge over a length, and its
/// outline continues straight out of the canvas.
///
/// Round art that only touches an edge spreads quickly just inside of it, so little of it is missing.
/// A base that was drawn flat has rounded corners. Where the border that surrounds the art also runs along the
/// contact, nothing is cut off.
package struct EdgeCut: Sendable, Equatable {
  package var edge: ArtExtent.Edge
  /// The length of the contact as a fraction of the edge, 0 to 1.
  package var contact: Double
  /// The distance that the outline would continue outside of the canvas, as a fraction of the longer side of the
  /// canvas, 0 to 1; 1 also for art that gets no narrower toward the edge.
  package var missing: Double
  /// The contact, as deep as the outline is first compared, in pixels of the canvas.
  package var area: PixelRect

  /// The smallest contact that is measured, as a fraction of the edge.
  package static let minimumContact = 0.02
  /// The smallest alpha of art that touches an edge. When art that was cut off is scaled, its edge gets
  /// an alpha of 200 to 254 (measured on public packs); the last row of round art has less than half.
  static let minimumAlpha: UInt8 = 192
  /// The depth inside the edge at which the outline is compared, twice, as a fraction of the longer side.
  private static let depth = 0.015
  /// Returns that depth for the longer side of a canvas, in pixels.
  package static func depth(of side: Int) -> Int {
    max(2, Int(clamping: (Double(side) * depth).rounded()))
  }
  /// The smallest contact with each of the four edges of art that fills its canvas, as a card does.
  static let fullContact = 0.5

  /// Returns the places where a canvas cuts its art off, in the order of the edges; none if the art
  /// fills the canvas.
  package static func all(in bitmap: Bitmap) -> [EdgeCut] {
    let side = max(bitmap.width, bitmap.height)
    let depth = Self.depth(of: side)
    guard min(bitmap.width, bitmap.height) > depth * 2 else { return [] }
    var cuts: [EdgeCut] = []
    var filled = 0
    var outline: Outline?
    for edge in ArtExtent.Edge.allCases {
      let view = EdgeView(of: bitmap, from: edge)
      var longest = 0.0
      for run in view.contacts(depth: depth) {
        let contact = Double(run.count) / Double(view.length)
        guard contact >= minimumContact else { continue }
        longest = max(longest, contact)
        guard let missing = view.missing(beyond: run, depth: depth) else { continue }
        let crossings = outline ?? Outline(of: bitmap)
        outline = crossings
        if view.isBordered(along: run, crossings, of: bitmap) { continue }
        cuts.append(
          EdgeCut(
            edge: edge, contact: contact, missing: min(1, missing / Double(side)),
            area: edge.strip(along: run, depth: depth, in: bitmap)))
      }
      if longest >= fullContact { filled += 1 }
    }
    return filled == ArtExtent.Edge.allCases.count ? [] : cuts
  }

  /// Finds the pixels of the art in an area, by their numbers.
  static func find(in bitmap: Bitmap, _ area: PixelRect, found: (Int) -> Void) {
    for y in area.y..<area.y + area.height {
      for x in area.x..<area.x + area.width where bitmap[x, y].alpha >= minimumAlpha {
        found(y * bitmap.width + x)
      }
    }
  }
}

extension ArtExtent.Edge {
  /// Returns the pixels of a canvas that are up to `depth` away from a part of an edge.
  fileprivate func strip(along run: Range<Int>, depth: Int, in bitmap: Bitmap) -> PixelRect {
    switch self {
    case .top: PixelRect(x: run.lowerBound, y: 0, width: run.count, height: depth)
    case .bottom:
      PixelRect(x: run.lowerBound, y: bitmap.height - depth, width: run.count, height: depth)
    case .left: PixelRect(x: 0, y: run.lowerBound, width: depth, height: run.count)
    case .right:
      PixelRect(x: bitmap.width - depth, y: run.lowerBound, width: depth, height: run.count)
    }
  }
}

/// The alphas of a canvas, seen from one of its edges.
private struct EdgeView {
  let samples: [UInt8]
  /// The number of pixels along the edge.
  let length: Int
  /// The index of the alpha of the first pixel of the edge.
  let origin: Int
  /// The distance between the samples of neighbors along the edge.
  let along: Int
  /// The distance between the samples of a pixel and of the one below it, away from the edge.
  let inward: Int

  init(of bitmap: Bitmap, from edge: ArtExtent.Edge) {
    samples = bitmap.samples
    let row = bitmap.width * 4
    switch edge {
    case .top: (length, origin, along, inward) = (bitmap.width, 3, 4, row)
    case .bottom:
      (length, origin, along, inward) = (bitmap.width, 3 + row * (bitmap.height - 1), 4, -row)
    case .left: (length, origin, along, inward) = (bitmap.height, 3, row, 4)
    case .right: (length, origin, along, inward) = (bitmap.height, row - 1, row, -4)
    }
  }

  private func isArt(_ position: Int, _ depth: Int) -> Bool {
    samples[origin + position * along + depth * inward] >= EdgeCut.minimumAlpha
  }

  /// Returns the runs of art along the edge. Runs are joined if the gap between them, such as one between
  /// two legs, ends before a depth.
  func contacts(depth: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for position in 0...length where position == length || !isArt(position, 0) {
      if position > start {
        if let last = runs.last, (last.upperBound..<start).allSatisfy({ isArt($0, depth) }) {
          runs[runs.count - 1] = last.lowerBound..<position
        } else {
          runs.append(start..<position)
        }
      }
      start = position + 1
    }
    return runs
  }

  /// Returns how far art continues beyond its contact with the edge, in pixels; nil if both of its ends
  /// are rounded, as those of a base that was drawn flat are.
  func missing(beyond run: Range<Int>, depth: Int) -> Double? {
    let first = spread(of: run.lowerBound, step: -1, limit: run.count, depth: depth)
    let last = spread(of: run.upperBound - 1, step: 1, limit: run.count, depth: depth)
    if [first, last].allSatisfy({ $0.near >= max(2, depth / 2) && $0.far * 2 < $0.near }) {
      return nil
    }
    // The square of the width of a disc, and of any ellipse, grows nearly linearly from its end.
    let width = Double(run.count)
    let inside = width + Double(first.near + last.near)
    let growth = (inside * inside - width * width) / Double(depth)
    return growth <= 0 ? .infinity : width * width / growth
  }

  /// Follows the end of a run from the edge inward, by at most `limit` pixels along the edge. Returns how far it
  /// moves outward, in pixels: from the edge to the depth, and from there to twice the depth.
  private func spread(
    of end: Int, step: Int, limit: Int, depth: Int
  ) -> (near: Int, far: Int) {
    // What is outside of the canvas has no outline.
    guard end > 0, end < length - 1 else { return (0, 0) }
    var near = 0
    let outer = step > 0 ? min(length - 1, end + limit) : max(0, end - limit)
    let inner = end - step * min(limit, step > 0 ? end : length - 1 - end)
    var position = end
    for row in 1...depth * 2 {
      if isArt(position, row) {
        while position != outer, isArt(position + step, row) { position += step }
      } else {
        while position != inner, !isArt(position, row) { position -= step }
      }
      if row == depth { near = (position - end) * step }
    }
    return (near, (position - end) * step - near)
  }

  /// The largest difference of a border's color in a channel.
  private static let tolerance = 40
  /// The largest width of a border, as a fraction of the longer side of the canvas.
  private static let maximumBorder = 0.2
  /// The smallest share of a contact in the color of a border, and of the border's inner edge there.
  private static let (minimumContact, minimumInnerEdge) = (0.9, 0.7)
  /// The smallest share of the rest of the outline in the color of the border.
  private static let minimumOutline = 0.85
  /// The widths of a border along a contact, relative to those elsewhere. A scan line crosses a border at any angle.
  private static let widths = 0.5...1.6

  /// Whether the outermost band along a contact is a part of the border that surrounds the art.
  func isBordered(along run: Range<Int>, _ outline: Outline, of bitmap: Bitmap) -> Bool {
    let samples = samples.span
    // The outermost pixel may be mixed with that of an old margin.
    let first = origin - 3 + inward
    let contact = run.map { first + $0 * along }
    let mean = contact.reduce(SIMD3<Int>.zero) { $0 &+ samples.color(at: $1) } / run.count
    func isBorder(_ index: Int) -> Bool {
      let change = samples.color(at: index) &- mean
      return samples[index + 3] >= 128 && max(change.max(), -change.min()) <= Self.tolerance
    }
    let side = max(bitmap.width, bitmap.height)
    let most = min(
      Int(clamping: Double(side) * Self.maximumBorder), min(bitmap.width, bitmap.height) - 3)
    /// The number of pixels of the border from an index on; nil if it does not end in other art.
    func width(from index: Int, step: Int, most: Int) -> Int? {
      let width = (0..<most).first { !isBorder(index + $0 * step) }
      return width.flatMap { samples[index + $0 * step + 3] >= 128 ? $0 : nil }
    }
    let bordered = contact.filter(isBorder)
    guard Double(bordered.count) >= Double(run.count) * Self.minimumContact else { return false }
    let inner = bordered.compactMap { width(from: $0, step: inward, most: most) }.sorted()
    guard !inner.isEmpty, Double(inner.count) >= Double(bordered.count) * Self.minimumInnerEdge
    else { return false }

    var places = 0
    var others: [Int] = []
    for crossing in outline.crossings {
      // The canvas's edges have no outline.
      guard crossing.length < (abs(crossing.step) == 4 ? bitmap.width : bitmap.height) else {
        continue
      }
      let edge = (0..<min(4, crossing.length)).first {
        samples[crossing.index + $0 * crossing.step + 3] >= 250
      }
      guard let edge else { continue }
      places += 1
      let index = crossing.index + edge * crossing.step
      guard isBorder(index) else { continue }
      others.append(
        width(from: index, step: crossing.step, most: min(most, crossing.length - edge)) ?? most)
    }
    guard !others.isEmpty, Double(others.count) >= Double(places) * Self.minimumOutline else {
      return false
    }
    others.sort()
    let (own, other) = (inner[inner.count / 2] + 1, others[others.count / 2])
    return Self.widths.contains(Double(own) / Double(max(1, other)))
  }
}
