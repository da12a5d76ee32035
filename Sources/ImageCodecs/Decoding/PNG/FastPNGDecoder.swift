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
    if let bitmap = validImage(data, width, height) { return (bitmap, nil) }
    return try reference.image(data, width: width, height: height)
  }

  private mutating func validImage(_ data: [Range<Int>], _ width: Int, _ height: Int) -> Bitmap? {
    guard let header = container.header, let expansion,
      // These would need three times as much memory as their canvas.
      !(header.interlaced && header.bitDepth == 16)
    else { return nil }
    let rows = StoredRows(
      width: width, height: height, interlaced: header.interlaced, pixelBits: expansion.pixelBits)
    // The reference decoder limits what a longer stream may hold.
    guard data.reduce(0, { $0 + $1.count }) <= rows.byteCount + 1 << 16 else { return nil }
    if data.count == 1 { return rows.bitmap(inflating: bytes, data[0], expansion) }
    stream.removeAll(keepingCapacity: true)
    for range in data { stream += bytes[range] }
    return rows.bitmap(inflating: stream, 0..<stream.count, expansion)
  }
}
