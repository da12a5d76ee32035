/// The colors of a canvas's visible pixels, for comparing the art with any background.
package struct ArtColors: Sendable, Equatable {
  private struct Share: Equatable {
    var color: Pixel
    /// The fraction of the visible pixels, 0 to 1.
    var share: Double
  }

  private let shares: [Share]

  /// Counts evenly spaced visible pixels of a canvas, about 128 per row and column.
  package init(of bitmap: Bitmap) {
    var counts: [UInt32: Int] = [:]
    let distance = max(1, max(bitmap.width, bitmap.height) / 128)
    let samples = bitmap.samples.span
    // Neighbors often have one color, and are counted together.
    var (last, run) = (UInt32(0), 0)
    for y in stride(from: 0, to: bitmap.height, by: distance) {
      for x in stride(from: 0, to: bitmap.width, by: distance) {
        let pixel = samples.pixel(at: (y * bitmap.width + x) * 4)
        guard pixel.alpha > 0 else { continue }
        // Steps of 8 codes are precise enough for `BackgroundColor`.
        let color = pixel.packed & 0xF8F8_F8F8 | 0x0404_0404
        if color != last {
          if run > 0 { counts[last, default: 0] += run }
          (last, run) = (color, 0)
        }
        run += 1
      }
    }
    if run > 0 { counts[last, default: 0] += run }
    let visible = Double(max(1, counts.values.reduce(0, +)))
    shares = counts.sorted { $0.key < $1.key }.map {
      Share(color: Pixel(packed: $0.key), share: Double($0.value) / visible)
    }
  }

  /// Returns the fraction of the visible pixels that can be told apart from an opaque background, 0
  /// to 1, as `BackgroundColor` defines it.
  package func visibleShare(on background: Pixel) -> Double {
    let background = BackgroundColor(background)
    return shares.reduce(0) {
      background.shows($1.color) ? $0 + $1.share : $0
    }
  }
}

// A list of hundreds of structs would be most of a picture's facts, and take most of the time to read
// them from a cache.
extension ArtColors: Codable {
  /// The bytes of a share: those of its color, then those of its number.
  private static let bytesPerShare = 12

  package init(from decoder: any Decoder) throws {
    let bytes = try decoder.singleValueContainer().decode([UInt8].self)
    guard bytes.count % Self.bytesPerShare == 0 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "incomplete share"))
    }
    shares = unsafe bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: Self.bytesPerShare).map { start in
        let color = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
        let share = unsafe bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt64.self)
        return Share(
          color: Pixel(packed: UInt32(littleEndian: color)),
          share: Double(bitPattern: UInt64(littleEndian: share)))
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(shares.count * Self.bytesPerShare)
    for share in shares {
      unsafe withUnsafeBytes(of: share.color.packed.littleEndian) { unsafe bytes += $0 }
      unsafe withUnsafeBytes(of: share.share.bitPattern.littleEndian) { unsafe bytes += $0 }
    }
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
