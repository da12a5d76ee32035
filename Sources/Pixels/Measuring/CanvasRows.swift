/// The measurements of each row of a canvas, from one pass over it. When a frame changes only some rows, only these are
/// measured again.
package struct CanvasRows: Sendable {
  private struct Row {
    var alpha = AlphaStatistics()
    /// The bounds of the visible pixels; empty without any.
    var visible = 0..<0
    /// The digest of the pixels from the first visible one on.
    var digest = CanvasDigest(0, 0)
  }

  private var rows: [Row] = []
  private var width = 0
  package private(set) var alpha = AlphaStatistics()

  package init() {}

  package init(of canvas: Bitmap) { measure(canvas, changedIn: canvas.bounds) }

  /// Measures the rows of an area that contains all changes since the canvas that was measured before; nil
  /// without any. A canvas of another size is measured whole.
  package mutating func measure(_ canvas: Bitmap, changedIn area: PixelRect?) {
    var area = area
    if (rows.count, width) != (canvas.height, canvas.width) {
      rows = [Row](repeating: Row(), count: canvas.height)
      width = canvas.width
      alpha = AlphaStatistics()
      area = canvas.bounds
    }
    guard let area else { return }
    for y in area.y..<area.y + area.height {
      let row = Self.row(canvas.samples.span, from: y * width * 4, count: width)
      alpha.replace(rows[y].alpha, with: row.alpha)
      rows[y] = row
    }
  }

  /// The bounds of the visible pixels, as `Bitmap.visibleArea` defines them; nil if there is none.
  package var visibleArea: PixelRect? {
    guard let top = rows.firstIndex(where: { !$0.visible.isEmpty }),
      let bottom = rows.lastIndex(where: { !$0.visible.isEmpty })
    else { return nil }
    var (left, right) = (width, 0)
    for row in rows[top...bottom] where !row.visible.isEmpty {
      left = min(left, row.visible.lowerBound)
      right = max(right, row.visible.upperBound)
    }
    return PixelRect(x: left, y: top, width: right - left, height: bottom + 1 - top)
  }

  package var digest: CanvasDigest {
    var digest = CanvasDigest(width, rows.count)
    for row in rows { digest.combine(row.digest) }
    return digest
  }

  /// Measures a row of `count` pixels from a sample on.
  private static func row(_ samples: Span<UInt8>, from start: Int, count: Int) -> Row {
    // Most art has transparent margins, which are only skipped.
    let end = start + count * 4
    var first = samples.firstPixel(alpha: 0xFF, from: start, before: end)
    var last = samples.endOfPixels(alpha: 0xFF, from: first, before: end)
    var tally = Tally(from: (first - start) / 4)
    var index = first
    while index + 16 <= last {
      tally.add(samples.fourPixels(at: index))
      index += 16
    }
    if index < last {
      var pixels = SIMD4<UInt32>.zero
      for lane in 0..<(last - index) / 4 {
        pixels[lane] = samples.pixel(at: index + lane * 4).packed.byteSwapped
      }
      tally.add(pixels)
    }
    first = samples.firstPixel(alpha: 0xF8, from: first, before: last)
    last = samples.endOfPixels(alpha: 0xF8, from: first, before: last)
    return Row(
      alpha: tally.alpha(count), visible: (first - start) / 4..<(last - start) / 4,
      digest: tally.digest)
  }

  /// The measurements of the pixels of a row so far.
  private struct Tally {
    private var opaque = SIMD4<UInt32>.zero
    private var shown = SIMD4<UInt32>.zero
    private var sum = SIMD4<UInt32>.zero
    var digest: CanvasDigest

    init(from column: Int) { digest = CanvasDigest(column, 1) }

    /// Adds four pixels, red in the lowest byte of each.
    @inline(__always)
    mutating func add(_ pixels: SIMD4<UInt32>) {
      let alpha = pixels &>> 24
      // Arithmetic, because comparisons of vectors compile to far more instructions.
      let isShown = (alpha &+ 255) &>> 8
      opaque &+= (alpha &+ 1) &>> 8
      shown &+= isShown
      sum &+= alpha
      digest.combine(pixels & (0 &- isShown))
    }

    /// The statistics of a row of `count` pixels of which the others are transparent.
    func alpha(_ count: Int) -> AlphaStatistics {
      AlphaStatistics(
        opaque: Int(opaque.wrappedSum()), visible: Int(shown.wrappedSum()), total: count,
        alphaSum: Int64(sum.wrappedSum()))
    }
  }
}

extension Span where Element == UInt8 {
  /// Loads four neighboring pixels, red in the lowest byte of each.
  @inline(__always)
  fileprivate func fourPixels(at index: Int) -> SIMD4<UInt32> {
    // Unsafe: only for types with invalid bit patterns. The load checks its bounds.
    let pixels = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD4<UInt32>.self)
    return SIMD4(
      pixels.x.littleEndian, pixels.y.littleEndian, pixels.z.littleEndian, pixels.w.littleEndian)
  }
}
