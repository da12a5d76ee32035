package import ImageContainers

/// What a file says about the meaning of its colors, so that a copy can say the same.
package struct ColorDescription: Sendable, Equatable {
  /// Whether the file stores gray and no color, which a gray profile requires.
  package var isGray = false
  /// iCCP, sRGB, cICP, gAMA and cHRM chunks, a GIF's profile block or a JPEG's APP2 segments: as
  /// they stand in the file.
  package var bytes: [UInt8] = []

  /// Plain sRGB that says nothing about itself.
  package init() {}

  /// sRGB that says so, in a PNG's sRGB chunk with the intent for pictures.
  package static let sRGB: ColorDescription = {
    var description = ColorDescription()
    description.bytes = PNGChunk.bytes("sRGB", [0])
    return description
  }()
}

extension ColorDescription {
  /// What a walked file says about its colors.
  package init(of container: ImageContainer, bytes file: [UInt8]) {
    switch container {
    case .png(let png):
      isGray = png.header?.colorType == .gray || png.header?.colorType == .grayAlpha
      bytes = png.colorChunks.flatMap { file[$0] }
    case .gif(let gif):
      bytes = gif.profileBlock.map { Array(file[$0]) } ?? []
    case .jpeg(let jpeg):
      // Decoding turns inks and grays into RGB, which a profile for them no longer describes.
      if jpeg.profileColorSpace == "RGB" { bytes = jpeg.profileSegments.flatMap { file[$0] } }
    }
  }
}
