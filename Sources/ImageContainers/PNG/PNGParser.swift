internal import Basics

/// Parses a PNG's chunks in one pass. The function that reads a chunk is named after it.
struct PNGParser {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let maximumNumber = Int(Int32.max)

  let bytes: [UInt8]
  var result = PNGContainer()
  private var animation = APNGParser()
  private var ended = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() {
    guard bytes.starts(with: Self.signature) else {
      if Self.signature.starts(with: bytes) {
        result.defects.note(.truncated, "signature", 0, "truncated PNG signature")
      } else {
        result.defects.note(
          .corrupt, "signature", 0,
          "invalid PNG signature, often the result of a transfer in text mode")
      }
      return
    }
    var offset = Self.signature.count
    while offset < bytes.count, !ended {
      guard let next = readChunk(at: offset) else { return }
      offset = next
    }
    finish(at: offset)
  }

  /// Reads one chunk and returns the offset of the next, or nil if nothing after it can be read.
  private mutating func readChunk(at offset: Int) -> Int? {
    guard let length = bytes.bigEndian32(at: offset), offset + 8 <= bytes.count else {
      result.defects.note(.truncated, "chunk header", offset, "truncated chunk header")
      return nil
    }
    let type = bytes.printableText(in: offset + 4..<offset + 8)
    guard type.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
      result.defects.note(.corrupt, type, offset, "invalid chunk type: expected four letters")
      return nil
    }
    guard length <= Self.maximumNumber else {
      result.defects.note(
        .corrupt, type, offset, "invalid chunk length: \(length.grouped) (limit: 2^31 - 1)")
      return nil
    }
    let data = offset + 8..<offset + 8 + length
    guard data.upperBound + 4 <= bytes.count else {
      let missing = data.upperBound + 4 - bytes.count
      result.defects.note(
        .truncated, type, offset,
        "truncated chunk: \(missing.counted("byte")) \(missing == 1 ? "is" : "are") missing",
        measured: Quantity(bytes.count, .bytes), limit: Quantity(data.upperBound + 4, .bytes))
      return nil
    }
    addRun(type, at: offset, length: length)
    let stored = UInt32(bytes.bigEndian32(at: data.upperBound) ?? 0)
    let computed = CRC32.checksum(of: bytes, in: offset + 4..<data.upperBound)
    if stored != computed {
      result.defects.note(
        .corrupt, type, offset,
        "CRC mismatch: expected \(hexadecimal(computed)), found \(hexadecimal(stored))")
    }
    guard read(type, data, at: offset) else { return nil }
    return data.upperBound + 4
  }

  private mutating func addRun(_ type: String, at offset: Int, length: Int) {
    if let last = result.chunks.indices.last, result.chunks[last].type == type {
      result.chunks[last].count += 1
      result.chunks[last].byteCount += length
    } else {
      result.chunks.append(.init(type: type, offset: offset, count: 1, byteCount: length))
    }
  }

  private mutating func read(_ type: String, _ data: Range<Int>, at offset: Int) -> Bool {
    if type == "CgBI", offset == Self.signature.count {
      result.defects.note(
        .appleOptimized, type, offset,
        "Xcode optimized this PNG for iOS, and few programs can read it")
      return true
    }
    if result.header == nil, type != "IHDR" {
      result.defects.note(.corrupt, type, offset, "expected IHDR as the first chunk, found \(type)")
      return false
    }
    switch type {
    case "IHDR": return readHeader(data, at: offset)
    case "PLTE": readPalette(data, at: offset)
    case "tRNS": readTransparency(data, at: offset)
    case "IDAT": readImageData(data, at: offset)
    case "acTL", "fcTL", "fdAT":
      animation.read(type, data, at: offset, in: bytes, container: &result)
    case "IEND": readEnd(data, at: offset)
    default: readOther(type, data, at: offset)
    }
    return true
  }

  private mutating func readHeader(_ data: Range<Int>, at offset: Int) -> Bool {
    guard result.header == nil else {
      result.defects.note(.corrupt, "IHDR", offset, "duplicate IHDR")
      return true
    }
    guard data.count == 13, let width = bytes.bigEndian32(at: data.lowerBound),
      let height = bytes.bigEndian32(at: data.lowerBound + 4)
    else {
      result.defects.note(
        .corrupt, "IHDR", offset,
        "invalid IHDR length: expected 13 bytes, found \(data.count.grouped)")
      return false
    }
    let depth = Int(bytes[data.lowerBound + 8])
    let color = Int(bytes[data.lowerBound + 9])
    guard (1...Self.maximumNumber).contains(width), (1...Self.maximumNumber).contains(height) else {
      result.defects.note(
        .corrupt, "IHDR", offset, "invalid canvas size: \(CanvasSize(width: width, height: height))"
      )
      return false
    }
    guard let colorType = PNGContainer.ColorType(rawValue: color) else {
      result.defects.note(.corrupt, "IHDR", offset, "invalid color type: \(color)")
      return false
    }
    guard colorType.depths.contains(depth) else {
      result.defects.note(
        .corrupt, "IHDR", offset, "invalid bit depth for color type \(color): \(depth)")
      return false
    }
    for (index, name) in ["compression", "filter"].enumerated()
    where bytes[data.lowerBound + 10 + index] != 0 {
      let method = bytes[data.lowerBound + 10 + index]
      result.defects.note(
        .corrupt, "IHDR", offset, "invalid \(name) method: expected 0, found \(method)")
      return false
    }
    let interlace = bytes[data.lowerBound + 12]
    guard interlace <= 1 else {
      result.defects.note(
        .corrupt, "IHDR", offset, "invalid interlace method: expected 0 or 1, found \(interlace)")
      return false
    }
    result.header = .init(
      width: width, height: height, bitDepth: depth, colorType: colorType,
      interlaced: interlace == 1)
    return true
  }

  private mutating func readPalette(_ data: Range<Int>, at offset: Int) {
    guard let header = result.header else { return }
    let entries = data.count / 3
    if result.palette != nil {
      result.defects.note(.corrupt, "PLTE", offset, "duplicate PLTE")
    } else if !result.imageData.isEmpty {
      result.defects.note(.corrupt, "PLTE", offset, "unexpected PLTE after IDAT")
    } else if header.colorType == .gray || header.colorType == .grayAlpha {
      result.defects.note(.corrupt, "PLTE", offset, "unexpected PLTE in a grayscale image")
    } else if data.count % 3 != 0 || entries == 0 || entries > 256 {
      result.defects.note(
        .corrupt, "PLTE", offset,
        "invalid palette: expected 1 to 256 colors of 3 bytes, found \(data.count.counted("byte"))")
    } else if header.colorType == .indexed, entries > 1 << header.bitDepth {
      result.defects.note(
        .corrupt, "PLTE", offset,
        "the palette has \(entries) colors (limit: \(1 << header.bitDepth) at this bit depth)",
        measured: Quantity(entries, .value), limit: Quantity(1 << header.bitDepth, .value))
    } else {
      result.palette = data
    }
  }

  private mutating func readTransparency(_ data: Range<Int>, at offset: Int) {
    guard let header = result.header else { return }
    let allowed: ClosedRange<Int>
    switch header.colorType {
    case .gray: allowed = 2...2
    case .rgb: allowed = 6...6
    case .indexed: allowed = 1...max(1, (result.palette?.count ?? 0) / 3)
    case .grayAlpha, .rgba:
      result.defects.note(
        .corrupt, "tRNS", offset, "unexpected tRNS in an image with an alpha channel")
      return
    }
    if !result.imageData.isEmpty {
      result.defects.note(.corrupt, "tRNS", offset, "unexpected tRNS after IDAT")
    } else if result.transparency != nil {
      result.defects.note(.corrupt, "tRNS", offset, "duplicate tRNS")
    } else if !allowed.contains(data.count) {
      let expected = allowed.count == 1 ? "\(allowed.upperBound)" : "1 to \(allowed.upperBound)"
      result.defects.note(
        .corrupt, "tRNS", offset,
        "invalid tRNS length in bytes: expected \(expected), found \(data.count.grouped)",
        measured: Quantity(data.count, .bytes), limit: Quantity(allowed.upperBound, .bytes))
    } else {
      result.transparency = data
    }
  }

  private mutating func readImageData(_ data: Range<Int>, at offset: Int) {
    if result.imageData.isEmpty {
      if result.header?.colorType == .indexed, result.palette == nil {
        result.defects.note(
          .corrupt, "IDAT", offset, "missing palette: an indexed image requires PLTE before IDAT")
      }
    } else if result.chunks.last?.count == 1 {
      result.defects.note(
        .corrupt, "IDAT", offset, "unexpected IDAT: image data must be in consecutive chunks")
    }
    result.imageData.append(data)
    animation.sawImageData(data)
  }

  private mutating func readEnd(_ data: Range<Int>, at offset: Int) {
    ended = true
    if !data.isEmpty {
      result.defects.note(
        .corrupt, "IEND", offset,
        "invalid IEND length: expected 0 bytes, found \(data.count.grouped)",
        measured: Quantity(data.count, .bytes), limit: Quantity(0, .bytes))
    }
  }

  private mutating func readOther(_ type: String, _ data: Range<Int>, at offset: Int) {
    if PNGContainer.colorChunkTypes.contains(type), result.imageData.isEmpty {
      readColors(type, data, at: offset)
    }
    readMetadata(type, data, Place(type, offset: offset))
    // A decoder must reject an unknown chunk whose first letter is a capital.
    if type.utf8.first.map({ $0 & 0x20 == 0 }) ?? false {
      result.defects.note(.corrupt, type, offset, "unknown critical chunk \(type)")
    }
  }

  /// PNG Third Edition, 5.6 (order) and 11.3.2 (contents). A decoder ignores a malformed chunk.
  private mutating func readColors(_ type: String, _ data: Range<Int>, at offset: Int) {
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
    result.colorChunks.append(offset..<data.upperBound + 4)
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

  private mutating func readMetadata(_ type: String, _ data: Range<Int>, _ place: Place) {
    switch type {
    case "eXIf":
      if let exif = EXIF(bytes, data) {
        result.metadata.add(exif, in: data, at: place)
      } else {
        result.metadata.count(.exif, data.count)
      }
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
    animation.finish(container: &result)
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

extension PNGContainer {
  /// Creates an empty container for a parser to fill.
  init() {}
}

private func hexadecimal(_ value: UInt32) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: 8 - digits.count) + digits
}
