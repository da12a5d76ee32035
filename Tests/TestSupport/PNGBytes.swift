/// Builds PNG and APNG files by hand: stored deflate, plain checksums, nothing of the code under test.
package enum PNGBytes {
  /// The signature.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk with its CRC.
  package static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    let body = Array(type.utf8) + data
    return number(data.count) + body + number(Int(checksum(body)))
  }

  /// IHDR.
  package static func header(
    _ width: Int, _ height: Int, depth: Int = 8, color: Int = 6, interlace: Int = 0
  ) -> [UInt8] {
    chunk(
      "IHDR",
      number(width) + number(height) + [UInt8(depth), UInt8(color), 0, 0, UInt8(interlace)])
  }

  /// acTL.
  package static func animationControl(frames: Int, plays: Int = 0) -> [UInt8] {
    chunk("acTL", number(frames) + number(plays))
  }

  /// fcTL.
  package static func frameControl(
    _ sequence: Int, _ width: Int, _ height: Int, x: Int = 0, y: Int = 0,
    delay: (Int, Int) = (1, 10), dispose: Int = 0, blend: Int = 0
  ) -> [UInt8] {
    chunk(
      "fcTL",
      [sequence, width, height, x, y].flatMap(number)
        + [delay.0 >> 8, delay.0, delay.1 >> 8, delay.1].map { UInt8(truncatingIfNeeded: $0) }
        + [UInt8(dispose), UInt8(blend)])
  }

  /// fdAT.
  package static func frameData(_ sequence: Int, _ data: [UInt8]) -> [UInt8] {
    chunk("fdAT", number(sequence) + data)
  }

  /// The zlib stream of rows of one RGBA color, small enough for a sticker.
  package static func solid(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> [UInt8] {
    let row = Array(repeatElement(pixel, count: width).joined())
    return Deflate.zlib(repeating: [0] + row, count: height)
  }

  /// A still RGBA PNG of one color.
  package static func still(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> [UInt8] {
    signature + header(width, height) + chunk("IDAT", solid(width, height, pixel)) + chunk("IEND")
  }

  /// An APNG of full frames of one color each, the first being the static image.
  package static func animation(
    _ width: Int, _ height: Int, _ pixels: [[UInt8]], plays: Int = 0, delay: (Int, Int) = (1, 10)
  ) -> [UInt8] {
    var bytes = signature + header(width, height)
    bytes += animationControl(frames: pixels.count, plays: plays)
    bytes += frameControl(0, width, height, delay: delay)
    bytes += chunk("IDAT", solid(width, height, pixels[0]))
    for (index, pixel) in pixels.dropFirst().enumerated() {
      bytes += frameControl(1 + index * 2, width, height, delay: delay)
      bytes += frameData(2 + index * 2, solid(width, height, pixel))
    }
    return bytes + chunk("IEND")
  }

  /// A big-endian 32-bit number.
  package static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A zlib stream of stored blocks.
  package static func zlib(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var offset = 0
    repeat {
      let end = min(data.count, offset + 65535)
      let length = end - offset
      stream.append(end == data.count ? 1 : 0)
      stream += [length, length >> 8, ~length, ~length >> 8].map { UInt8(truncatingIfNeeded: $0) }
      stream += data[offset..<end]
      offset = end
    } while offset < data.count
    return stream + number(adler32(data))
  }

  /// Adler-32 as RFC 1950 defines it.
  static func adler32(_ data: [UInt8]) -> Int {
    var (low, high) = (1, 0)
    for byte in data {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }

  /// CRC-32 bit by bit, as the PNG specification defines it.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = ~UInt32(0)
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
    return ~value
  }
}
