internal import Basics

/// Parses a JPEG's segments in one pass and skips the entropy-coded data between them.
struct JPEGParser {
  let bytes: [UInt8]
  var result = JPEGContainer()
  /// The coefficients of each component whose last bit a scan has sent, by the component's number. Bit
  /// 0 is the DC coefficient.
  private var completeCoefficients: [UInt8: UInt64] = [:]
  private var pictures: MultiPictureIndex?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() {
    var offset = 2
    while true {
      // Any number of fill bytes may precede a marker.
      guard let start = nextMarker(from: offset) else {
        result.defects.note(.truncated, "EOI", bytes.count, "truncated file: missing EOI marker")
        return
      }
      let stray = result.scans == 0 ? bytes[offset..<start].count { $0 != 0xFF } : 0
      if stray > 0 {
        result.defects.note(
          .corrupt, "segment", offset,
          "unexpected data between segments: \(stray.counted("byte"))")
      }
      let marker = bytes[start + 1]
      if marker == 0xD9 {
        finish(at: start)
        return
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset = start + 2
        continue
      }
      guard let length = bytes.bigEndian16(at: start + 2) else {
        result.defects.note(
          .truncated, Self.name(of: marker), start, "truncated segment header")
        return
      }
      let end = start + 2 + length
      guard length >= 2 else {
        result.defects.note(
          .corrupt, Self.name(of: marker), start,
          "invalid segment length: expected at least 2, found \(length)")
        return
      }
      guard end <= bytes.count else {
        result.defects.note(
          .truncated, Self.name(of: marker), start, "truncated segment")
        return
      }
      read(marker, start + 4..<end, at: start)
      offset = end
    }
  }

  /// Returns the offset of the next marker, skipping stuffed bytes and restart markers.
  private func nextMarker(from offset: Int) -> Int? {
    var position = offset
    while position + 1 < bytes.count {
      if bytes[position] == 0xFF {
        let code = bytes[position + 1]
        if code != 0, code != 0xFF, !(0xD0...0xD7).contains(code) { return position }
      }
      position += 1
    }
    return nil
  }

  private mutating func read(_ marker: UInt8, _ data: Range<Int>, at offset: Int) {
    switch marker {
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      readFrame(marker, data, at: offset)
    case 0xDA: readScan(data)
    case 0xE1 where bytes.matches("Exif\0\0", at: data.lowerBound) && data.count >= 6:
      let range = data.lowerBound + 6..<data.upperBound
      if let exif = EXIF(bytes, range) {
        if let orientation = exif.orientation { result.orientation = orientation }
        result.metadata.add(exif, in: range, at: Place("APP1", offset: offset))
      } else {
        result.metadata.count(.exif, range.count)
      }
    // Adobe, XMP Specification, part 3, 1.1.3: the packet and its extension.
    case 0xE1
    where bytes.matches("http://ns.adobe.com/xap/1.0/\0", at: data.lowerBound)
      || bytes.matches("http://ns.adobe.com/xmp/extension/\0", at: data.lowerBound):
      result.metadata.addXMP(bytes, in: data, at: Place("APP1", offset: offset))
    case 0xE2 where bytes.matches("ICC_PROFILE\0", at: data.lowerBound):
      if result.profileSegments.isEmpty, data.count >= 14 + 20 {
        let space = bytes.printableText(in: data.lowerBound + 30..<data.lowerBound + 34)
        result.profileColorSpace = String(space.prefix { $0 != " " })
      }
      result.profileSegments.append(offset..<data.upperBound)
      result.metadata.count(.profile, data.count)
    case 0xE2 where bytes.matches("MPF\0", at: data.lowerBound) && data.count >= 4:
      pictures = MultiPictureIndex(bytes, data.lowerBound + 4..<data.upperBound)
    case 0xED where bytes.matches("Photoshop 3.0\0", at: data.lowerBound):
      result.metadata.count(.photoshop, data.count)
    case 0xE0 where bytes.matches("JFIF\0", at: data.lowerBound) && data.count >= 14:
      let thumbnail = 3 * Int(bytes[data.lowerBound + 12]) * Int(bytes[data.lowerBound + 13])
      result.metadata.count(.thumbnail, min(thumbnail, data.count - 14))
    case 0xE0 where bytes.matches("JFXX\0", at: data.lowerBound):
      result.metadata.count(.thumbnail, data.count)
    case 0xFE: result.metadata.count(.text, data.count)
    case 0xEE where bytes.matches("Adobe", at: data.lowerBound) && data.count >= 12:
      result.adobeTransform = Int(bytes[data.lowerBound + 11])
    default: break
    }
  }

  private mutating func readFrame(_ marker: UInt8, _ data: Range<Int>, at offset: Int) {
    guard data.count >= 6, let height = bytes.bigEndian16(at: data.lowerBound + 1),
      let width = bytes.bigEndian16(at: data.lowerBound + 3)
    else {
      result.defects.note(
        .corrupt, Self.name(of: marker), offset,
        "invalid frame header length: expected at least 6 bytes, found \(data.count.grouped)")
      return
    }
    // The header of a thumbnail or a second image must not replace that of the image.
    guard result.coding == nil else { return }
    let coding: JPEGContainer.Coding =
      switch marker {
      case 0xC0: .baseline
      case 0xC1: .extended
      case 0xC2: .progressive
      case 0xC3, 0xC7, 0xCB, 0xCF: .lossless
      case 0xC9, 0xCA: .arithmetic
      default: .hierarchical
      }
    result.coding = coding
    result.precision = Int(bytes[data.lowerBound])
    result.width = width
    result.height = height
    result.components = Int(bytes[data.lowerBound + 5])
    for number in stride(from: data.lowerBound + 6, to: data.upperBound, by: 3)
      .prefix(result.components)
    { completeCoefficients[bytes[number]] = 0 }
    let place = Self.name(of: marker)
    if [.lossless, .hierarchical, .arithmetic].contains(coding) {
      result.defects.note(
        .unsupportedCoding, place, offset, "unsupported coding: \(coding.rawValue)")
    } else if result.precision != 8 {
      result.defects.note(
        .unsupportedCoding, place, offset,
        "unsupported sample precision: expected 8 bits, found \(result.precision)",
        measured: Quantity(result.precision, .value), limit: Quantity(8, .value))
    } else if width == 0 || height == 0 {
      result.defects.note(
        .corrupt, place, offset, "invalid canvas size: \(CanvasSize(width: width, height: height))")
    }
  }

  /// T.81, B.2.3: components, range of coefficients, and the number of bits that are left to later
  /// scans.
  private mutating func readScan(_ data: Range<Int>) {
    result.scans += 1
    guard let first = data.first else { return }
    let range = first + 1 + 2 * Int(bytes[first])
    guard range + 3 <= data.upperBound else { return }
    let (start, end) = (bytes[range], min(63, bytes[range + 1]))
    guard start <= end else { return }
    let sent = (UInt64.max >> (63 - UInt64(end - start))) << UInt64(start)
    let isComplete = bytes[range + 2] & 15 == 0
    for number in stride(from: first + 1, to: range, by: 2) {
      guard let known = completeCoefficients[bytes[number]] else { continue }
      completeCoefficients[bytes[number]] = isComplete ? known | sent : known & ~sent
    }
  }

  private mutating func finish(at offset: Int) {
    var end = offset + 2
    for picture in pictures?.pictures(behind: end) ?? [] {
      result.metadata.count(.pictures, picture.count)
      end = picture.upperBound
    }
    result.defects.noteTrailing(from: end, to: bytes.count)
    result.incompleteCoefficients = completeCoefficients.values.reduce(0) {
      $0 + (~$1).nonzeroBitCount
    }
    if result.coding == nil {
      result.defects.note(.corrupt, "SOF", offset, "missing frame header")
    } else if result.scans == 0 {
      result.defects.note(.corrupt, "SOS", offset, "missing image data")
    }
  }

  static func name(of marker: UInt8) -> String {
    switch marker {
    case 0xC4: "DHT"
    case 0xC0...0xCF: "SOF\(marker - 0xC0)"
    case 0xDA: "SOS"
    case 0xDB: "DQT"
    case 0xDD: "DRI"
    case 0xE0...0xEF: "APP\(marker - 0xE0)"
    case 0xFE: "COM"
    default: "FF" + String(marker, radix: 16, uppercase: true)
    }
  }
}
