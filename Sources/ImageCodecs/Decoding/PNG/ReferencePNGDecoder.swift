package import ImageContainers
internal import Pixels

/// Decodes images with libpng, each as a PNG file of its own.
///
/// libpng does not see the original file, so ancillary chunks never reach it, and the frames of an
/// animation are decoded as the static image is.
package struct ReferencePNGDecoder {
  private let container: PNGContainer
  private let header: PNGContainer.Header
  private let bytes: [UInt8]

  /// Creates a decoder of a PNG within the limits; nil without a header.
  package init?(_ container: PNGContainer, bytes: [UInt8]) {
    guard let header = container.header else { return nil }
    (self.container, self.header, self.bytes) = (container, header, bytes)
  }

  /// Decodes the static image to straight RGBA of 8 or 16 bits per channel. 16-bit samples are in
  /// native byte order.
  package func staticSamples() throws(ImageError) -> (samples: [UInt8], bitsPerChannel: Int) {
    let samples = try decode(container.imageData, header.width, header.height)
    return (samples.bytes, header.bitsPerChannel)
  }

  /// Decodes an image from the pieces of its zlib stream. The warning is about data that can be shown nevertheless.
  func image(
    _ data: [Range<Int>], width: Int, height: Int
  ) throws(ImageError) -> (bitmap: Bitmap, warning: String?) {
    var samples = try decode(data, width, height)
    if header.bitsPerChannel == 16 { Self.narrow(&samples.bytes) }
    return (Bitmap(width: width, height: height, samples: samples.bytes), samples.warning)
  }

  private func decode(
    _ data: [Range<Int>], _ width: Int, _ height: Int
  ) throws(ImageError) -> Shim.Samples {
    var png = PNGChunk.signature
    func append(_ type: String, _ ranges: [Range<Int>]) {
      png += PNGChunk.bigEndian32(ranges.reduce(0) { $0 + $1.count })
      png += type.utf8
      for range in ranges { png += bytes[range] }
      // The parser has checked the file's CRCs, and the shim makes libpng ignore these.
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
    return try Shim.decodePNG(
      png, width: width, height: height, bitsPerChannel: header.bitsPerChannel)
  }

  /// Rounds 16-bit samples to 8 bits, in place.
  private static func narrow(_ samples: inout [UInt8]) {
    let count = samples.count / 2
    var span = samples.mutableSpan
    for index in 0..<count {
      #if _endian(little)
        let value = Int(span[index &* 2]) | Int(span[index &* 2 &+ 1]) &<< 8
      #else
        let value = Int(span[index &* 2]) &<< 8 | Int(span[index &* 2 &+ 1])
      #endif
      span[index] = UInt8(truncatingIfNeeded: (value &* 255 &+ 32767) / 65535)
    }
    samples.removeLast(count)
  }
}

extension PNGContainer.Header {
  /// The depth of the decoded samples.
  fileprivate var bitsPerChannel: Int { bitDepth == 16 ? 16 : 8 }
}
