/// The extent of the visible pixels of a canvas: their bounds, where they touch the edges of the
/// canvas, and their connected components.
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

  /// A connected component of visible pixels. Pixels that share a corner are connected.
  package struct Island: Sendable, Equatable, Codable {
    /// The number of pixels.
    package var pixels: Int
    /// The bounds of the pixels.
    package var area: PixelRect
  }

  /// The bounds of all visible pixels.
  package var area: PixelRect
  /// The longest run of opaque pixels along each edge, as a fraction of the edge, 0 to 1.
  package var contact: [Edge: Double]
  /// The components, the largest first; nil if there are more than `maximumIslands`, as in noise.
  package var islands: [Island]?

  /// The maximum number of components; more are a texture.
  package static let maximumIslands = 1024

  private struct Run {
    var left: Int
    var right: Int
    var label: Int
  }

  /// Measures a canvas; nil if all pixels are fully transparent.
  package init?(of bitmap: Bitmap) {
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
    var area: PixelRect?
    var isTexture = false
    for y in 0..<height {
      row.removeAll(keepingCapacity: true)
      var x = 0
      var candidate = 0
      while let run = samples.nextRun(from: x, width: width, row: y * width * 4) {
        x = run.right
        let rect = PixelRect(x: run.left, y: y, width: run.right - run.left, height: 1)
        area = area?.union(rect) ?? rect
        guard !isTexture else { continue }
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
    guard let area else { return nil }
    self.area = area
    let islands = found.filter { $0.pixels > 0 }.sorted { $0.pixels > $1.pixels }
    self.islands = isTexture || islands.count > Self.maximumIslands ? nil : islands
    contact = [
      .top: bitmap.longestOpaqueRun(from: 0, step: 1, count: width),
      .bottom: bitmap.longestOpaqueRun(from: (height - 1) * width, step: 1, count: width),
      .left: bitmap.longestOpaqueRun(from: 0, step: width, count: height),
      .right: bitmap.longestOpaqueRun(from: width - 1, step: width, count: height),
    ]
  }
}

extension Span where Element == UInt8 {
  /// Returns the next run of visible pixels in the row whose first sample is at `row`.
  @inline(__always)
  fileprivate func nextRun(from x: Int, width: Int, row: Int) -> (left: Int, right: Int)? {
    var left = x
    while left + 1 < width, pixelPair(at: row + left * 4) & pairAlphaMask == 0 { left += 2 }
    while left < width, self[row + left * 4 + 3] == 0 { left += 1 }
    guard left < width else { return nil }
    var right = left + 1
    while right + 1 < width {
      let alpha = pixelPair(at: row + right * 4) & pairAlphaMask
      guard alpha & 0xFF00_0000 != 0, alpha >> 56 != 0 else { break }
      right += 2
    }
    while right < width, self[row + right * 4 + 3] != 0 { right += 1 }
    return (left, right)
  }
}

extension Bitmap {
  fileprivate func longestOpaqueRun(from start: Int, step: Int, count: Int) -> Double {
    var (longest, run) = (0, 0)
    for position in 0..<count {
      run = samples[(start + position * step) * 4 + 3] == 255 ? run + 1 : 0
      longest = max(longest, run)
    }
    return Double(longest) / Double(count)
  }
}
