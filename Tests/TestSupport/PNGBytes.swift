import Pixels

/// Builds PNG and APNG files byte by byte, with none of the code under test.
package enum PNGBytes {
  /// The signature.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  // MARK: Chunks

  /// A chunk with its CRC.
  package static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    chunk(Array(type.utf8), data)
  }

  static func chunk(_ type: [UInt8], _ data: [UInt8]) -> [UInt8] {
    let body = type + data
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

  /// The offset of the first chunk of a type; a chunk begins with its length.
  package static func offset(of type: String, in file: [UInt8]) -> Int? {
    let letters = Array(type.utf8)
    return (0..<file.count - 8).first { file[$0 + 4..<$0 + 8].elementsEqual(letters) }
  }

  // MARK: Files

  /// A PNG or, with frames, an APNG whose frames replace the whole canvas.
  ///
  /// - Parameters:
  ///   - chunks: the chunks after IHDR.
  ///   - image: the zlib stream of a still, or of a static image that is not a frame.
  ///   - frames: the zlib streams of the frames. Without `image`, the first one is the static image.
  package static func file(
    _ width: Int, _ height: Int, depth: Int = 8, color: Int = 6, interlace: Int = 0,
    _ chunks: [UInt8] = [], image: [UInt8]? = nil,
    frames: [(data: [UInt8], delay: (Int, Int))] = [], plays: Int = 0
  ) -> [UInt8] {
    var bytes =
      signature + header(width, height, depth: depth, color: color, interlace: interlace) + chunks
    if !frames.isEmpty { bytes += animationControl(frames: frames.count, plays: plays) }
    if let image { bytes += chunk("IDAT", image) }
    var sequence = 0
    for (data, delay) in frames {
      bytes += frameControl(sequence, width, height, delay: delay)
      sequence += 1
      if sequence == 1, image == nil {
        bytes += chunk("IDAT", data)
      } else {
        bytes += frameData(sequence, data)
        sequence += 1
      }
    }
    return bytes + chunk("IEND")
  }

  /// A still PNG with raw rows (filter bytes included) of any depth and color type.
  package static func still(
    _ width: Int, _ height: Int, depth: Int, color: Int, interlace: Int = 0,
    _ chunks: [UInt8] = [], rows: [UInt8]
  ) -> [UInt8] {
    file(
      width, height, depth: depth, color: color, interlace: interlace, chunks, image: zlib(rows))
  }

  /// A still RGBA PNG of one color.
  package static func still(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> [UInt8] {
    file(width, height, image: solid(width, height, pixel))
  }

  /// A still RGBA PNG of a bitmap.
  package static func file(_ bitmap: Bitmap) -> [UInt8] {
    file(bitmap.width, bitmap.height, image: rows(bitmap))
  }

  /// A still PNG or, of several canvases, an APNG of full frames, not compressed.
  ///
  /// - Parameter hidden: the static image that is not a frame.
  package static func stored(_ canvases: [Bitmap], hidden: Bitmap? = nil) -> [UInt8] {
    guard canvases.count > 1 else { return file(canvases[0]) }
    return file(
      canvases[0].width, canvases[0].height, image: hidden.map { rows($0) },
      frames: canvases.map { (rows($0), (1, 10)) })
  }

  /// An APNG of full frames of one color each, the first being the static image.
  package static func animation(
    _ width: Int, _ height: Int, _ pixels: [[UInt8]], plays: Int = 0, delay: (Int, Int) = (1, 10)
  ) -> [UInt8] {
    file(
      width, height, frames: pixels.map { (solid(width, height, $0), delay) }, plays: plays)
  }

  // MARK: Image data

  /// The zlib stream of unfiltered RGBA rows, not compressed.
  package static func rows(_ bitmap: Bitmap) -> [UInt8] {
    let length = bitmap.width * 4
    var rows: [UInt8] = []
    for start in stride(from: 0, to: bitmap.samples.count, by: length) {
      rows += [0] + bitmap.samples[start..<start + length]
    }
    return zlib(rows)
  }

  /// The zlib stream of unfiltered RGBA rows, not compressed.
  package static func rows(_ rows: [[Pixel]]) -> [UInt8] { self.rows(Bitmap(rows: rows)) }

  /// The zlib stream of RGBA rows of one color, compressed.
  package static func solid(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> [UInt8] {
    let row = [0] + Array(repeatElement(pixel, count: width).joined())
    return Zlib.deflated(Array(repeatElement(row, count: height).joined()))
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

  // MARK: Numbers

  /// A big-endian 32-bit number.
  package static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Adler-32 as RFC 1950 defines it.
  private static func adler32(_ data: [UInt8]) -> Int {
    var (low, high) = (1, 0)
    for byte in data {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }

  /// CRC-32 as the PNG specification defines it.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { value, byte in
      table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
    }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }
}
