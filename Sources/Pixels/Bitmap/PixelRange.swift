/// A range of each channel.
struct PixelRange {
  // Each channel has a lane of 16 bits. With the highest bit of all lanes set, one subtraction compares
  // all channels: the bit remains in the lanes whose difference is not negative.
  private static let highest: UInt64 = 0x8000_8000_8000_8000
  private let lower: UInt64
  private let upper: UInt64

  /// Creates the range from one pixel to another, both included.
  init(from lower: Pixel, to upper: Pixel) {
    self.lower = pixelLanes(lower.packed.byteSwapped)
    self.upper = pixelLanes(upper.packed.byteSwapped) | Self.highest
  }

  /// Creates the range of the pixels that differ from one by at most `tolerance` in red, green and blue.
  ///
  /// - Parameter minimumAlpha: their smallest alpha; by default, alpha differs as little.
  init(around pixel: Pixel, tolerance: UInt8, minimumAlpha: UInt8? = nil) {
    func least(_ code: UInt8) -> UInt8 { code - min(code, tolerance) }
    func most(_ code: UInt8) -> UInt8 { code + min(255 - code, tolerance) }
    self.init(
      from: Pixel(
        red: least(pixel.red), green: least(pixel.green), blue: least(pixel.blue),
        alpha: minimumAlpha ?? least(pixel.alpha)),
      to: Pixel(
        red: most(pixel.red), green: most(pixel.green), blue: most(pixel.blue),
        alpha: minimumAlpha == nil ? most(pixel.alpha) : 255))
  }

  /// Whether all channels of a pixel, red in the lowest byte, are in their ranges.
  @inline(__always)
  func contains(_ pixel: UInt32) -> Bool {
    let lanes = pixelLanes(pixel)
    return ((lanes | Self.highest) &- lower) & (upper &- lanes) & Self.highest == Self.highest
  }
}
