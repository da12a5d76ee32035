package import ImageContainers
internal import Pixels

/// Decodes the images inside a walked PNG, each as a stand-alone PNG of its own.
///
/// libpng never sees the file itself, so no ancillary chunk reaches it, and the static image and an
/// animation's frames take the same way.
package struct PNGDecoding {
  let container: PNGContainer
  let bytes: [UInt8]

  /// Decodes the images of a PNG whose header is sound and within the limits.
  package init(_ container: PNGContainer, bytes: [UInt8]) {
    self.container = container
    self.bytes = bytes
  }

  /// The static image's samples as libpng gives them: straight RGBA of 8 or 16 bits a channel,
  /// 16-bit samples in this machine's byte order.
  package func staticSamples() throws(CodecFailure) -> (samples: [UInt8], bitsPerChannel: Int) {
    guard let header = container.header else { throw CodecFailure(description: "no header") }
    let samples = try decode(container.imageData, header.width, header.height, header)
    return (samples.bytes, header.bitsPerChannel)
  }

  /// The image in the pieces of a zlib stream.
  func bitmap(
    _ data: [Range<Int>], _ width: Int, _ height: Int
  ) throws(CodecFailure) -> (bitmap: Bitmap, warning: String?) {
    guard let header = container.header else { throw CodecFailure(description: "no header") }
    var samples = try decode(data, width, height, header)
    if header.bitsPerChannel == 16 { Self.narrow(&samples.bytes) }
    return (Bitmap(width: width, height: height, samples: samples.bytes), samples.warning)
  }

  private func decode(
    _ data: [Range<Int>], _ width: Int, _ height: Int, _ header: PNGContainer.Header
  ) throws(CodecFailure) -> Shim.Samples {
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
    return try Shim.decodePNG(
      png, width: width, height: height, bitsPerChannel: header.bitsPerChannel)
  }

  /// Turns 16-bit samples into the nearest of 8 bits, in place.
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
  /// How deep the decoded samples are.
  fileprivate var bitsPerChannel: Int { bitDepth == 16 ? 16 : 8 }
}
