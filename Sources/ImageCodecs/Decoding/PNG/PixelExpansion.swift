internal import ImageContainers

/// Converts stored pixels of a PNG to straight RGBA of 8 bits per channel (PNG Third Edition, 13.12).
struct PixelExpansion {
  private let type: PNGContainer.ColorType
  private let depth: Int
  /// The color of each index, red in the lowest byte; black for those beyond the palette.
  private var colors = [UInt32](repeating: 0, count: 256)
  /// The number of valid indices.
  private var colorCount = 256
  /// The samples of the color that is transparent, 16 bits each, red in the lowest; no pixel's samples
  /// without one.
  private var transparent = UInt64.max

  let pixelBits: Int

  /// Creates the conversion for a file; nil without a palette that it needs, and for a transparent color
  /// that no pixel can have.
  init?(_ container: PNGContainer, _ bytes: [UInt8]) {
    guard let header = container.header else { return nil }
    (type, depth) = (header.colorType, header.bitDepth)
    pixelBits = type.channels * depth
    let transparency = container.transparency.map { Array(bytes[$0]) }
    if type == .indexed {
      guard let palette = container.palette.map({ Array(bytes[$0]) }) else { return nil }
      setPalette(palette, alpha: transparency ?? [])
    } else {
      if let transparency {
        var key: UInt64 = 0
        for (index, start) in stride(from: 0, to: transparency.count, by: 2).enumerated() {
          let sample = UInt64(transparency[start]) << 8 | UInt64(transparency[start + 1])
          // libpng warns about samples of more bits than the image has.
          guard sample < 1 << UInt64(depth) else { return nil }
          key |= sample << UInt64(16 * index)
        }
        transparent = key
      }
      if type == .gray, depth <= 8 { setGray() }
    }
  }

  private mutating func setPalette(_ palette: [UInt8], alpha: [UInt8]) {
    colorCount = palette.count / 3
    for index in 0..<colorCount {
      colors[index] = Self.pixel(
        UInt32(palette[3 * index]), UInt32(palette[3 * index + 1]), UInt32(palette[3 * index + 2]),
        index < alpha.count ? UInt32(alpha[index]) : 255)
    }
  }

  private mutating func setGray() {
    colorCount = 1 << depth
    for value in 0..<colorCount {
      let gray = UInt32(value * 255 / (colorCount - 1))
      colors[value] = Self.pixel(gray, gray, gray, UInt64(value) == transparent ? 0 : 255)
    }
  }

  /// Converts the pixels of a row.
  ///
  /// Unsafe: nothing checks that `row` has as many pixels, rounded up to a byte, and that `samples` has four bytes at
  /// `4 * step * x` for each.
  ///
  /// - Parameters:
  ///   - row: `count` pixels of `pixelBits` bits.
  ///   - samples: where the first pixel goes, in a bitmap that contains all of them.
  ///   - step: the distance between two pixels in the bitmap, in pixels.
  /// - Returns: false if an index is beyond the palette.
  @unsafe
  func expand(
    _ row: UnsafeRawPointer, count: Int, to samples: UnsafeMutableRawPointer, step: Int
  ) -> Bool {
    switch (type, depth) {
    case (.rgba, 8) where step == 1:
      unsafe samples.copyMemory(from: row, byteCount: 4 * count)
    case (.gray, 16): unsafe expandChannels(row, count, samples, step, channels: 1, bytes: 2)
    case (.grayAlpha, 16): unsafe expandChannels(row, count, samples, step, channels: 2, bytes: 2)
    case (.rgb, 16): unsafe expandChannels(row, count, samples, step, channels: 3, bytes: 2)
    case (.rgba, 16): unsafe expandChannels(row, count, samples, step, channels: 4, bytes: 2)
    case (.grayAlpha, _): unsafe expandChannels(row, count, samples, step, channels: 2, bytes: 1)
    case (.rgb, _): unsafe expandChannels(row, count, samples, step, channels: 3, bytes: 1)
    case (.rgba, _): unsafe expandChannels(row, count, samples, step, channels: 4, bytes: 1)
    case (.gray, _), (.indexed, _): return unsafe expandIndices(row, count, samples, step)
    }
    return true
  }

  private func expandIndices(
    _ row: UnsafeRawPointer, _ count: Int, _ samples: UnsafeMutableRawPointer, _ step: Int
  ) -> Bool {
    let depth = depth
    var highest: UInt8 = 0
    unsafe colors.withUnsafeBufferPointer { colors in
      func store(_ index: UInt8, _ x: Int) {
        highest = max(highest, index)
        // There are 256 colors, one for any byte.
        unsafe samples.storeBytes(
          of: colors[Int(index)], toByteOffset: 4 &* x &* step, as: UInt32.self)
      }
      if depth == 8 {
        for x in 0..<count { store(unsafe row.load(fromByteOffset: x, as: UInt8.self), x) }
      } else {
        let mask = UInt8(truncatingIfNeeded: 1 << depth - 1)
        for x in 0..<count {
          let bit = x &* depth
          let byte = unsafe row.load(fromByteOffset: bit &>> 3, as: UInt8.self)
          store(byte &>> UInt8(truncatingIfNeeded: 8 &- depth &- bit & 7) & mask, x)
        }
      }
    }
    return highest < colorCount
  }

  // Inlined into each call, so the number and size of samples are constants in the loop.
  @inline(__always)
  private func expandChannels(
    _ row: UnsafeRawPointer, _ count: Int, _ samples: UnsafeMutableRawPointer, _ step: Int,
    channels: Int, bytes: Int
  ) {
    let transparent = transparent
    for x in 0..<count {
      let start = x &* channels &* bytes
      func sample(_ channel: Int) -> UInt32 {
        let offset = start &+ channel &* bytes
        return bytes == 1
          ? UInt32(unsafe row.load(fromByteOffset: offset, as: UInt8.self))
          : UInt32(unsafe row.loadUnaligned(fromByteOffset: offset, as: UInt16.self).bigEndian)
      }
      let first = sample(0)
      let second = channels > 2 ? sample(1) : first
      let third = channels > 2 ? sample(2) : first
      let alpha: UInt32
      if channels == 2 || channels == 4 {
        alpha = Self.narrow(sample(channels &- 1), bytes)
      } else {
        let key =
          channels == 1
          ? UInt64(first) : UInt64(first) | UInt64(second) &<< 16 | UInt64(third) &<< 32
        alpha = key == transparent ? 0 : 255
      }
      let pixel = Self.pixel(
        Self.narrow(first, bytes), Self.narrow(second, bytes), Self.narrow(third, bytes), alpha)
      unsafe samples.storeBytes(of: pixel, toByteOffset: 4 &* x &* step, as: UInt32.self)
    }
  }

  /// Rounds 16 bits to the nearest 8, v × 255 / 65535, which 32895 makes exact for all v.
  @inline(__always)
  private static func narrow(_ sample: UInt32, _ bytes: Int) -> UInt32 {
    bytes == 1 ? sample : (sample &* 255 &+ 32895) &>> 16
  }

  @inline(__always)
  private static func pixel(
    _ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32
  ) -> UInt32 {
    (red | green &<< 8 | blue &<< 16 | alpha &<< 24).littleEndian
  }
}

extension PNGContainer.ColorType {
  fileprivate var channels: Int {
    switch self {
    case .gray, .indexed: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }
}
