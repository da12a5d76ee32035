internal import ImageContainers
internal import Pixels

/// The palette of a PNG.
struct PNGPalette: Sendable {
  /// The colors, those that are not opaque first, so tRNS is short.
  let colors: [Pixel]
  /// IHDR's bit depth: the smallest that has an index for each color.
  let bitDepth: Int
  private let indices: [UInt32: UInt8]

  /// Creates a palette of 1 to 256 different colors.
  init(_ colors: [Pixel]) {
    self.colors = colors.filter { $0.alpha < 255 } + colors.filter { $0.alpha == 255 }
    bitDepth = [1, 2, 4].first { colors.count <= 1 << $0 } ?? 8
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

  /// PLTE, and tRNS if any color is not opaque.
  var chunks: [UInt8] {
    let alphas = colors.map(\.alpha).prefix { $0 < 255 }
    return PNGChunk.bytes("PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] })
      + (alphas.isEmpty ? [] : PNGChunk.bytes("tRNS", Array(alphas)))
  }
}
