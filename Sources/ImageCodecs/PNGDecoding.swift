package import ImageContainers
internal import Pixels

/// Decodes the images inside a walked PNG, each as a stand-alone PNG of its own.
///
/// libpng never sees the file itself, so no ancillary chunk reaches it, and the static image and an
/// animation's frames take the same way.
package struct PNGDecoding {
  let container: PNGContainer
  let bytes: [UInt8]
  let mostPixels: Int

  /// Decodes one image of a PNG whose header is sound.
  package init(_ container: PNGContainer, bytes: [UInt8], mostPixels: Int) {
    self.container = container
    self.bytes = bytes
    self.mostPixels = mostPixels
  }

  /// The static image's samples as libpng gives them: straight RGBA of 8 or 16 bits a channel,
  /// 16-bit samples in this machine's byte order.
  package func staticSamples() throws(CodecFailure) -> (samples: [UInt8], bitsPerChannel: Int) {
    guard let header = container.header else { throw CodecFailure(description: "no header") }
    let image = try decode(container.imageData, header.width, header.height)
    return (image.samples, image.bitsPerChannel)
  }

  /// The image in the pieces of a zlib stream.
  func bitmap(
    _ data: [Range<Int>], _ width: Int, _ height: Int
  ) throws(CodecFailure) -> (bitmap: Bitmap, warning: String?) {
    let image = try decode(data, width, height)
    let samples =
      image.bitsPerChannel == 16 ? Self.narrowed(image.samples) : image.samples
    return (Bitmap(width: image.width, height: image.height, samples: samples), image.warning)
  }

  private func decode(
    _ data: [Range<Int>], _ width: Int, _ height: Int
  ) throws(CodecFailure) -> Shim.Image {
    guard let header = container.header else { throw CodecFailure(description: "no header") }
    var png = PNGChunk.signature
    func append(_ type: String, _ ranges: [Range<Int>]) {
      png += PNGChunk.bigEndian32(ranges.reduce(0) { $0 + $1.count })
      png += type.utf8
      for range in ranges { png += bytes[range] }
      // The walk has checked the file's own CRCs, and libpng is told not to look at these.
      png += [0, 0, 0, 0]
    }
    png += PNGChunk.bytes(
      "IHDR",
      PNGChunk.bigEndian32(width) + PNGChunk.bigEndian32(height) + [
        UInt8(header.bitDepth), UInt8(header.colorType.rawValue), 0, 0, header.interlaced ? 1 : 0,
      ])
    if let palette = container.palette { append("PLTE", [palette]) }
    if let transparency = container.transparency { append("tRNS", [transparency]) }
    append("IDAT", data)
    append("IEND", [])
    return try Shim.decodePNG(png, mostPixels: mostPixels)
  }

  private static func narrowed(_ wide: [UInt8]) -> [UInt8] {
    let wide = wide.span
    return (0..<wide.count / 2).map { index in
      #if _endian(little)
        let value = Int(wide[index * 2]) | Int(wide[index * 2 + 1]) << 8
      #else
        let value = Int(wide[index * 2]) << 8 | Int(wide[index * 2 + 1])
      #endif
      return UInt8((value * 255 + 32767) / 65535)
    }
  }
}
