internal import ImageContainers
internal import Pixels

/// The storage of a file's pixels: IHDR's color type and bit depth, and the chunks PLTE and tRNS.
enum PNGLayout: Sendable {
  /// Every red, green and blue sample of a visible pixel is equal.
  ///
  /// - Parameters:
  ///   - bitDepth: 1, 2, 4 or 8; each sample is a multiple of 255 / (2^bitDepth - 1).
  ///   - key: the sample, at this depth, of transparent pixels and of no other; nil if all are opaque.
  case gray(bitDepth: Int = 8, key: UInt8? = nil)
  case grayAlpha
  /// - Parameter key: the color of transparent pixels and of no other; nil if all are opaque.
  case rgb(key: Pixel? = nil)
  case rgba
  /// Every pixel is a color of the palette.
  case indexed(PNGPalette)

  /// The layout of 8 bits per channel without a transparent color.
  init(gray: Bool, alpha: Bool) {
    self = gray ? (alpha ? .grayAlpha : .gray()) : (alpha ? .rgba : .rgb())
  }

  var colorType: UInt8 {
    switch self {
    case .gray: 0
    case .rgb: 2
    case .indexed: 3
    case .grayAlpha: 4
    case .rgba: 6
    }
  }

  var bitDepth: Int {
    switch self {
    case .gray(let bitDepth, _): bitDepth
    case .indexed(let palette): palette.bitDepth
    case .grayAlpha, .rgb, .rgba: 8
    }
  }

  /// Whether a frame can leave pixels as they are.
  var hasTransparency: Bool {
    switch self {
    case .gray(_, let key): key != nil
    case .rgb(let key): key != nil
    case .grayAlpha, .rgba: true
    case .indexed(let palette): palette.colors.contains(.clear)
    }
  }

  /// PLTE and tRNS, if the layout has them.
  var chunks: [UInt8] {
    switch self {
    case .indexed(let palette): palette.chunks
    case .gray(_, let key?): PNGChunk.bytes("tRNS", [0, key])
    case .rgb(let key?): PNGChunk.bytes("tRNS", [0, key.red, 0, key.green, 0, key.blue])
    case .gray, .rgb, .grayAlpha, .rgba: []
    }
  }

  func rows(of bitmap: Bitmap) -> PixelRows {
    switch self {
    case .rgba:
      return PixelRows(bytes: bitmap.samples, rowSize: bitmap.width * 4, pixelSize: 4)
    case .rgb(let key):
      let key = key ?? .clear
      return rows(of: bitmap, pixelSize: 3) { pixel, bytes in
        let color = pixel.alpha == 0 ? key : pixel
        bytes.append(color.red)
        bytes.append(color.green)
        bytes.append(color.blue)
      }
    case .grayAlpha:
      return rows(of: bitmap, pixelSize: 2) { pixel, bytes in
        bytes.append(pixel.red)
        bytes.append(pixel.alpha)
      }
    case .gray(let bitDepth, let key):
      let step = UInt8(255 / ((1 << bitDepth) - 1))
      let key = key ?? 0
      return packed(bitmap, bitDepth: bitDepth) { $0.alpha == 0 ? key : $0.red / step }
    case .indexed(let palette):
      return packed(bitmap, bitDepth: palette.bitDepth, palette.index)
    }
  }

  private func rows(
    of bitmap: Bitmap, pixelSize: Int, append: (Pixel, inout [UInt8]) -> Void
  ) -> PixelRows {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(bitmap.width * bitmap.height * pixelSize)
    let samples = bitmap.samples.span
    for index in stride(from: 0, to: samples.count, by: 4) {
      append(samples.pixel(at: index), &bytes)
    }
    return PixelRows(bytes: bytes, rowSize: bitmap.width * pixelSize, pixelSize: pixelSize)
  }

  /// The rows of values of `bitDepth` bits. The leftmost value is in the highest bits, and each row
  /// begins with a new byte (PNG Third Edition, 7.2).
  private func packed(
    _ bitmap: Bitmap, bitDepth: Int, _ value: (Pixel) -> UInt8
  ) -> PixelRows {
    let perByte = 8 / bitDepth
    let rowSize = (bitmap.width + perByte - 1) / perByte
    var bytes = [UInt8](repeating: 0, count: rowSize * bitmap.height)
    var target = bytes.mutableSpan
    let samples = bitmap.samples.span
    // Most pixels equal their neighbor.
    var last = samples.pixelWord(at: 0)
    var lastValue = value(samples.pixel(at: 0))
    var index = 0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let word = samples.pixelWord(at: index)
        if word != last { (last, lastValue) = (word, value(samples.pixel(at: index))) }
        if perByte == 1 {
          target[index / 4] = lastValue
        } else {
          target[y * rowSize + x / perByte] |= lastValue << UInt8(8 - bitDepth * (x % perByte + 1))
        }
        index += 4
      }
    }
    return PixelRows(bytes: bytes, rowSize: rowSize, pixelSize: 1)
  }
}

struct PNGPalette: Sendable {
  /// The colors, those that are not opaque first, so tRNS is short.
  let colors: [Pixel]
  /// IHDR's bit depth: for a still image, the smallest that has an index for each color. Animations have 8, because
  /// ffmpeg decodes frames of an area with fewer incorrectly.
  let bitDepth: Int
  private let indices: [UInt32: UInt8]

  /// Creates a palette of 1 to 256 different colors.
  init(_ colors: [Pixel], isAnimated: Bool) {
    let bitDepth = isAnimated ? 8 : [1, 2, 4].first { colors.count <= 1 << $0 } ?? 8
    self.init(colors, bitDepth: bitDepth)
  }

  private init(_ colors: [Pixel], bitDepth: Int) {
    self.colors = colors.filter { $0.alpha < 255 } + colors.filter { $0.alpha == 255 }
    self.bitDepth = bitDepth
    indices = Dictionary(
      uniqueKeysWithValues: self.colors.enumerated().map { ($1.packed, UInt8($0)) })
  }

  /// Returns the index of a color, which the palette has. Transparent pixels have one color.
  func index(of pixel: Pixel) -> UInt8 {
    guard let index = indices[pixel.alpha == 0 ? Pixel.clear.packed : pixel.packed] else {
      preconditionFailure("a color is missing from the palette")
    }
    return index
  }

  /// Returns palettes of the same colors that may make a still image smaller: the most frequent colors first, neighbors in
  /// the image next to each other, and a byte for each pixel.
  ///
  /// Source: the second follows the idea of Zeng, Li and Lei, "An efficient color re-indexing scheme for palette-based
  /// compression", 2000.
  func otherOrders(for image: Bitmap) -> [PNGPalette] {
    let count = colors.count
    var frequency = [Int](repeating: 0, count: count)
    var pairs = [Int](repeating: 0, count: count * count)
    let samples = image.samples.span
    var last = 0
    for start in stride(from: 0, to: samples.count, by: 4) {
      let index = Int(index(of: samples.pixel(at: start)))
      frequency[index] += 1
      if index != last, start % (image.width * 4) > 0 {
        pairs[index * count + last] += 1
        pairs[last * count + index] += 1
      }
      last = index
    }
    let byFrequency = colors.indices.sorted {
      (frequency[$1], $0) < (frequency[$0], $1)
    }
    var chain = [byFrequency[0]]
    var rest = Array(byFrequency.dropFirst())
    while let end = chain.last,
      let next = rest.indices.max(by: {
        pairs[end * count + rest[$0]] < pairs[end * count + rest[$1]]
      })
    {
      chain.append(rest.remove(at: next))
    }
    return [byFrequency, chain].map { order in
      PNGPalette(order.map { colors[$0] }, bitDepth: bitDepth)
    } + (bitDepth < 8 ? [PNGPalette(colors, bitDepth: 8)] : [])
  }

  /// PLTE, and tRNS if any color is not opaque.
  var chunks: [UInt8] {
    let alphas = colors.map { $0.alpha }.prefix { $0 < 255 }
    return PNGChunk.bytes("PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] })
      + (alphas.isEmpty ? [] : PNGChunk.bytes("tRNS", Array(alphas)))
  }
}
