/// Builds GIF files byte by byte, with LZW data that clears its table before it grows.
package enum GIFBytes {
  /// A frame of indices into a palette of four colors.
  package struct Frame {
    /// The left edge.
    package var x = 0
    /// The top edge.
    package var y = 0
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// One index, 0 to 3, for all pixels.
    package var index: UInt8
    /// In hundredths of a second.
    package var delay = 10
    /// 0 to 3.
    package var disposal = 0
    /// The transparent index.
    package var transparent: UInt8?

    /// Creates a frame of one color.
    package init(
      x: Int = 0, y: Int = 0, width: Int, height: Int, index: UInt8, delay: Int = 10,
      disposal: Int = 0, transparent: UInt8? = nil
    ) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.index = index
      self.delay = delay
      self.disposal = disposal
      self.transparent = transparent
    }
  }

  /// Black, red, green and blue.
  package static let palette: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]

  /// A GIF89a; nil `loops` omits the loop block.
  package static func file(
    _ width: Int, _ height: Int, _ frames: [Frame], loops: Int? = 0
  ) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + short(width) + short(height) + [0x91, 0, 0] + palette
    if let loops {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + short(loops) + [0]
    }
    for frame in frames { bytes += self.frame(frame) }
    return bytes + [0x3B]
  }

  static func frame(_ frame: Frame) -> [UInt8] {
    let flags = UInt8(frame.disposal << 2) | (frame.transparent == nil ? 0 : 1)
    var bytes: [UInt8] = [0x21, 0xF9, 4, flags] + short(frame.delay)
    bytes += [frame.transparent ?? 0, 0, 0x2C]
    bytes += [frame.x, frame.y, frame.width, frame.height].flatMap(short) + [0]
    return bytes + imageData(Array(repeating: frame.index, count: frame.width * frame.height))
  }

  /// Codes of three bits: a clear code (4) before every second index keeps the table from growing.
  package static func imageData(_ indices: [UInt8]) -> [UInt8] {
    var codes: [UInt8] = []
    for (position, index) in indices.enumerated() {
      if position % 2 == 0 { codes.append(4) }
      codes.append(index)
    }
    codes.append(5)
    var packed: [UInt8] = []
    var (bits, count) = (0, 0)
    for code in codes {
      bits |= Int(code) << count
      count += 3
      while count >= 8 {
        packed.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        count -= 8
      }
    }
    if count > 0 { packed.append(UInt8(truncatingIfNeeded: bits)) }
    var data: [UInt8] = [2]
    for start in stride(from: 0, to: packed.count, by: 255) {
      let block = packed[start..<min(packed.count, start + 255)]
      data += [UInt8(block.count)] + block
    }
    return data + [0]
  }

  static func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
