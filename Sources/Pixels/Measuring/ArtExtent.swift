/// The extent of the visible pixels of a canvas: their bounds and their connected components.
package struct ArtExtent: Sendable, Equatable, Codable {
  /// A side of the canvas.
  package enum Edge: String, Sendable, Codable, CaseIterable {
    /// The first row.
    case top
    /// The last column.
    case right
    /// The last row.
    case bottom
    /// The first column.
    case left
  }

  /// A connected component of pixels with an alpha of at least 32. A fainter spot of a few pixels is not
  /// noticed, and a glow does not connect what it surrounds. Pixels that share a corner are connected.
  package struct Island: Sendable, Equatable, Codable {
    /// The number of pixels.
    package var pixels: Int
    /// The bounds of the pixels.
    package var area: PixelRect
  }

  /// The bounds of all visible pixels.
  package var area: PixelRect
  /// Whether all pixels along the four edges are opaque.
  package var coversEdges: Bool
  /// The components, the largest first; nil if there are more than `maximumIslands`, as in noise.
  package var islands: [Island]?

  /// The maximum number of components; more are a texture.
  package static let maximumIslands = 1024

  private struct Run {
    var left: Int
    var right: Int
    var label: Int
  }

  /// Measures a canvas; nil if no pixel is visible.
  package init?(of bitmap: Bitmap) {
    guard let area = bitmap.visibleArea else { return nil }
    self.area = area
    let samples = bitmap.samples.span
    let (width, height) = (bitmap.width, bitmap.height)
    // A disjoint-set forest: merged labels point to a smaller label, and roots hold the pixels.
    var parents: [Int] = []
    var found: [Island] = []
    func root(_ label: Int) -> Int {
      var label = label
      while parents[label] != label {
        parents[label] = parents[parents[label]]
        label = parents[label]
      }
      return label
    }
    func join(_ first: Int, _ second: Int) -> Int {
      let roots = (root(first), root(second))
      let (kept, merged) = (min(roots.0, roots.1), max(roots.0, roots.1))
      guard kept != merged else { return kept }
      parents[merged] = kept
      found[kept].pixels += found[merged].pixels
      found[kept].area = found[kept].area.union(found[merged].area)
      found[merged].pixels = 0
      return kept
    }
    var above: [Run] = []
    var row: [Run] = []
    var isTexture = false
    for y in area.y..<area.y + area.height where !isTexture {
      row.removeAll(keepingCapacity: true)
      var x = 0
      var candidate = 0
      while let run = samples.nextRun(from: x, width: width, row: y * width * 4) {
        x = run.right
        let rect = PixelRect(x: run.left, y: y, width: run.right - run.left, height: 1)
        var label: Int?
        // Runs above that end left of this one touch no later run either.
        while candidate < above.count, above[candidate].right < run.left { candidate += 1 }
        var touching = candidate
        while touching < above.count, above[touching].left <= run.right {
          label = label.map { join($0, above[touching].label) } ?? root(above[touching].label)
          touching += 1
        }
        let own = label ?? parents.count
        if own == parents.count {
          parents.append(own)
          found.append(Island(pixels: 0, area: rect))
          isTexture = parents.count > Self.maximumIslands * 8
        }
        found[own].pixels += rect.width
        found[own].area = found[own].area.union(rect)
        row.append(Run(left: run.left, right: run.right, label: own))
      }
      swap(&row, &above)
    }
    let islands = found.filter { $0.pixels > 0 }.sorted { $0.pixels > $1.pixels }
    self.islands = isTexture || islands.count > Self.maximumIslands ? nil : islands
    coversEdges =
      area == bitmap.bounds
      && (0..<width).allSatisfy { bitmap[$0, 0].alpha & bitmap[$0, height - 1].alpha == 255 }
      && (0..<height).allSatisfy { bitmap[0, $0].alpha & bitmap[width - 1, $0].alpha == 255 }
  }
}

extension Bitmap {
  /// The bounds of the visible pixels, those with an alpha of at least 8; nil if there is none.
  ///
  /// White at this alpha on black has the lightness L* 2.2, which is the just noticeable difference
  /// (2.3; Mahy and others, 1994). Less is not seen, and an export often leaves it behind.
  package var visibleArea: PixelRect? {
    let samples = samples.span
    let row = width * 4
    var (top, bottom) = (0, height)
    while top < bottom, samples.firstVisible(in: top * row, before: width) == nil { top += 1 }
    guard top < bottom else { return nil }
    while samples.firstVisible(in: (bottom - 1) * row, before: width) == nil { bottom -= 1 }
    var (left, right) = (width, 0)
    for y in top..<bottom {
      // Only what is outside of the bounds so far is searched.
      if let first = samples.firstVisible(in: y * row, before: left) { left = first }
      var x = width
      while x > right, samples[y * row + x * 4 - 1] < 8 { x -= 1 }
      right = x
    }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Span where Element == UInt8 {
  /// Returns the first pixel with an alpha of at least 8 in the row whose first sample is at `row`; nil if
  /// there is none before `end`.
  @inline(__always)
  fileprivate func firstVisible(in row: Int, before end: Int) -> Int? {
    var x = 0
    while x + 1 < end, pixelPair(at: row + x * 4) & 0xF800_0000_F800_0000 == 0 { x += 2 }
    while x < end, self[row + x * 4 + 3] < 8 { x += 1 }
    return x < end ? x : nil
  }

  /// Returns the next run of pixels with an alpha of at least 32 in the row whose first sample is at
  /// `row`.
  @inline(__always)
  fileprivate func nextRun(from x: Int, width: Int, row: Int) -> (left: Int, right: Int)? {
    let mask: UInt64 = 0xE000_0000_E000_0000
    var left = x
    while left + 1 < width, pixelPair(at: row + left * 4) & mask == 0 { left += 2 }
    while left < width, self[row + left * 4 + 3] < 32 { left += 1 }
    guard left < width else { return nil }
    var right = left + 1
    while right + 1 < width {
      let alpha = pixelPair(at: row + right * 4) & mask
      guard alpha & 0xFF00_0000 != 0, alpha >> 56 != 0 else { break }
      right += 2
    }
    while right < width, self[row + right * 4 + 3] >= 32 { right += 1 }
    return (left, right)
  }
}
