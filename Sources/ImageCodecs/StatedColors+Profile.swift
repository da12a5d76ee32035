package import ImageContainers

extension StatedColors {
  /// Reads the color space of a parsed file, also from its ICC profile.
  package init(of container: ImageContainer, bytes: [UInt8]) {
    switch container {
    case .png(let png):
      self = StatedColors(chunksOf: png, in: bytes) ?? Self.profile(of: png, in: bytes)
    case .gif(let gif):
      self =
        gif.profileBlock.map { ICCProfile(Self.data(ofBlock: $0, in: bytes)).colors } ?? .nothing
    case .jpeg(let jpeg):
      // Marker, length, "ICC_PROFILE", number and count. No profile has more than 255 segments.
      let parts = jpeg.profileSegments.prefix(255).map { bytes[$0].dropFirst(18) }
      self = parts.isEmpty ? .nothing : ICCProfile(parts.flatMap { $0 }).colors
    }
  }

  private static func profile(of png: PNGContainer, in bytes: [UInt8]) -> StatedColors {
    guard let header = png.header,
      let chunk = png.colorChunks.first(where: { bytes[$0].dropFirst(4).starts(with: "iCCP".utf8) })
    else { return .nothing }
    // libpng accepts a gray profile only in a grayscale image.
    let isGray = header.colorType == .gray || header.colorType == .grayAlpha
    let pixel = PNGChunk.bigEndian32(1) + PNGChunk.bigEndian32(1) + [8, isGray ? 0 : 2, 0, 0, 0]
    let file =
      PNGChunk.signature + PNGChunk.bytes("IHDR", pixel) + bytes[chunk] + PNGChunk.bytes("IDAT")
    do {
      return ICCProfile(try Shim.profile(ofPNG: file)).colors
    } catch {
      return .unreadable(error.description)
    }
  }

  /// Returns the sub-blocks after a GIF's application identifier, without their sizes.
  private static func data(ofBlock block: Range<Int>, in bytes: [UInt8]) -> [UInt8] {
    var data: [UInt8] = []
    var offset = block.lowerBound + 14
    while offset < block.upperBound, bytes[offset] > 0 {
      let end = min(block.upperBound, offset + 1 + Int(bytes[offset]))
      data += bytes[offset + 1..<end]
      offset = end
    }
    return data
  }
}
