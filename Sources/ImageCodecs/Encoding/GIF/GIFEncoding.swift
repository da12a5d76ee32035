internal import ImageContainers
internal import Pixels
internal import Timing

/// Encodes canvases as a GIF: one palette for all frames, opaque or fully transparent pixels, and each frame
/// no larger than the changed area.
enum GIFEncoding {
  /// The largest number of colors: one index of 256 is transparent.
  static let maximumColors = 255

  /// Those of a palette, as for `ColorHistogram`. Finer colors follow the dithering of most GIFs: its noise,
  /// resampled, doubles the size of a file.
  static let distinctBits: UInt32 = 5

  // At half coverage, dropping an edge pixel and keeping it have the same error.
  private static let leastVisibleAlpha: UInt8 = 128

  struct Patch {
    var area: PixelRect
    /// The compressed indices.
    var data: [UInt8]
    /// The operation on the area before the next frame.
    var dispose: DisposeOperation
    /// The index that leaves a pixel as it is.
    var transparent: UInt8?
    /// The frame's own palette; empty for that of the file.
    var palette: [Pixel] = []
  }

  /// The indices of a canvas, row by row.
  fileprivate struct Plane {
    var width: Int
    var indices: [UInt8]
  }

  /// Returns the file, with the given palette for all frames, or one of all colors, or a palette for each frame.
  static func encode(
    _ animation: CanvasAnimation, loop: LoopCount, _ colors: ColorDescription
  ) throws(ImageError) -> [UInt8] {
    try checkSize(of: animation.canvases[0])
    var histogram = ColorHistogram()
    for canvas in animation.canvases { histogram.add(hardened(canvas)) }
    if histogram.colors(atMost: maximumColors) == nil,
      let gif = withLocalPalettes(animation, loop: loop, colors)
    {
      return gif
    }
    let palette = histogram.palette(maximumColors: maximumColors, distinctBits: distinctBits)
    return try encode(animation, loop: loop, palette: palette, .none, colors)
  }

  /// Returns the file with one palette for all frames.
  ///
  /// - Parameters:
  ///   - palette: opaque colors, at most 255.
  ///   - show: called with each canvas that the file shows.
  static func encode(
    _ animation: CanvasAnimation, loop: LoopCount, palette: [Pixel], _ tolerance: Tolerance,
    _ colors: ColorDescription, show: ((Bitmap) -> Void)? = nil
  ) throws(ImageError) -> [UInt8] {
    let canvases = animation.canvases
    try checkSize(of: canvases[0])
    let (width, height) = (canvases[0].width, canvases[0].height)
    // The last index is transparent, so it never collides with a color.
    let bits = bits(ofColors: palette.count + 1)
    let transparent = UInt8((1 << bits) - 1)
    var matcher = PaletteMatcher(palette: palette.isEmpty ? [.clear] : palette)
    var choices = LZWEncoder.Choices(
      indices: Array(repeating: [(transparent, 0)], count: 256), transparent: transparent)
    choices.indices.replaceSubrange(
      0..<palette.count, with: matcher.similarColors(tolerance).prefix(palette.count))
    var encoder = LZWEncoder(bits: bits, choices)
    let costs = costs(of: choices)
    // Any color stands for the transparent index.
    var gif = start(of: canvases[0], palette: palette + [.clear], loop, colors)
    var shown = Plane(width: width, indices: Array(repeating: transparent, count: width * height))
    var next = plane(of: canvases[0], transparent, &matcher)
    for index in canvases.indices {
      let wanted = next
      if index + 1 < canvases.count {
        next = plane(of: canvases[index + 1], transparent, &matcher)
      }
      // A GIF cannot draw transparent pixels, so this frame must clear the area that disappears next.
      let vanishing = Plane.area(
        zip(wanted.indices, next.indices).map { $0 != transparent && $1 == transparent }, width)
      let limits = tolerance.limits(of: canvases[index])
      let keepCosts = keepCosts(of: shown, insteadOf: wanted, costs, limits)
      let changed = zip(zip(wanted.indices, shown.indices), keepCosts).map {
        $0.0 != $0.1 && $1 == .infinity
      }
      var area = Plane.area(changed, width) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
      if let vanishing { area = area.union(vanishing) }
      let (data, stored) = encoder.encode(
        wanted.cropped(to: area), keepCosts: Plane.cropped(keepCosts, width, to: area),
        limits: Plane.cropped(limits, width, to: area))
      gif += image(
        Patch(
          area: area, data: data, dispose: vanishing == nil ? .none : .background,
          transparent: transparent), animation.delays[index])
      shown.draw(stored, in: area) { $0 != transparent }
      show?(shown.bitmap(palette, height: height))
      if vanishing != nil {
        shown.draw(Array(repeating: transparent, count: stored.count), in: area) { _ in true }
      }
    }
    return gif + [0x3B]
  }

  /// The cost of leaving a pixel as it is, by its wanted index and then the one that is shown; infinite for
  /// a color that looks different.
  private static func costs(of choices: LZWEncoder.Choices) -> [Float] {
    var costs = [Float](repeating: .infinity, count: 1 << 16)
    for (wanted, similar) in choices.indices.enumerated() {
      for (index, cost) in similar where index != choices.transparent {
        costs[wanted << 8 | Int(index)] = cost
      }
    }
    return costs
  }

  /// The cost of leaving each pixel as it is shown; infinite where that is more than its limit.
  private static func keepCosts(
    of shown: Plane, insteadOf wanted: Plane, _ costs: [Float], _ limits: [Float]
  ) -> [Float] {
    var result = limits
    let (wanted, shown, costs) = (wanted.indices.span, shown.indices.span, costs.span)
    var target = result.mutableSpan
    for place in target.indices {
      let cost = costs[Int(wanted[place]) << 8 | Int(shown[place])]
      target[place] = cost <= target[place] ? cost : .infinity
    }
    return result
  }

  /// The index of each pixel of a canvas after it is hardened.
  private static func plane(
    of canvas: Bitmap, _ transparent: UInt8, _ matcher: inout PaletteMatcher
  ) -> Plane {
    let samples = canvas.samples.span
    var indices = [UInt8](repeating: transparent, count: canvas.width * canvas.height)
    var target = indices.mutableSpan
    // Most pixels equal their neighbor.
    var (last, lastIndex) = (UInt32(0), transparent)
    for place in target.indices {
      let word = samples.pixelWord(at: place * 4)
      if word != last {
        last = word
        lastIndex =
          word >> 24 < leastVisibleAlpha
          ? transparent : UInt8(matcher.index(of: Pixel(packed: (word | 0xFF00_0000).byteSwapped)))
      }
      target[place] = lastIndex
    }
    return Plane(width: canvas.width, indices: indices)
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

  /// Throws `codecFailed` if a side of an image is out of range.
  static func checkSize(of canvas: Bitmap) throws(ImageError) {
    guard (1...65_535).contains(canvas.width), (1...65_535).contains(canvas.height) else {
      throw .codecFailed(
        "invalid GIF size: expected sides of 1 to 65535 px, found \(canvas.width) × \(canvas.height)"
      )
    }
  }

  /// Returns what precedes the frames, without a table for an empty palette.
  static func start(
    of canvas: Bitmap, palette: [Pixel], _ loop: LoopCount, _ colors: ColorDescription
  ) -> [UInt8] {
    let (flags, table) = table(palette)
    var gif = Array("GIF89a".utf8) + littleEndian(canvas.width) + littleEndian(canvas.height)
    gif += [0x70 | flags, 0, 0] + table + colors.block
    if let repetitions = loop.repetitions {
      gif +=
        [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + littleEndian(repetitions) + [0]
    }
    return gif
  }

  /// Returns a palette, filled up to a power of two, and the flags that state its size.
  private static func table(_ palette: [Pixel]) -> (flags: UInt8, colors: [UInt8]) {
    guard !palette.isEmpty else { return (0, []) }
    let bits = bits(ofColors: palette.count)
    var colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
    colors += [UInt8](repeating: 0, count: 3 * (1 << bits) - colors.count)
    return (0x80 | UInt8(bits - 1), colors)
  }

  static func image(_ patch: Patch, _ delay: Delay) -> [UInt8] {
    // An image without one stays, is opaque and has a delay of 0.
    let needsControl =
      patch.transparent != nil || patch.dispose != .none || delay.hundredths > 0
    let control: [UInt8] =
      !needsControl
      ? []
      : [0x21, 0xF9, 4, (patch.dispose.code + 1) << 2 | (patch.transparent == nil ? 0 : 1)]
        + littleEndian(delay.hundredths) + [patch.transparent ?? 0, 0]
    let place = [patch.area.x, patch.area.y, patch.area.width, patch.area.height]
    let (flags, colors) = table(patch.palette)
    return control + [0x2C] + place.flatMap(littleEndian) + [flags] + colors + patch.data
  }

  /// The size of the palette of a number of colors as a power of two, at least 1.
  static func bits(ofColors count: Int) -> Int {
    max(1, Int.bitWidth - (count - 1).leadingZeroBitCount)
  }

  private static func littleEndian(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}

extension GIFEncoding.Plane {
  /// Returns the bounds of pixels that are listed row by row.
  fileprivate static func area(_ isIncluded: [Bool], _ width: Int) -> PixelRect? {
    var (left, right, top, bottom) = (width, -1, -1, -1)
    for start in stride(from: 0, to: isIncluded.count, by: width) {
      let row = isIncluded[start..<start + width]
      guard let first = row.firstIndex(of: true), let last = row.lastIndex(of: true) else {
        continue
      }
      (left, right) = (min(left, first - start), max(right, last - start))
      bottom = start / width
      if top < 0 { top = bottom }
    }
    guard right >= 0 else { return nil }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// The indices in an area, row by row.
  fileprivate func cropped(to area: PixelRect) -> [UInt8] {
    Self.cropped(indices, width, to: area)
  }

  /// The values of the pixels in an area, row by row.
  fileprivate static func cropped<Value>(
    _ values: [Value], _ width: Int, to area: PixelRect
  ) -> [Value] {
    var result: [Value] = []
    result.reserveCapacity(area.width * area.height)
    for y in area.y..<area.y + area.height {
      result += values[y * width + area.x..<y * width + area.x + area.width]
    }
    return result
  }

  /// Replaces the pixels of an area by those that are visible.
  fileprivate mutating func draw(
    _ source: [UInt8], in area: PixelRect, where isVisible: (UInt8) -> Bool
  ) {
    let columns = area.width
    for y in 0..<area.height {
      let start = (area.y + y) * width + area.x
      for x in 0..<columns where isVisible(source[y * columns + x]) {
        indices[start + x] = source[y * columns + x]
      }
    }
  }

  fileprivate func bitmap(_ palette: [Pixel], height: Int) -> Bitmap {
    let words =
      palette.map { $0.packed.byteSwapped } + [UInt32](repeating: 0, count: 256 - palette.count)
    var result = Bitmap(width: width, height: height)
    var samples = result.samples.mutableSpan
    for (place, index) in indices.enumerated() {
      samples.storePixelWord(words[Int(index)], at: place * 4)
    }
    return result
  }
}
