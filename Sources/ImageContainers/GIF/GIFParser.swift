internal import Timing

/// Parses a GIF's blocks in one pass. The function that reads a block is named after it.
struct GIFParser {
  /// A graphic control extension, which applies to the next image.
  private struct GraphicControl {
    var offset: Int
    var dispose: DisposeOperation
    var delay: Int
    var transparentIndex: UInt8?
  }

  let bytes: [UInt8]
  var result = GIFContainer()
  private var control: GraphicControl?
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() {
    let version = bytes.printableText(in: 3..<6)
    guard bytes.count >= 6 else {
      result.defects.note(.truncated, "header", 0, "truncated header")
      return
    }
    guard version == "87a" || version == "89a" else {
      result.defects.note(
        .corrupt, "header", 0,
        "invalid GIF version: expected \"87a\" or \"89a\", found \"\(version)\"")
      return
    }
    result.version = version
    guard bytes.count >= 13, let width = bytes.littleEndian16(at: 6),
      let height = bytes.littleEndian16(at: 8)
    else {
      result.defects.note(.truncated, "logical screen", 6, "truncated logical screen descriptor")
      return
    }
    result.width = width
    result.height = height
    if width == 0 || height == 0 {
      result.defects.note(
        .corrupt, "logical screen", 6,
        "invalid canvas size: \(CanvasSize(width: width, height: height))")
    }
    offset = 13
    if bytes[10] & 0x80 != 0 {
      guard let palette = readPalette(sizeBits: bytes[10], "global palette") else { return }
      result.globalPalette = palette
    }
    readBlocks()
  }

  private mutating func readPalette(sizeBits: UInt8, _ part: String) -> Range<Int>? {
    let palette = offset..<offset + 3 * (2 << Int(sizeBits & 7))
    guard palette.upperBound <= bytes.count else {
      result.defects.note(.truncated, part, offset, "truncated \(part)")
      return nil
    }
    offset = palette.upperBound
    return palette
  }

  private mutating func readBlocks() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x21:
        guard readExtension() else { return }
      case 0x2C:
        guard readImage() else { return }
      case 0x3B:
        readTrailer()
        return
      default:
        result.defects.note(
          .corrupt, "block", offset,
          "invalid block type: expected 33, 44 or 59, found \(bytes[offset])")
        return
      }
    }
    result.defects.note(.truncated, "trailer", offset, "truncated file: missing trailer")
  }

  private mutating func readTrailer() {
    result.defects.noteTrailing(from: offset + 1, to: bytes.count)
    if result.frames.isEmpty {
      result.defects.note(.corrupt, "trailer", offset, "the file has no image")
    }
  }

  /// Returns the offset after the terminator of the sub-blocks at `start`.
  private mutating func endOfSubBlocks(at start: Int, _ part: String, _ partOffset: Int) -> Int? {
    var position = start
    while position < bytes.count {
      let size = Int(bytes[position])
      position += 1 + size
      if size == 0 { return position }
    }
    result.defects.note(.truncated, part, partOffset, "truncated data sub-blocks")
    return nil
  }

  private mutating func readExtension() -> Bool {
    let start = offset
    guard start + 2 <= bytes.count else {
      result.defects.note(.truncated, "extension", start, "truncated extension")
      return false
    }
    let label = bytes[start + 1]
    let part =
      switch label {
      case 0xF9: "graphic control"
      case 0xFF: "application extension"
      case 0xFE: "comment"
      case 0x01: "plain text"
      default: "extension"
      }
    guard let end = endOfSubBlocks(at: start + 2, part, start) else { return false }
    offset = end
    switch label {
    case 0xF9: readGraphicControl(at: start, end: end)
    case 0xFF: readApplication(at: start, end: end)
    case 0xFE: result.metadata.count(.text, end - start - 2)
    // A plain text block consumes the preceding graphic control. No viewer draws it.
    case 0x01: control = nil
    default: break
    }
    return true
  }

  private mutating func readGraphicControl(at start: Int, end: Int) {
    guard end - start >= 8, bytes[start + 2] >= 4, let delay = bytes.littleEndian16(at: start + 4)
    else {
      result.defects.note(
        .corrupt, "graphic control", start,
        "invalid block size: expected 4 bytes, found \(bytes[start + 2])")
      return
    }
    let flags = bytes[start + 3]
    let dispose: DisposeOperation =
      switch flags >> 2 & 7 {
      case 2: .background
      case 3: .previous
      default: .none
      }
    control = GraphicControl(
      offset: start, dispose: dispose, delay: delay,
      transparentIndex: flags & 1 == 1 ? bytes[start + 6] : nil)
  }

  private mutating func readApplication(at start: Int, end: Int) {
    guard bytes[start + 2] == 11 else { return }
    switch bytes.printableText(in: start + 3..<start + 14) {
    case "NETSCAPE2.0", "ANIMEXTS1.0": readLoopCount(at: start + 14, end: end)
    case "ICCRGBG1012":
      result.profileBlock = start..<end
      result.metadata.count(.profile, end - start - 14)
    // The packet has no sub-block sizes; its trailer ends it for readers that expect them.
    case "XMP DataXMP":
      result.metadata.addXMP(
        bytes, in: start + 14..<end, at: Place("application extension", offset: start))
    default: break
    }
  }

  private mutating func readLoopCount(at start: Int, end: Int) {
    var position = start
    while position < end, bytes[position] > 0 {
      let size = Int(bytes[position])
      if size >= 3, bytes[position + 1] & 7 == 1 {
        result.loopCount = bytes.littleEndian16(at: position + 2)
      }
      position += 1 + size
    }
  }

  private mutating func readImage() -> Bool {
    let start = offset
    guard start + 10 <= bytes.count, let x = bytes.littleEndian16(at: start + 1),
      let y = bytes.littleEndian16(at: start + 3), let width = bytes.littleEndian16(at: start + 5),
      let height = bytes.littleEndian16(at: start + 7)
    else {
      result.defects.note(
        .truncated, "image descriptor", start, "truncated image descriptor")
      return false
    }
    let flags = bytes[start + 9]
    offset = start + 10
    var localPalette: Range<Int>?
    if flags & 0x80 != 0 {
      localPalette = readPalette(sizeBits: flags, "local palette")
      if localPalette == nil { return false }
    }
    let dataStart = offset
    guard dataStart < bytes.count else {
      result.defects.note(
        .truncated, "image data", dataStart, "truncated file: missing image data")
      return false
    }
    guard let end = endOfSubBlocks(at: dataStart + 1, "image data", dataStart) else { return false }
    offset = end
    let entry = FrameEntry(
      x: x, y: y, width: width, height: height,
      delay: Delay(numerator: control?.delay ?? 0, denominator: 100),
      dispose: control?.dispose ?? .none, blend: .over, offset: control?.offset ?? start,
      byteCount: end - dataStart)
    result.frames.append(
      .init(
        entry: entry, localPalette: localPalette, interlaced: flags & 0x40 != 0,
        transparentIndex: control?.transparentIndex, data: dataStart..<end))
    control = nil
    return true
  }
}
