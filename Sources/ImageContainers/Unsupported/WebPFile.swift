package import Timing

/// The structure of a WebP file.
///
/// Source: RFC 9649.
package struct WebPFile: Sendable {
  /// The reason a file cannot be read, in lower case without a full stop.
  package struct Damage: Error, CustomStringConvertible {
    package let description: String
  }

  /// A frame of an animation.
  package struct Frame: Sendable {
    package var entry: FrameEntry
    /// The chunks of its image in the file: `ALPH`, if there is alpha outside of the image data, and `VP8 ` or
    /// `VP8L`.
    fileprivate var chunks: [Range<Int>]
  }

  /// The size of the canvas; nil for a still image whose header is damaged.
  package private(set) var canvas: CanvasSize?
  /// The frames of an animation; none for a still image.
  package private(set) var frames: [Frame] = []
  /// The number of times an animation plays.
  package private(set) var loop = LoopCount.forever
  /// The ICC profile, if there is one.
  package private(set) var profile: [UInt8]?
  /// Whether the header of an extended or lossless file says that pixels are transparent.
  package private(set) var hasAlpha = false

  /// Whether the file is shorter than it says.
  package let isTruncated: Bool

  /// Reads a file, as far as it is complete.
  ///
  /// - Throws: if a frame is damaged or outside of the canvas.
  package init(_ bytes: [UInt8]) throws(Damage) {
    isTruncated = 8 + (bytes.littleEndian32(at: 4)?.bounded ?? 0) > bytes.count
    // Shorter than its signature if it was truncated after its format was found.
    for chunk in Self.chunks(in: min(12, bytes.count)..<bytes.count, of: bytes) {
      let data = chunk.data
      switch chunk.name {
      case "VP8X":
        guard data.count >= 10 else { throw Damage(description: "the WebP header is truncated") }
        // Frames would no longer be inside the canvas.
        guard canvas == nil else {
          throw Damage(description: "the WebP header is not at the start")
        }
        canvas = bytes.size(at: data.lowerBound + 4)
        hasAlpha = bytes[data.lowerBound] & 0x10 != 0
      case "VP8 ", "VP8L":
        if canvas == nil, chunk.name == "VP8L", data.count >= 5 {
          hasAlpha = bytes[data.lowerBound + 4] & 0x10 != 0
        }
        canvas = canvas ?? Self.size(of: chunk, in: bytes)
      case "ICCP": profile = Array(bytes[data])
      case "ANIM": loop = .init(plays: bytes.littleEndian16(at: data.lowerBound + 4) ?? 0)
      case "ANMF": frames.append(try frame(data, of: bytes))
      default: break
      }
    }
  }

  private struct Chunk {
    var name: String
    /// The chunk with its header and padding.
    var range: Range<Int>
    var data: Range<Int>
    var isImage: Bool { ["ALPH", "VP8 ", "VP8L"].contains(name) }
  }

  private static func chunks(in range: Range<Int>, of bytes: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = range.lowerBound
    while let size = bytes.littleEndian32(at: offset + 4)?.bounded,
      offset + 8 + size <= range.upperBound
    {
      let data = offset + 8..<offset + 8 + size
      let end = min(range.upperBound, data.upperBound + size % 2)
      chunks.append(
        Chunk(
          name: String(decoding: bytes[offset..<offset + 4], as: UTF8.self), range: offset..<end,
          data: data))
      offset = end
    }
    return chunks
  }

  /// The size in the header of a lossy (RFC 6386, 9.1) or lossless image.
  private static func size(of chunk: Chunk, in bytes: [UInt8]) -> CanvasSize? {
    let start = chunk.data.lowerBound
    if chunk.name == "VP8L" {
      guard let sizes = bytes.littleEndian32(at: start + 1) else { return nil }
      return CanvasSize(width: Int(sizes & 0x3FFF) + 1, height: Int(sizes >> 14 & 0x3FFF) + 1)
    }
    guard let width = bytes.littleEndian16(at: start + 6),
      let height = bytes.littleEndian16(at: start + 8)
    else { return nil }
    return CanvasSize(width: width & 0x3FFF, height: height & 0x3FFF)
  }

  private func frame(_ data: Range<Int>, of bytes: [UInt8]) throws(Damage) -> Frame {
    let start = data.lowerBound
    guard data.count >= 16, let canvas, let size = bytes.size(at: start + 6) else {
      throw Damage(description: "frame \(frames.count + 1) is damaged")
    }
    let (x, y) = (bytes.littleEndian24(at: start) * 2, bytes.littleEndian24(at: start + 3) * 2)
    guard x + size.width <= canvas.width, y + size.height <= canvas.height else {
      throw Damage(description: "frame \(frames.count + 1) is outside of the canvas")
    }
    let images = Self.chunks(in: start + 16..<data.upperBound, of: bytes)
      .filter { $0.isImage }
    // The image itself says what is decoded.
    guard let image = images.last, Self.size(of: image, in: bytes) == size else {
      throw Damage(description: "frame \(frames.count + 1) has another size than its header")
    }
    let entry = FrameEntry(
      x: x, y: y, width: size.width, height: size.height,
      delay: Delay(numerator: bytes.littleEndian24(at: start + 12), denominator: 1000),
      dispose: bytes[start + 15] & 1 != 0 ? .background : .none,
      blend: bytes[start + 15] & 2 != 0 ? .source : .over, offset: start, byteCount: data.count)
    return Frame(entry: entry, chunks: images.map { $0.range })
  }

}

// MARK: Writing

extension WebPFile {
  /// Returns a frame as a still file.
  ///
  /// - Parameter bytes: those of the animation.
  package static func still(_ frame: Frame, of bytes: [UInt8]) -> [UInt8] {
    let chunks = frame.chunks.flatMap { bytes[$0] }
    guard chunks.matches("ALPH", at: 0) else { return file(of: chunks) }
    return file(of: header(0x10, frame.entry.width, frame.entry.height) + chunks)
  }

  /// Returns an animation of still files.
  ///
  /// - Parameter frames: the entries, of which the first one covers the canvas and all have even offsets and delays in
  ///   milliseconds, and the image of each.
  package static func animation(
    of frames: [(entry: FrameEntry, still: [UInt8])], loop: LoopCount
  ) -> [UInt8] {
    var hasAlpha = false
    var content: [UInt8] = []
    for (entry, still) in frames {
      hasAlpha = hasAlpha || (try? WebPFile(still))?.hasAlpha == true
      let images = chunks(in: 12..<still.count, of: still).filter { $0.isImage }
      let flags: UInt8 = entry.dispose == .background ? 1 : 0
      content += chunk(
        "ANMF",
        number(entry.x / 2, bytes: 3) + number(entry.y / 2, bytes: 3)
          + size(entry.width, entry.height) + number(entry.delay.numerator, bytes: 3)
          + [flags | (entry.blend == .source ? 2 : 0)] + images.flatMap { still[$0.range] })
    }
    let canvas = frames[0].entry
    // The background is transparent.
    let timing = number(0, bytes: 4) + number(min(loop.plays, Int(UInt16.max)), bytes: 2)
    return file(
      of: header(hasAlpha ? 0x12 : 0x02, canvas.width, canvas.height) + chunk("ANIM", timing)
        + content)
  }

  private static func file(of chunks: [UInt8]) -> [UInt8] {
    chunk("RIFF", Array("WEBP".utf8) + chunks)
  }

  /// The header of an extended file. The flags are 0x10 for alpha and 0x02 for an animation.
  private static func header(_ flags: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0] + size(width, height))
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + number(data.count, bytes: 4) + data + (data.count % 2 == 0 ? [] : [0])
  }

  private static func size(_ width: Int, _ height: Int) -> [UInt8] {
    number(width - 1, bytes: 3) + number(height - 1, bytes: 3)
  }

  private static func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

extension [UInt8] {
  /// The little-endian 24-bit number at an offset, which must be inside the bytes.
  fileprivate func littleEndian24(at offset: Int) -> Int {
    Int(self[offset]) | Int(self[offset + 1]) << 8 | Int(self[offset + 2]) << 16
  }

  /// A size as two 24-bit numbers, each 1 less than the side.
  fileprivate func size(at offset: Int) -> CanvasSize? {
    guard offset + 6 <= count else { return nil }
    return CanvasSize(
      width: littleEndian24(at: offset) + 1, height: littleEndian24(at: offset + 3) + 1)
  }
}
