internal import ImageContainers
internal import Pixels

/// Decodes valid images with libdeflate, and leaves all others to the reference decoder.
///
/// libdeflate inflates a stream at once, and says no more about a damaged one than that it is invalid.
/// The reference decoder says what is wrong, and decodes the part that can be shown.
package struct FastPNGDecoder {
  private let container: PNGContainer
  private let header: PNGContainer.Header
  private let bytes: [UInt8]
  private let expansion: PixelExpansion
  /// The data of an image in one piece; reused by the frames of an animation.
  private var stream: [UInt8] = []

  /// Creates a decoder of a PNG within the limits; nil if all images are left to the reference decoder.
  package init?(_ container: PNGContainer, bytes: [UInt8]) {
    guard let header = container.header, let expansion = PixelExpansion(container, bytes),
      // These would need three times as much memory as their canvas.
      !(header.interlaced && header.bitDepth == 16)
    else { return nil }
    (self.container, self.header, self.bytes) = (container, header, bytes)
    self.expansion = expansion
  }

  /// Decodes the static image; nil if it is left to the reference decoder.
  package mutating func staticImage() -> Bitmap? {
    image(container.imageData, width: header.width, height: header.height)
  }

  /// Decodes an image from the pieces of its zlib stream; nil if it is left to the reference decoder.
  mutating func image(_ data: [Range<Int>], width: Int, height: Int) -> Bitmap? {
    let rows = StoredRows(
      width: width, height: height, interlaced: header.interlaced, pixelBits: expansion.pixelBits,
      isRaw: container.isAppleOptimized)
    // The reference decoder limits what a longer stream may hold.
    guard data.reduce(0, { $0 + $1.count }) <= rows.byteCount + 1 << 16 else { return nil }
    let bitmap: Bitmap?
    if data.count == 1 {
      bitmap = rows.bitmap(inflating: bytes, data[0], expansion)
    } else {
      stream.removeAll(keepingCapacity: true)
      for range in data { stream += bytes[range] }
      bitmap = rows.bitmap(inflating: stream, 0..<stream.count, expansion)
    }
    return container.isAppleOptimized ? bitmap?.fromApple : bitmap
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
