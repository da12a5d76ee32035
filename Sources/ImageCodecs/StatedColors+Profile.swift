package import ImageContainers

extension StatedColors {
  /// Reads the color space of a parsed file, including its ICC profile.
  package init(of container: ImageContainer, bytes: [UInt8]) {
    if case .png(let png) = container, let colors = StatedColors(chunksOf: png, in: bytes) {
      self = colors
      return
    }
    do {
      self = try ICCProfile(of: container, bytes: bytes)?.colors ?? .nothing
    } catch {
      self = .unreadable(error.description)
    }
  }
}

extension ICCProfile {
  /// Reads the profile of a parsed file; nil if it has none.
  ///
  /// - Throws: `codecFailed` if it cannot be decompressed.
  package init?(of container: ImageContainer, bytes: [UInt8]) throws(ImageError) {
    switch container {
    case .png(let png):
      guard let profile = try Self.profile(of: png, in: bytes) else { return nil }
      self.init(profile)
    case .gif(let gif):
      guard let block = gif.profileBlock else { return nil }
      self.init(Self.data(ofBlock: block, in: bytes))
    case .jpeg(let jpeg):
      // Marker, length, "ICC_PROFILE", number and count. No profile has more than 255 segments.
      let parts = jpeg.profileSegments.prefix(255).map { bytes[$0].dropFirst(18) }
      guard !parts.isEmpty else { return nil }
      self.init(parts.flatMap { $0 })
    }
  }

  private static func profile(
    of png: PNGContainer, in bytes: [UInt8]
  ) throws(ImageError) -> [UInt8]? {
    guard let header = png.header,
      let chunk = png.colorChunks.first(where: { bytes[$0].dropFirst(4).starts(with: "iCCP".utf8) })
    else { return nil }
    // libpng accepts a gray profile only in a grayscale image.
    let isGray = header.colorType == .gray || header.colorType == .grayAlpha
    let pixel = PNGChunk.bigEndian32(1) + PNGChunk.bigEndian32(1) + [8, isGray ? 0 : 2, 0, 0, 0]
    let file =
      PNGChunk.signature + PNGChunk.bytes("IHDR", pixel) + bytes[chunk] + PNGChunk.bytes("IDAT")
    return try Shim.profile(ofPNG: file)
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
