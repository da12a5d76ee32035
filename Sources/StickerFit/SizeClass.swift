package import StickerManifest

/// The size class of a pack, and why it is that one. Lint, its fixes, `fit`, `init` and `build` use the same.
package struct SizeClass: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    /// The pack's configuration or catalog says it.
    case stated
    /// Most stickers have exactly this size.
    case shared
    /// It is the nearest one to most canvases.
    case nearest
    /// Most canvases are larger than any size class.
    case largest
    /// All canvases are smaller than any size class.
    case smallest
  }

  package let gridSize: GridSize
  package let reason: Reason

  package var pixels: Int { gridSize.pixels }
  /// Whether the pack states it, or most of its canvases have it.
  package var isCertain: Bool {
    switch reason {
    case .stated, .shared: true
    case .nearest, .largest, .smallest: false
    }
  }

  /// Decides the size class that the canvases of a pack need. Smaller canvases than those of all size classes do not
  /// count, unless there are no others: larger art would lose most of its pixels.
  ///
  /// - Parameters:
  ///   - stated: the size class that the pack says it has.
  ///   - sides: the longer sides of all canvases, in pixels.
  package init(stated: GridSize?, sides: [Int]) {
    let (least, most) = (GridSize.small.pixels, GridSize.large.pixels)
    let large = sides.filter { $0 >= least }.sorted()
    let median = large.isEmpty ? sides.max() : large[large.count / 2]
    guard stated == nil, let median else {
      (gridSize, reason) = (stated ?? .regular, stated == nil ? .nearest : .stated)
      return
    }
    let nearest = GridSize.nearest(toPixels: median)
    gridSize = nearest
    reason =
      sides.count { $0 == nearest.pixels } * 2 > sides.count
      ? .shared
      : median > most ? .largest : median < least ? .smallest : .nearest
  }

  /// The size, with the reason: `408 px, as most of the pack`.
  package var description: String {
    let reason =
      switch reason {
      case .stated: "the grid size of the pack"
      case .shared: "as most of the pack"
      case .nearest: "the nearest size class"
      case .largest: "the largest size class"
      case .smallest: "the smallest size class"
      }
    return "\(pixels) px, \(reason)"
  }
}
