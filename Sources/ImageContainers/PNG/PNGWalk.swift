/// One pass over a PNG's chunks. Each chunk is read by the function named after it.
struct PNGWalk {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let largestNumber = Int(Int32.max)

  let bytes: [UInt8]
  var result = PNGContainer(walking: ())
  private var animation = APNGWalk()
  private var ended = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() {
    guard bytes.starts(with: Self.signature) else {
      if Self.signature.starts(with: bytes) {
        result.defects.note(.truncated, "signature", 0, "the file ends inside the PNG signature")
      } else {
        result.defects.note(
          .corrupt, "signature", 0,
          "the PNG signature is damaged, as by a transfer that rewrote its line ends")
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

  /// Reads one chunk and returns where the next begins, or nil where the walk cannot go on.
  private mutating func readChunk(at offset: Int) -> Int? {
    guard let length = bytes.bigEndian32(at: offset), offset + 8 <= bytes.count else {
      result.defects.note(.truncated, "chunk header", offset, "the file ends inside a chunk header")
      return nil
    }
    let type = bytes.printableText(in: offset + 4..<offset + 8)
    guard type.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
      result.defects.note(.corrupt, type, offset, "the chunk type is not four letters")
      return nil
    }
    guard length <= Self.largestNumber else {
      result.defects.note(.corrupt, type, offset, "the chunk length \(length) is over 2^31 - 1")
      return nil
    }
    let data = offset + 8..<offset + 8 + length
    guard data.upperBound + 4 <= bytes.count else {
      let missing = data.upperBound + 4 - bytes.count
      result.defects.note(
        .truncated, type, offset,
        "the file ends \(missing) \(missing == 1 ? "byte" : "bytes") before the chunk does",
        measured: Quantity(bytes.count, .bytes), limit: Quantity(data.upperBound + 4, .bytes))
      return nil
    }
    addRun(type, at: offset, length: length)
    let stored = UInt32(bytes.bigEndian32(at: data.upperBound) ?? 0)
    let computed = CRC32.checksum(of: bytes, in: offset + 4..<data.upperBound)
    if stored != computed {
      result.defects.note(
        .corrupt, type, offset,
        "the chunk's CRC is \(hexadecimal(stored)) and its data gives \(hexadecimal(computed))")
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
    if type == "CgBI" {
      result.defects.note(
        .appleOptimized, type, offset, "Xcode rewrote this PNG for iOS, and only iOS reads it")
      return false
    }
    if result.header == nil, type != "IHDR" {
      result.defects.note(.corrupt, type, offset, "IHDR is not the first chunk")
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
      result.defects.note(.corrupt, "IHDR", offset, "there is a second IHDR")
      return true
    }
    guard data.count == 13, let width = bytes.bigEndian32(at: data.lowerBound),
      let height = bytes.bigEndian32(at: data.lowerBound + 4)
    else {
      result.defects.note(.corrupt, "IHDR", offset, "IHDR has \(data.count) bytes instead of 13")
      return false
    }
    let depth = Int(bytes[data.lowerBound + 8])
    let color = Int(bytes[data.lowerBound + 9])
    guard (1...Self.largestNumber).contains(width), (1...Self.largestNumber).contains(height) else {
      result.defects.note(
        .corrupt, "IHDR", offset, "the canvas of \(width) × \(height) px is impossible")
      return false
    }
    guard let colorType = PNGContainer.ColorType(rawValue: color) else {
      result.defects.note(.corrupt, "IHDR", offset, "there is no color type \(color)")
      return false
    }
    guard colorType.depths.contains(depth) else {
      result.defects.note(
        .corrupt, "IHDR", offset, "color type \(color) cannot have a bit depth of \(depth)")
      return false
    }
    for (index, name) in ["compression", "filter"].enumerated()
    where bytes[data.lowerBound + 10 + index] != 0 {
      let method = bytes[data.lowerBound + 10 + index]
      result.defects.note(.corrupt, "IHDR", offset, "there is no \(name) method \(method)")
      return false
    }
    let interlace = bytes[data.lowerBound + 12]
    guard interlace <= 1 else {
      result.defects.note(.corrupt, "IHDR", offset, "there is no interlace method \(interlace)")
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
      result.defects.note(.corrupt, "PLTE", offset, "there is a second palette")
    } else if !result.imageData.isEmpty {
      result.defects.note(.corrupt, "PLTE", offset, "the palette stands after the image data")
    } else if header.colorType == .gray || header.colorType == .grayAlpha {
      result.defects.note(.corrupt, "PLTE", offset, "a gray image cannot have a palette")
    } else if data.count % 3 != 0 || entries == 0 || entries > 256 {
      result.defects.note(
        .corrupt, "PLTE", offset, "a palette of \(data.count) bytes is not 1 to 256 colors")
    } else if header.colorType == .indexed, entries > 1 << header.bitDepth {
      result.defects.note(
        .corrupt, "PLTE", offset,
        "\(entries) colors are more than \(header.bitDepth) bits can name",
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
        .corrupt, "tRNS", offset, "an image with an alpha channel cannot have tRNS")
      return
    }
    if !result.imageData.isEmpty {
      result.defects.note(.corrupt, "tRNS", offset, "the tRNS chunk stands after the image data")
    } else if result.transparency != nil {
      result.defects.note(.corrupt, "tRNS", offset, "there is a second tRNS")
    } else if !allowed.contains(data.count) {
      result.defects.note(
        .corrupt, "tRNS", offset,
        "the tRNS chunk has \(data.count) bytes where \(allowed.upperBound) fit",
        measured: Quantity(data.count, .bytes), limit: Quantity(allowed.upperBound, .bytes))
    } else {
      result.transparency = data
    }
  }

  private mutating func readImageData(_ data: Range<Int>, at offset: Int) {
    if result.imageData.isEmpty {
      if result.header?.colorType == .indexed, result.palette == nil {
        result.defects.note(
          .corrupt, "IDAT", offset, "an indexed image has no palette before its data")
      }
    } else if result.chunks.last?.count == 1 {
      result.defects.note(.corrupt, "IDAT", offset, "the image data is split by another chunk")
    }
    result.imageData.append(data)
    animation.sawImageData(data)
  }

  private mutating func readEnd(_ data: Range<Int>, at offset: Int) {
    ended = true
    if !data.isEmpty {
      result.defects.note(
        .corrupt, "IEND", offset, "IEND has \(data.count) bytes instead of none",
        measured: Quantity(data.count, .bytes), limit: Quantity(0, .bytes))
    }
  }

  private mutating func readOther(_ type: String, _ data: Range<Int>, at offset: Int) {
    if PNGContainer.colorChunkTypes.contains(type), result.imageData.isEmpty {
      result.colorChunks.append(offset..<data.upperBound + 4)
      if type == "iCCP" {
        let end = data.first { bytes[$0] == 0 } ?? data.upperBound
        result.profileName = bytes.printableText(in: data.lowerBound..<end)
      }
    }
    readMetadata(type, data, Place(type, offset: offset))
    // A capital first letter says that a decoder which does not know the chunk must give up.
    if type.utf8.first.map({ $0 & 0x20 == 0 }) ?? false {
      result.defects.note(.corrupt, type, offset, "the critical chunk \(type) is unknown")
    }
  }

  private mutating func readMetadata(_ type: String, _ data: Range<Int>, _ place: Place) {
    switch type {
    case "eXIf":
      if let exif = EXIF(bytes, data) {
        result.metadata.add(exif, in: data, at: place)
      } else {
        result.metadata.count(.exif, data.count)
      }
    case "iTXt" where bytes.holds(Self.xmpKeyword, at: data.lowerBound):
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
      result.defects.note(.truncated, "IHDR", offset, "the file ends before its header")
    } else if !ended {
      result.defects.note(.truncated, "IEND", offset, "the file ends without an IEND chunk")
    } else if result.imageData.isEmpty {
      result.defects.note(.corrupt, "IDAT", offset, "there is no image data")
    } else {
      result.defects.noteTrailing(from: offset, to: bytes.count)
    }
    animation.finish(container: &result)
  }
}

extension PNGContainer {
  /// An empty container for a walk to fill.
  init(walking: Void) {}
}

private func hexadecimal(_ value: UInt32) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: 8 - digits.count) + digits
}
