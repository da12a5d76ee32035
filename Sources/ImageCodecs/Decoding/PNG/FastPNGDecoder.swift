internal import ImageContainers
internal import Pixels

/// Decodes valid images with libdeflate, and leaves all others to the reference decoder.
///
/// libdeflate inflates a stream at once, and says no more about a damaged one than that it is invalid.
/// The reference decoder says what is wrong, and decodes the part that can be shown.
package struct FastPNGDecoder: PNGImageDecoder {
  private let reference: ReferencePNGDecoder
  private let container: PNGContainer
  private let bytes: [UInt8]
  private let expansion: PixelExpansion?
  /// The data of an image in one piece; reused by the frames of an animation.
  private var stream: [UInt8] = []

  /// Creates a decoder of a PNG whose header is valid and within the limits.
  package init(_ container: PNGContainer, bytes: [UInt8]) {
    reference = ReferencePNGDecoder(container, bytes: bytes)
    self.container = container
    self.bytes = bytes
    expansion = PixelExpansion(container, bytes)
  }

  /// Decodes the static image; nil if it is left to the reference decoder.
  package mutating func staticImage() -> Bitmap? {
    guard let header = container.header else { return nil }
    return validImage(container.imageData, header.width, header.height)
  }

  mutating func image(
    _ data: [Range<Int>], width: Int, height: Int
  ) throws(ImageError) -> (bitmap: Bitmap, warning: String?) {
    if let bitmap = validImage(data, width, height) {
      return (container.isAppleOptimized ? bitmap.fromApple : bitmap, nil)
    }
    // libpng cannot read such a file.
    guard !container.isAppleOptimized else { throw .codecFailed("invalid deflate stream") }
    return try reference.image(data, width: width, height: height)
  }

  private mutating func validImage(_ data: [Range<Int>], _ width: Int, _ height: Int) -> Bitmap? {
    guard let header = container.header, let expansion,
      // These would need three times as much memory as their canvas.
      !(header.interlaced && header.bitDepth == 16)
    else { return nil }
    let rows = StoredRows(
      width: width, height: height, interlaced: header.interlaced, pixelBits: expansion.pixelBits,
      isRaw: container.isAppleOptimized)
    // The reference decoder limits what a longer stream may hold.
    guard data.reduce(0, { $0 + $1.count }) <= rows.byteCount + 1 << 16 else { return nil }
    if data.count == 1 { return rows.bitmap(inflating: bytes, data[0], expansion) }
    stream.removeAll(keepingCapacity: true)
    for range in data { stream += bytes[range] }
    return rows.bitmap(inflating: stream, 0..<stream.count, expansion)
  }
}

extension Bitmap {
  /// The pixels of a file that Xcode optimized, whose channels are blue, green, red and alpha, the colors
  /// multiplied by alpha.
  ///
  /// Source: The Apple Wiki, CgBI file format; PngSuite's CgBI files, in which the products are rounded to
  /// the nearest code.
  fileprivate var fromApple: Bitmap {
    var result = self
    for y in 0..<height {
      for x in 0..<width { result[x, y] = self[x, y].fromApple }
    }
    return result
  }
}

extension Pixel {
  fileprivate var fromApple: Pixel {
    let alpha = Int(alpha)
    guard alpha > 0 else { return .clear }
    func straight(_ code: UInt8) -> UInt8 {
      UInt8(min(255, (Int(code) * 255 + alpha / 2) / alpha))
    }
    return Pixel(
      red: straight(blue), green: straight(green), blue: straight(red), alpha: self.alpha)
  }
}
