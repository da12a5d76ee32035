internal import Basics
internal import Pixels

/// The colors of all images of a file, from which the layouts follow that can store them.
///
/// Fully transparent pixels count as one color.
struct ColorSurvey {
  private var hasTransparent = false
  private var hasTranslucent = false
  private var isGray = true
  /// The fewest bits that store each gray.
  private var grayDepth = 1
  /// The visible colors; nil if there are more than 256.
  private var colors: Set<UInt32>? = []
  /// A bit for each opaque color; empty if no color is looked for that is not used.
  private var opaqueColors: [UInt64]

  /// - Parameter isEstimate: whether the layouts only tell sizes: then any color may stand for the transparent one.
  init(of bitmaps: some Sequence<Bitmap>, isEstimate: Bool = false) {
    opaqueColors = isEstimate ? [] : [UInt64](repeating: 0, count: 1 << 18)
    for bitmap in bitmaps { add(bitmap) }
  }

  mutating func add(_ bitmap: Bitmap) {
    let samples = bitmap.samples.span
    var last: UInt32?
    // Colors that were seen, each at one place; no visible one is 0.
    var seen = [UInt32](repeating: 0, count: 1 << 10)
    var recent = seen.mutableSpan
    for index in stride(from: 0, to: samples.count, by: 4) {
      let word = samples.pixelWord(at: index)
      // Most pixels equal their neighbor.
      if word == last { continue }
      last = word
      if word >> 24 == 0 {
        hasTransparent = true
        continue
      }
      let packed = word.byteSwapped
      let place = packed.slot(bits: 10)
      if recent[place] == packed { continue }
      recent[place] = packed
      let pixel = Pixel(packed: packed)
      if pixel.alpha < 255 { hasTranslucent = true }
      if pixel.red != pixel.green || pixel.green != pixel.blue { isGray = false }
      if isGray { grayDepth = max(grayDepth, Self.bits(ofGray: pixel.red)) }
      if !opaqueColors.isEmpty {
        opaqueColors[Int(packed >> 14)] |= 1 << UInt64(packed >> 8 & 63)
      }
      colors?.insert(packed)
      if let count = colors?.count, count > 256 { colors = nil }
    }
  }

  private static func bits(ofGray code: UInt8) -> Int {
    [1, 2, 4].first { Int(code) % (255 / (1 << $0 - 1)) == 0 } ?? 8
  }

  /// The first color that no visible pixel has.
  private var unusedColor: Pixel? {
    if opaqueColors.isEmpty { return .clear }
    guard let word = opaqueColors.firstIndex(where: { $0 != .max }) else { return nil }
    let number = word << 6 | (~opaqueColors[word]).trailingZeroBitCount
    return Pixel(packed: UInt32(number) << 8 | 255)
  }

  /// The first gray of a number of bits that no visible pixel has.
  private func unusedGray(ofDepth depth: Int) -> UInt8? {
    if opaqueColors.isEmpty { return 0 }
    let step = 255 / (1 << depth - 1)
    let gray = (0..<1 << depth).first { level in
      let color = UInt32(level * step) * 0x010101
      return opaqueColors[Int(color >> 6)] >> UInt64(color & 63) & 1 == 0
    }
    return gray.map(UInt8.init)
  }

  /// The layouts that store all images and may be the smallest.
  ///
  /// - Parameters:
  ///   - isAnimated: whether a transparent color is useful even if all pixels are visible: frames use it
  ///     for pixels that do not change.
  ///   - description: the color information that the file has. A profile describes gray or color.
  ///   - allowsPalette: whether the file may have a palette or a transparent color (PLTE, tRNS).
  ///   - allowsGray: whether a file that is not described as gray may be.
  func layouts(
    isAnimated: Bool, _ description: ColorDescription, allowsPalette: Bool, allowsGray: Bool
  ) -> [PNGLayout] {
    let storesGray =
      description.isGray || allowsGray && isGray && description.fitsGrayAndColor
    let needsTransparency = hasTransparent || hasTranslucent || isAnimated
    guard allowsPalette else {
      let layout = PNGLayout(gray: storesGray, alpha: needsTransparency)
      // Alpha lets a frame omit unchanged pixels, but costs one sample per pixel.
      return isAnimated && !hasTransparent && !hasTranslucent
        ? [layout, PNGLayout(gray: storesGray, alpha: false)] : [layout]
    }
    var layouts: [PNGLayout] = []
    // As for palettes.
    let depth = isAnimated ? 8 : grayDepth
    let unusedGray = unusedGray(ofDepth: depth)
    if hasTranslucent || needsTransparency && (storesGray ? unusedGray == nil : unusedColor == nil)
    {
      layouts.append(PNGLayout(gray: storesGray, alpha: true))
    } else if storesGray {
      layouts.append(.gray(bitDepth: depth, key: needsTransparency ? unusedGray : nil))
    } else {
      layouts.append(.rgb(key: needsTransparency ? unusedColor : nil))
    }
    if let palette = palette(isAnimated: isAnimated),
      !description.isGray || description.fitsGrayAndColor
    {
      layouts.append(.indexed(PNGPalette(palette, isAnimated: isAnimated)))
    }
    return layouts
  }

  /// All colors in the order of their channels, after transparent black if it is needed or useful; nil
  /// if there are too many.
  private func palette(isAnimated: Bool) -> [Pixel]? {
    guard let colors, colors.count + (hasTransparent ? 1 : 0) <= 256 else { return nil }
    let storesClear = hasTransparent || isAnimated && colors.count < 256
    return (storesClear ? [.clear] : []) + colors.sorted().map(Pixel.init(packed:))
  }
}
