internal import Timing

/// Parses a GIF's blocks in one pass. The function that reads a block is named after it.
struct GIFParser {
  /// A graphic control extension, which applies to the next image.
  private struct GraphicControl {
    var offset: Int
    var dispose: DisposeOperation
    var undefinedDisposal: Int?
    var delay: Int
    var transparentIndex: UInt8?
  }

  let bytes: [UInt8]
  private(set) var result = GIFContainer()
  private var control: GraphicControl?
  /// The start of the part that is being read.
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    do throws(Defect) { try readFile() } catch { result.defects.note(error) }
  }

  /// A defect of the part that is being read.
  private func defect(_ kind: Defect.Kind, _ part: String, _ message: String) -> Defect {
    Defect(kind, at: Place(part, offset: offset), message)
  }

  private mutating func readFile() throws(Defect) {
    let version = bytes.printableText(in: 3..<6)
    guard bytes.count >= 6 else { throw defect(.truncated, "header", "truncated header") }
    guard version == "87a" || version == "89a" else {
      throw defect(
        .corrupt, "header",
        "invalid GIF version: expected \"87a\" or \"89a\", found \"\(version)\"")
    }
    result.version = version
    offset = 6
    guard bytes.count >= 13, let width = bytes.littleEndian16(at: 6),
      let height = bytes.littleEndian16(at: 8)
    else { throw defect(.truncated, "logical screen", "truncated logical screen descriptor") }
    result.width = width
    result.height = height
    if CanvasSize(width: width, height: height) == nil {
      let size = CanvasSize.text(width, height)
      result.defects.note(defect(.corrupt, "logical screen", "invalid canvas size: \(size)"))
    }
    offset = 13
    result.globalPalette = try readPalette(bytes[10], "global palette")
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x21: try readExtension()
      case 0x2C: try readImage()
      case 0x3B:
        result.defects.noteTrailing(from: offset + 1, to: bytes.count)
        if result.frames.isEmpty { throw defect(.corrupt, "trailer", "the file has no image") }
        return
      case let type:
        throw defect(
          .corrupt, "block", "invalid block type: expected 33, 44 or 59, found \(type)")
      }
    }
    throw defect(.truncated, "trailer", "truncated file: missing trailer")
  }

  /// Reads the palette that `flags` announce; nil if they announce none.
  private mutating func readPalette(
    _ flags: UInt8, _ part: String
  ) throws(Defect) -> Range<Int>? {
    guard flags & 0x80 != 0 else { return nil }
    let palette = offset..<offset + 3 * (2 << Int(flags & 7))
    guard palette.upperBound <= bytes.count else {
      throw defect(.truncated, part, "truncated \(part)")
    }
    offset = palette.upperBound
    return palette
  }

  /// Returns the offset after the terminator of the sub-blocks at `start`.
  private func endOfSubBlocks(at start: Int, _ part: String) throws(Defect) -> Int {
    var position = start
    while position < bytes.count {
      let size = Int(bytes[position])
      position += 1 + size
      if size == 0 { return position }
    }
    throw defect(.truncated, part, "truncated data sub-blocks")
  }

  private mutating func readExtension() throws(Defect) {
    let start = offset
    guard start + 2 <= bytes.count else {
      throw defect(.truncated, "extension", "truncated extension")
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
    offset = try endOfSubBlocks(at: start + 2, part)
    switch label {
    case 0xF9: readGraphicControl(at: start)
    case 0xFF: readApplication(at: start)
    case 0xFE: result.metadata.count(.text, offset - start - 2)
    // A plain text block consumes the preceding graphic control. No viewer draws it.
    case 0x01: control = nil
    default: break
    }
  }

  private mutating func readGraphicControl(at start: Int) {
    guard offset - start >= 8, bytes[start + 2] >= 4,
      let delay = bytes.littleEndian16(at: start + 4)
    else {
      result.defects.note(
        .corrupt, "graphic control", start,
        "invalid block size: expected 4 bytes, found \(bytes[start + 2])")
      return
    }
    let flags = bytes[start + 3]
    let method = Int(flags >> 2 & 7)
    let dispose: DisposeOperation =
      switch method {
      case 2: .background
      case 3: .previous
      default: .none
      }
    control = GraphicControl(
      offset: start, dispose: dispose, undefinedDisposal: method > 3 ? method : nil, delay: delay,
      transparentIndex: flags & 1 == 1 ? bytes[start + 6] : nil)
  }

  private mutating func readApplication(at start: Int) {
    guard bytes[start + 2] == 11 else { return }
    let data = start + 14..<offset
    switch bytes.printableText(in: start + 3..<start + 14) {
    case "NETSCAPE2.0", "ANIMEXTS1.0": readLoopCount(data)
    case "ICCRGBG1012":
      result.profileBlock = start..<offset
      result.metadata.count(.profile, data.count)
    // The packet has no sub-block sizes; its trailer ends it for readers that expect them.
    case "XMP DataXMP":
      result.metadata.addXMP(bytes, in: data, at: Place("application extension", offset: start))
    default: break
    }
  }

  private mutating func readLoopCount(_ data: Range<Int>) {
    var position = data.lowerBound
    while position < data.upperBound, bytes[position] > 0 {
      let size = Int(bytes[position])
      if size >= 3, bytes[position + 1] & 7 == 1 {
        result.loopCount = bytes.littleEndian16(at: position + 2)
      }
      position += 1 + size
    }
  }

  private mutating func readImage() throws(Defect) {
    let start = offset
    guard start + 10 <= bytes.count, let x = bytes.littleEndian16(at: start + 1),
      let y = bytes.littleEndian16(at: start + 3), let width = bytes.littleEndian16(at: start + 5),
      let height = bytes.littleEndian16(at: start + 7)
    else { throw defect(.truncated, "image descriptor", "truncated image descriptor") }
    let flags = bytes[start + 9]
    offset = start + 10
    let localPalette = try readPalette(flags, "local palette")
    let dataStart = offset
    guard dataStart < bytes.count else {
      throw defect(.truncated, "image data", "truncated file: missing image data")
    }
    offset = try endOfSubBlocks(at: dataStart + 1, "image data")
    let entry = FrameEntry(
      x: x, y: y, width: width, height: height,
      delay: Delay(numerator: control?.delay ?? 0, denominator: 100),
      dispose: control?.dispose ?? .none, blend: .over, offset: control?.offset ?? start,
      byteCount: offset - dataStart)
    result.frames.append(
      .init(
        entry: entry, localPalette: localPalette, interlaced: flags & 0x40 != 0,
        undefinedDisposal: control?.undefinedDisposal, transparentIndex: control?.transparentIndex,
        data: dataStart..<offset))
    control = nil
  }
}
