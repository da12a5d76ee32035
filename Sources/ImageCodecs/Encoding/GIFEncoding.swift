internal import Pixels

/// Encodes canvases as a GIF around giflib's LZW data: one palette for all frames, opaque or fully
/// transparent pixels, and each frame no larger than the changed area.
enum GIFEncoding {
  /// The largest number of colors: one index of 256 is transparent.
  static let maximumColors = 255

  // At half coverage, dropping an edge pixel and keeping it have the same error.
  private static let leastVisibleAlpha: UInt8 = 128

  /// A frame: its area, its image data and whether the area is cleared afterwards.
  private struct Patch {
    var area: PixelRect
    var data: [UInt8]
    var clears: Bool
  }

  static func encode(
    _ animation: CanvasAnimation, loopCount: Int?, _ colors: ColorDescription
  ) throws(ImageError) -> [UInt8] {
    let (width, height) = (animation.canvases[0].width, animation.canvases[0].height)
    guard (1...65_535).contains(width), (1...65_535).contains(height) else {
      throw .codecFailed(
        "invalid GIF size: expected sides of 1 to 65535 px, found \(width) × \(height)")
    }
    let canvases = animation.canvases.map(hardened)
    var histogram = ColorHistogram()
    for canvas in canvases { histogram.add(canvas) }
    let palette = palette(of: histogram, maximumColors: maximumColors)
    // The last index is transparent, so it never collides with a color.
    let bits = max(1, (palette.count).nextPowerOfTwoExponent)
    let transparent = UInt8((1 << bits) - 1)
    var matcher = PaletteMatcher(palette: palette.isEmpty ? [.clear] : palette)
    var gif = header(canvases[0], palette, bits)
    gif += colors.bytes
    if let loopCount { gif += loopBlock(loopCount) }
    var base = Bitmap(width: canvases[0].width, height: canvases[0].height)
    for (index, canvas) in canvases.enumerated() {
      let next = index + 1 < canvases.count ? canvases[index + 1] : nil
      let patch = try patch(canvas, on: base, before: next, bits, &matcher)
      gif += image(patch, animation.delays[index], transparent)
      base = canvas
      if patch.clears { base.clear(patch.area) }
    }
    return gif + [0x3B]
  }

  /// The palette of hardened canvases. Finer colors follow the dithering of most GIFs: its noise,
  /// resampled, doubles the size of a file.
  static func palette(of histogram: ColorHistogram, maximumColors: Int) -> [Pixel] {
    histogram.palette(maximumColors: maximumColors, distinctBits: 5)
  }

  /// The canvas with only opaque and fully transparent pixels.
  static func hardened(_ canvas: Bitmap) -> Bitmap {
    var result = canvas
    var samples = result.samples.mutableSpan
    for index in stride(from: 0, to: samples.count, by: 4) {
      if samples[index + 3] >= leastVisibleAlpha {
        samples[index + 3] = 255
      } else {
        for channel in 0..<4 { samples[index + channel] = 0 }
      }
    }
    return result
  }

  private static func patch(
    _ canvas: Bitmap, on base: Bitmap, before next: Bitmap?, _ bits: Int,
    _ matcher: inout PaletteMatcher
  ) throws(ImageError) -> Patch {
    var area =
      canvas.changedArea(from: base) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
    // A GIF cannot draw transparent pixels, so this frame must clear the area that disappears next.
    let vanishing = next.flatMap { canvas.areaVanishing(in: $0) }
    if let vanishing { area = area.union(vanishing) }
    let transparent = UInt8((1 << bits) - 1)
    var whole: [UInt8] = []
    whole.reserveCapacity(area.width * area.height)
    var changes = whole
    for y in area.y..<area.y + area.height {
      for x in area.x..<area.x + area.width {
        let pixel = canvas[x, y]
        whole.append(pixel.alpha == 0 ? transparent : matcher.index(of: pixel))
        changes.append(pixel == base[x, y] ? transparent : whole[whole.count - 1])
      }
    }
    // Leaving out unchanged pixels saves much in still areas, but interrupts runs in noisy ones.
    let data = try [changes, whole].map { indices throws(ImageError) in
      try Shim.encodeGIFData(indices, width: area.width, height: area.height, bits: bits)
    }
    return Patch(
      area: area, data: data[1].count < data[0].count ? data[1] : data[0],
      clears: vanishing != nil)
  }

  private static func header(_ canvas: Bitmap, _ palette: [Pixel], _ bits: Int) -> [UInt8] {
    var colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
    colors += [UInt8](repeating: 0, count: 3 * (1 << bits) - colors.count)
    let flags = 0x80 | 0x70 | UInt8(bits - 1)
    return Array("GIF89a".utf8) + littleEndian(canvas.width) + littleEndian(canvas.height)
      + [flags, 0, 0] + colors
  }

  private static func loopBlock(_ count: Int) -> [UInt8] {
    [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + littleEndian(count) + [0]
  }

  private static func image(
    _ patch: Patch, _ delay: CanvasAnimation.Delay, _ transparent: UInt8
  ) -> [UInt8] {
    let denominator = max(1, delay.denominator)
    // A GIF stores 16-bit hundredths of a second; delays from a GIF remain unchanged.
    let hundredths = min(65535, (delay.numerator * 100 + denominator / 2) / denominator)
    let dispose: UInt8 = patch.clears ? 2 : 1
    let control: [UInt8] =
      [0x21, 0xF9, 4, dispose << 2 | 1] + littleEndian(hundredths) + [transparent, 0]
    let place = [patch.area.x, patch.area.y, patch.area.width, patch.area.height]
    return control + [0x2C] + place.flatMap(littleEndian) + [0] + patch.data
  }

  private static func littleEndian(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}

extension Int {
  /// The smallest n for which 2^n is greater than this number.
  fileprivate var nextPowerOfTwoExponent: Int { bitWidth - leadingZeroBitCount }
}
