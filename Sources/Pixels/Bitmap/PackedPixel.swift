extension Pixel {
  /// The samples in one number whose order is that of red, green, blue and alpha.
  @inline(__always)
  package var packed: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  /// Creates the pixel of a packed number.
  package init(packed: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: packed >> 24), green: UInt8(truncatingIfNeeded: packed >> 16),
      blue: UInt8(truncatingIfNeeded: packed >> 8), alpha: UInt8(truncatingIfNeeded: packed))
  }
}

extension Span where Element == UInt8 {
  /// Returns the pixel whose first sample is at `index`.
  @inline(__always)
  package func pixel(at index: Int) -> Pixel {
    Pixel(red: self[index], green: self[index + 1], blue: self[index + 2], alpha: self[index + 3])
  }
}
