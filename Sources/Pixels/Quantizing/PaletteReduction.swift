/// Reduces the canvases of an image to colors that all of them share.
///
/// There is no dithering: at equal bytes, more colors score higher than dithered ones, and a dithered
/// area that moves flickers.
package struct PaletteReduction: Sendable {
  private let histogram: ColorHistogram

  /// Creates a reduction for canvases, whose colors are counted.
  package init(of canvases: some Sequence<Bitmap>) {
    var histogram = ColorHistogram()
    for canvas in canvases { histogram.add(canvas) }
    self.histogram = histogram
  }

  /// Whether any pixel is fully transparent.
  package var hasTransparency: Bool { histogram.hasTransparency }

  /// Whether the canvases have at most a number of visible colors.
  package func hasAtMost(colors: Int) -> Bool { histogram.colors(atMost: colors) != nil }

  /// About how much the canvases differ from a palette of a number of colors; see `ColorHistogram`.
  package func error(ofColors count: Int) -> Float { histogram.error(ofColors: count) }

  /// Returns a palette of at most a number of visible colors, 1 to 65,536; see `ColorHistogram`.
  package func palette(maximumColors: Int, distinctBits: UInt32 = 8) -> [Pixel] {
    histogram.palette(maximumColors: maximumColors, distinctBits: distinctBits)
  }

  /// Reduces canvases in the order in which they are shown, so they need not be in memory together.
  package struct Reducer {
    /// Nil if no pixel is visible.
    private var matcher: PaletteMatcher?
    private let tolerance: Tolerance
    /// The previous canvas after its reduction.
    private var shown: Bitmap?

    /// Creates a reducer to the colors of a palette.
    ///
    /// - Parameters:
    ///   - palette: at most 65,536 visible colors; none if no pixel is visible.
    ///   - tolerance: for taking the color that the previous canvas shows, or that of a neighbor. Differences do not
    ///     accumulate: each pixel is compared with its own color.
    package init(to palette: [Pixel], _ tolerance: Tolerance = .none) {
      matcher = palette.isEmpty ? nil : PaletteMatcher(palette: palette)
      self.tolerance = tolerance
    }

    /// Returns the next canvas in fewer colors.
    package mutating func reduced(_ canvas: Bitmap) -> Bitmap {
      guard var reduced = matcher?.reduced(canvas) else { return canvas }
      if tolerance != .none { reduced.settle(on: shown, as: canvas, tolerance.limits(of: canvas)) }
      shown = reduced
      return reduced
    }
  }
}

extension Bitmap {
  /// Replaces pixels by the color of the same pixel in `before`, of their left neighbor or of the one above
  /// them, whichever is the first that is about their color in `original`. That makes runs longer.
  ///
  /// - Parameter limits: the squared distance up to which each pixel may differ.
  fileprivate mutating func settle(
    on before: Bitmap?, as original: Bitmap, _ limits: [Float]
  ) {
    let wanted = original.samples.span
    // Nothing is close to transparent pixels.
    let before = before ?? Bitmap(width: width, height: height)
    let shown = before.samples.span
    let limits = limits.span
    let rowSize = width * 4
    var result = samples.mutableSpan
    var (own, kept, left, above) = (LatestColor(), LatestColor(), LatestColor(), LatestColor())
    for index in stride(from: 0, to: result.count, by: 4) {
      // An edge that disappears or appears is always drawn.
      guard result[index + 3] > 0 else { continue }
      let point = own.point(of: wanted.pixelWord(at: index))
      let limit = limits[index / 4]
      let old = shown.pixelWord(at: index)
      if kept.isClose(old, to: point, limit) {
        result.storePixelWord(old, at: index)
        continue
      }
      let beside = index % rowSize > 0 ? result.span.pixelWord(at: index - 4) : 0
      if left.isClose(beside, to: point, limit) {
        result.storePixelWord(beside, at: index)
        continue
      }
      let higher = index >= rowSize ? result.span.pixelWord(at: index - rowSize) : 0
      if above.isClose(higher, to: point, limit) { result.storePixelWord(higher, at: index) }
    }
  }
}

/// The point of the color that was asked last: most pixels equal their neighbor.
private struct LatestColor {
  private var word: UInt32 = 0
  private var point = ColorVector(.clear).point

  /// - Parameter word: a pixel, red in the lowest byte.
  @inline(__always)
  mutating func point(of word: UInt32) -> SIMD4<Float> {
    if word != self.word {
      self.word = word
      point = ColorVector(Pixel(packed: word.byteSwapped)).point
    }
    return point
  }

  /// Whether a pixel is visible and within a squared distance of a color.
  @inline(__always)
  mutating func isClose(_ word: UInt32, to other: SIMD4<Float>, _ limit: Float) -> Bool {
    guard word >> 24 > 0 else { return false }
    let difference = point(of: word) - other
    return (difference * difference).sum() <= limit
  }
}
