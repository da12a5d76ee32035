package import ImageContainers

/// A file's color information, which a copy of the file keeps, unless it cannot be read.
public struct ColorDescription: Sendable, Equatable {
  /// Whether the file stores grayscale pixels, which a gray profile requires.
  package var isGray = false
  /// iCCP, sRGB, cICP, gAMA and cHRM chunks, a GIF's profile block or a JPEG's APP2 segments,
  /// copied from the file.
  package var bytes: [UInt8] = []

  /// No color information, which means sRGB.
  public init() {}

  /// A PNG's sRGB chunk with the perceptual rendering intent.
  public static let sRGB: ColorDescription = {
    var description = ColorDescription()
    description.bytes = PNGChunk.bytes("sRGB", [0])
    return description
  }()
}

extension ColorDescription {
  /// Reads the color information of a parsed file.
  package init(of container: ImageContainer, bytes file: [UInt8]) {
    if case .png(let png) = container {
      isGray = png.header?.colorType == .gray || png.header?.colorType == .grayAlpha
    }
    // Viewers ignore it in this file, but may not ignore it in another.
    if case .unreadable = StatedColors(of: container, bytes: file) { return }
    switch container {
    case .png(let png):
      bytes = png.colorChunks.flatMap { file[$0] }
    case .gif(let gif):
      bytes = gif.profileBlock.map { Array(file[$0]) } ?? []
    case .jpeg(let jpeg):
      // CMYK and gray are decoded to RGB, which their profiles do not describe.
      if jpeg.profileColorSpace == "RGB" { bytes = jpeg.profileSegments.flatMap { file[$0] } }
    }
  }
}
