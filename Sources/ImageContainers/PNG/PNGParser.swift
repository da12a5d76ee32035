internal import Basics

/// Parses a PNG's chunks in one pass. The function that reads a chunk is named after it.
struct PNGParser {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let longestChunk = UInt32(Int32.max)

  let bytes: [UInt8]
  var result = PNGContainer()
  var animation = AnimationChunks()
  /// The chunk that is being read.
  var place = Place("signature", offset: 0)
  private var ended = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    do throws(Defect) { try readFile() } catch { result.defects.note(error) }
  }

  /// Notes a defect of the chunk that is being read.
  mutating func note(
    _ kind: Defect.Kind, _ message: String, measured: Quantity? = nil, limit: Quantity? = nil
  ) {
    result.defects.note(Defect(kind, at: place, message, measured: measured, limit: limit))
  }

  /// Notes that a chunk's data has another length than `expected`, in bytes.
  mutating func noteLength(_ kind: Defect.Kind, _ length: Int, expected: Int, least: String = "") {
    note(
      kind,
      "invalid \(place.part) length: expected \(least)\(expected) bytes, found \(length.grouped)",
      measured: Quantity(length, .bytes), limit: Quantity(expected, .bytes))
  }

  private mutating func readFile() throws(Defect) {
    guard bytes.starts(with: Self.signature) else {
      throw Self.signature.starts(with: bytes)
        ? Defect(.truncated, at: place, "truncated PNG signature")
        : Defect(
          .corrupt, at: place,
          "invalid PNG signature, often the result of a transfer in text mode")
    }
    var offset = Self.signature.count
    while offset < bytes.count, !ended { offset = try readChunk(at: offset) }
    finish(at: offset)
  }

  /// Reads one chunk and returns the offset of the next.
  ///
  /// - Throws: a defect after which nothing can be read.
  private mutating func readChunk(at offset: Int) throws(Defect) -> Int {
    place = Place("chunk header", offset: offset)
    guard let length = bytes.bigEndian32(at: offset), offset + 8 <= bytes.count else {
      throw Defect(.truncated, at: place, "truncated chunk header")
    }
    let type = bytes.printableText(in: offset + 4..<offset + 8)
    place.part = type
    guard type.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
      throw Defect(.corrupt, at: place, "invalid chunk type: expected four letters")
    }
    guard length <= Self.longestChunk else {
      throw Defect(
        .corrupt, at: place, "invalid chunk length: \(length.grouped) (limit: 2^31 - 1)")
    }
    let end = Int64(offset + 12) + Int64(length)
    guard end <= bytes.count else {
      let missing = end - Int64(bytes.count)
      throw Defect(
        .truncated, at: place,
        "truncated chunk: \(missing.counted("byte")) \(missing == 1 ? "is" : "are") missing",
        measured: Quantity(bytes.count, .bytes), limit: Quantity(end, .bytes))
    }
    let data = offset + 8..<offset + 8 + Int(length)
    addRun(length: data.count)
    let stored = bytes.bigEndian32(at: data.upperBound) ?? 0
    let computed = CRC32.checksum(of: bytes, in: offset + 4..<data.upperBound)
    if stored != computed {
      let (expected, found) = (computed.hexadecimal(digits: 8), stored.hexadecimal(digits: 8))
      note(.corrupt, "CRC mismatch: expected \(expected), found \(found)")
    }
    try read(type, data)
    return data.upperBound + 4
  }

  private mutating func addRun(length: Int) {
    if let last = result.chunks.indices.last, result.chunks[last].type == place.part {
      result.chunks[last].count += 1
      result.chunks[last].byteCount += length
    } else {
      result.chunks.append(
        .init(type: place.part, offset: place.offset, count: 1, byteCount: length))
    }
  }

  private mutating func read(_ type: String, _ data: Range<Int>) throws(Defect) {
    if type == "CgBI", place.offset == Self.signature.count {
      note(.appleOptimized, "Xcode optimized this PNG for iOS, and few programs can read it")
      return
    }
    if result.header == nil, type != "IHDR" {
      throw Defect(.corrupt, at: place, "expected IHDR as the first chunk, found \(type)")
    }
    switch type {
    case "IHDR": try readHeader(data)
    case "PLTE": readPalette(data)
    case "tRNS": readTransparency(data)
    case "IDAT": readImageData(data)
    case "acTL": readAnimationControl(data)
    case "fcTL": readFrameControl(data)
    case "fdAT": readFrameData(data)
    case "IEND": readEnd(data)
    default: readOther(type, data)
    }
  }

  private mutating func readHeader(_ data: Range<Int>) throws(Defect) {
    guard result.header == nil else {
      note(.corrupt, "duplicate IHDR")
      return
    }
    func corrupt(_ message: String) -> Defect { Defect(.corrupt, at: place, message) }
    guard data.count == 13, let width = bytes.bigEndian32(at: data.lowerBound),
      let height = bytes.bigEndian32(at: data.lowerBound + 4)
    else { throw corrupt("invalid IHDR length: expected 13 bytes, found \(data.count.grouped)") }
    func byte(_ offset: Int) -> Int { Int(bytes[data.lowerBound + offset]) }
    let (depth, color, interlace) = (byte(8), byte(9), byte(12))
    guard let width = Int(exactly: width), let height = Int(exactly: height),
      CanvasSize(width: width, height: height) != nil
    else { throw corrupt("invalid canvas size: \(CanvasSize.text(width, height))") }
    guard let colorType = PNGContainer.ColorType(rawValue: color) else {
      throw corrupt("invalid color type: \(color)")
    }
    guard colorType.depths.contains(depth) else {
      throw corrupt("invalid bit depth for color type \(color): \(depth)")
    }
    for (name, method) in [("compression", byte(10)), ("filter", byte(11))] where method != 0 {
      throw corrupt("invalid \(name) method: expected 0, found \(method)")
    }
    guard interlace <= 1 else {
      throw corrupt("invalid interlace method: expected 0 or 1, found \(interlace)")
    }
    result.header = .init(
      width: width, height: height, bitDepth: depth, colorType: colorType,
      interlaced: interlace == 1)
  }

  private mutating func readPalette(_ data: Range<Int>) {
    guard let header = result.header else { return }
    let entries = data.count / 3
    if result.palette != nil {
      note(.corrupt, "duplicate PLTE")
    } else if !result.imageData.isEmpty {
      note(.corrupt, "unexpected PLTE after IDAT")
    } else if header.colorType == .gray || header.colorType == .grayAlpha {
      note(.corrupt, "unexpected PLTE in a grayscale image")
    } else if data.count % 3 != 0 || entries == 0 || entries > 256 {
      note(
        .corrupt,
        "invalid palette: expected 1 to 256 colors of 3 bytes, found \(data.count.counted("byte"))")
    } else if header.colorType == .indexed, entries > 1 << header.bitDepth {
      note(
        .corrupt,
        "the palette has \(entries) colors (limit: \(1 << header.bitDepth) at this bit depth)",
        measured: Quantity(entries, .value), limit: Quantity(1 << header.bitDepth, .value))
    } else {
      result.palette = data
    }
  }

  private mutating func readTransparency(_ data: Range<Int>) {
    guard let header = result.header else { return }
    let allowed: ClosedRange<Int>
    switch header.colorType {
    case .gray: allowed = 2...2
    case .rgb: allowed = 6...6
    case .indexed: allowed = 1...max(1, (result.palette?.count ?? 0) / 3)
    case .grayAlpha, .rgba:
      note(.corrupt, "unexpected tRNS in an image with an alpha channel")
      return
    }
    if !result.imageData.isEmpty {
      note(.corrupt, "unexpected tRNS after IDAT")
    } else if result.transparency != nil {
      note(.corrupt, "duplicate tRNS")
    } else if !allowed.contains(data.count) {
      let expected = allowed.count == 1 ? "\(allowed.upperBound)" : "1 to \(allowed.upperBound)"
      note(
        .corrupt, "invalid tRNS length in bytes: expected \(expected), found \(data.count.grouped)",
        measured: Quantity(data.count, .bytes), limit: Quantity(allowed.upperBound, .bytes))
    } else {
      result.transparency = data
    }
  }

  private mutating func readImageData(_ data: Range<Int>) {
    if result.imageData.isEmpty {
      if result.header?.colorType == .indexed, result.palette == nil {
        note(.corrupt, "missing palette: an indexed image requires PLTE before IDAT")
      }
      animation.imageIsFrame = !animation.frames.isEmpty
    } else if result.chunks.last?.count == 1 {
      note(.corrupt, "unexpected IDAT: image data must be in consecutive chunks")
    }
    result.imageData.append(data)
    if animation.imageIsFrame { addFrameData(data) }
  }

  private mutating func readEnd(_ data: Range<Int>) {
    ended = true
    if !data.isEmpty { noteLength(.corrupt, data.count, expected: 0) }
  }

  private mutating func readOther(_ type: String, _ data: Range<Int>) {
    if PNGContainer.colorChunkTypes.contains(type), result.imageData.isEmpty {
      readColors(type, data)
    }
    readMetadata(type, data)
    // A decoder must reject an unknown chunk whose first letter is a capital.
    if type.utf8.first.map({ $0 & 0x20 == 0 }) ?? false {
      note(.corrupt, "unknown critical chunk \(type)")
    }
  }

  /// PNG Third Edition, 5.6 (order) and 11.3.2 (contents). A decoder ignores a malformed chunk.
  private mutating func readColors(_ type: String, _ data: Range<Int>) {
    let known = result.colorChunks.contains { bytes.matches(type, at: $0.lowerBound + 4) }
    let problem: String? =
      if known {
        "duplicate \(type)"
      } else if result.palette != nil {
        "unexpected \(type) after PLTE"
      } else {
        problem(ofColors: type, data)
      }
    guard problem == nil else {
      result.colorProblem = result.colorProblem ?? problem
      return
    }
    result.colorChunks.append(place.offset..<data.upperBound + 4)
    if type == "iCCP" {
      let end = data.first { bytes[$0] == 0 } ?? data.upperBound
      result.profileName = bytes.printableText(in: data.lowerBound..<end)
    }
  }

  /// Returns why the contents of a color chunk are invalid. Profiles are checked when they are
  /// decompressed.
  private func problem(ofColors type: String, _ data: Range<Int>) -> String? {
    if let length = ["cHRM": 32, "cICP": 4, "gAMA": 4, "sRGB": 1][type], data.count != length {
      return "invalid \(type) length: expected \(length.counted("byte")),"
        + " found \(data.count.grouped)"
    }
    if type == "sRGB", bytes[data.lowerBound] > 3 {
      return "invalid rendering intent in sRGB: expected 0 to 3, found \(bytes[data.lowerBound])"
    }
    if type == "gAMA", bytes.bigEndian32(at: data.lowerBound) == 0 {
      return "invalid gamma in gAMA: expected more than 0, found 0"
    }
    return nil
  }

  private mutating func readMetadata(_ type: String, _ data: Range<Int>) {
    switch type {
    case "eXIf": result.metadata.add(EXIF(bytes, data), in: data, at: place)
    case "iTXt" where bytes.matches(Self.xmpKeyword, at: data.lowerBound):
      result.metadata.addXMP(bytes, in: data, at: place)
    case "tEXt", "zTXt", "iTXt": result.metadata.count(.text, data.count)
    case "iCCP": result.metadata.count(.profile, data.count)
    default: break
    }
  }

  // Adobe, XMP Specification, part 3, 1.1.5.
  private static let xmpKeyword = "XML:com.adobe.xmp\0"

  private mutating func finish(at offset: Int) {
    if result.header == nil {
      result.defects.note(.truncated, "IHDR", offset, "truncated file: missing IHDR")
    } else if !ended {
      result.defects.note(.truncated, "IEND", offset, "truncated file: missing IEND")
    } else if result.imageData.isEmpty {
      result.defects.note(.corrupt, "IDAT", offset, "missing IDAT")
    } else {
      result.defects.noteTrailing(from: offset, to: bytes.count)
    }
    finishAnimation()
    // The only ones that Apple's pngcrush writes.
    if result.isAppleOptimized, let header = result.header,
      header.colorType != .rgba || header.bitDepth != 8 || result.animation != nil
    {
      result.defects.note(
        .corrupt, "CgBI", Self.signature.count,
        "unsupported kind of PNG with CgBI: expected a still image with 8-bit RGBA")
    }
  }
}
