internal import Basics

/// The extent of the visible pixels of a canvas: their bounds and their connected components.
package struct ArtExtent: Sendable, Equatable {
  package enum Edge: String, Sendable, CaseIterable {
    case top, right, bottom, left
  }

  /// A connected component of pixels with an alpha of at least 32. A fainter spot of a few pixels is not
  /// noticed, and a glow does not connect what it surrounds. Pixels that share a corner are connected.
  package struct Island: Sendable, Hashable {
    package var pixels: Int
    package var area: PixelRect
    /// The color in the middle of its longest row.
    package var color: Pixel
    /// The number of its pixels along the edges of the canvas.
    package var edgePixels = 0
    /// The sum of its pixels' places, each the double of its center in pixels of the canvas.
    package var doubledPlaces = SIMD2<Int>.zero

    /// Whether it is at most three times as long as wide and fills most of its bounds, unlike a drawn line or star.
    package var isCompact: Bool {
      max(area.width, area.height) <= min(area.width, area.height) * 3
        && pixels * 5 >= area.width * area.height * 3
    }

    /// Whether another component has about the same color and size, as drawn marks and parts of a letter do.
    package func resembles(_ other: Island) -> Bool {
      pixels <= other.pixels * 8 && other.pixels <= pixels * 8 && hasColor(of: other)
    }

    /// Whether another component has about the same color.
    package func hasColor(of other: Island) -> Bool {
      color.largestDifference(from: other.color) <= 48
    }
  }

  /// The bounds of all visible pixels.
  package var area: PixelRect
  /// Whether all pixels along the four edges are opaque.
  package var coversEdges: Bool
  /// The components, the largest first; nil if there are more than `maximumIslands`, as in noise.
  package var islands: [Island]?

  /// The maximum number of components; more are a texture.
  package static let maximumIslands = 1024

  /// Measures a canvas; nil if no pixel is visible.
  package init?(of bitmap: Bitmap) {
    guard let area = bitmap.visibleArea else { return nil }
    self.init(of: bitmap, in: area)
  }

  /// Measures a canvas whose visible pixels have these bounds.
  package init(of bitmap: Bitmap, in area: PixelRect) {
    self.area = area
    islands = Components(of: bitmap, in: area).islands
    let (width, height) = (bitmap.width, bitmap.height)
    coversEdges =
      area == bitmap.bounds
      && (0..<width).allSatisfy { bitmap[$0, 0].alpha & bitmap[$0, height - 1].alpha == 255 }
      && (0..<height).allSatisfy { bitmap[0, $0].alpha & bitmap[width - 1, $0].alpha == 255 }
  }
}

extension ArtExtent.Island {
  /// Adds the pixels of a run in one row.
  @inline(__always) fileprivate mutating func add(_ run: PixelRect, of bitmap: Bitmap) {
    let right = run.x + run.width
    pixels += run.width
    area = area.union(run)
    doubledPlaces &+= SIMD2(run.width &* (run.x + right), run.width &* (run.y * 2 + 1))
    edgePixels +=
      run.y == 0 || run.y == bitmap.height - 1
      ? run.width : (run.x == 0 ? 1 : 0) + (right == bitmap.width ? 1 : 0)
  }

  /// Finds the pixels of the component in its canvas, run by run.
  func find(in bitmap: Bitmap, found: (PixelRect) -> Void) {
    var runs: [(area: PixelRect, label: Int)] = []
    var components = Components(of: bitmap, in: area) { runs.append(($0, $1)) }
    for run in runs where components.island(with: run.label) == self { found(run.area) }
  }
}

/// The connected components of an area of a canvas, as `ArtExtent.Island` defines them.
private struct Components {
  /// The bits of alphas of at least 32.
  private static let islandMask: UInt8 = 0xE0

  // A disjoint-set forest: merged labels point to a smaller label, and roots hold the pixels.
  private var parents: [Int] = []
  private var found: [ArtExtent.Island] = []
  /// The length of the longest run of each label.
  private var longest: [Int] = []
  private var isTexture = false

  /// Connects the runs of pixels in each row with those above. Calls `note` with each run and its label.
  init(
    of bitmap: Bitmap, in area: PixelRect, note: (PixelRect, Int) -> Void = { _, _ in }
  ) {
    let samples = bitmap.samples.span
    let width = bitmap.width
    var above: [(left: Int, right: Int, label: Int)] = []
    var row = above
    for y in area.y..<area.y + area.height where !isTexture {
      row.removeAll(keepingCapacity: true)
      let (start, end) = ((y * width + area.x) * 4, (y * width + area.x + area.width) * 4)
      var index = start
      var candidate = 0
      while true {
        let first = samples.firstPixel(alpha: Self.islandMask, from: index, before: end)
        guard first < end else { break }
        index = samples.firstPixel(withoutAlpha: Self.islandMask, from: first, before: end)
        let run = (left: first / 4 - y * width, right: index / 4 - y * width)
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
          found.append(ArtExtent.Island(pixels: 0, area: rect, color: .clear))
          longest.append(0)
          isTexture = parents.count > ArtExtent.maximumIslands * 8
        }
        found[own].add(rect, of: bitmap)
        if rect.width > longest[own] {
          longest[own] = rect.width
          found[own].color = samples.pixel(at: (y * width + run.left + rect.width / 2) * 4)
        }
        row.append((run.left, run.right, own))
        note(rect, own)
      }
      swap(&row, &above)
    }
  }

  /// The components, the largest first; nil if there are too many.
  var islands: [ArtExtent.Island]? {
    let islands = found.filter { $0.pixels > 0 }.sorted { $0.pixels > $1.pixels }
    return isTexture || islands.count > ArtExtent.maximumIslands ? nil : islands
  }

  mutating func island(with label: Int) -> ArtExtent.Island { found[root(label)] }

  private mutating func root(_ label: Int) -> Int {
    var label = label
    while parents[label] != label {
      parents[label] = parents[parents[label]]
      label = parents[label]
    }
    return label
  }

  private mutating func join(_ first: Int, _ second: Int) -> Int {
    let roots = (root(first), root(second))
    let (kept, merged) = (min(roots.0, roots.1), max(roots.0, roots.1))
    guard kept != merged else { return kept }
    parents[merged] = kept
    found[kept].pixels += found[merged].pixels
    found[kept].edgePixels += found[merged].edgePixels
    found[kept].doubledPlaces &+= found[merged].doubledPlaces
    found[kept].area = found[kept].area.union(found[merged].area)
    if longest[merged] > longest[kept] {
      (longest[kept], found[kept].color) = (longest[merged], found[merged].color)
    }
    found[merged].pixels = 0
    return kept
  }
}

extension Bitmap {
  /// The bounds of the visible pixels, those with an alpha of at least 8; nil if there is none.
  ///
  /// White at this alpha on black has the lightness L* 2.2, which is the just noticeable difference
  /// (2.3; Mahy and others, 1994). Less is not seen, and an export often leaves it behind.
  package var visibleArea: PixelRect? { bounds(ofAlpha: 0xF8, in: bounds) }
}
