internal import Basics

/// Parses a JPEG's segments in one pass and skips the entropy-coded data between them.
struct JPEGParser {
  let bytes: [UInt8]
  private(set) var result = JPEGContainer()
  /// The coefficients of each component whose last bit a scan has sent, by the component's number. Bit
  /// 0 is the DC coefficient.
  private var completeCoefficients: [UInt8: UInt64] = [:]
  private var pictures: TIFF?
  /// The segment that is being read.
  private var marker: UInt8 = 0xD8
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    do throws(Defect) { try readFile() } catch { result.defects.note(error) }
  }

  /// A defect of the segment that is being read.
  private func defect(
    _ kind: Defect.Kind, _ message: String, measured: Quantity? = nil, limit: Quantity? = nil
  ) -> Defect {
    let place = Place(Self.name(of: marker), offset: offset)
    return Defect(kind, at: place, message, measured: measured, limit: limit)
  }

  private mutating func readFile() throws(Defect) {
    var end = 2
    // Any number of fill bytes may precede a marker.
    while let start = nextMarker(from: end) {
      let stray = result.scans == 0 ? bytes[end..<start].count { $0 != 0xFF } : 0
      if stray > 0 {
        result.defects.note(
          .corrupt, "segment", end, "unexpected data between segments: \(stray.counted("byte"))")
      }
      (marker, offset) = (bytes[start + 1], start)
      if marker == 0xD9 {
        finish()
        return
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        end = start + 2
        continue
      }
      guard let length = bytes.bigEndian16(at: start + 2) else {
        throw defect(.truncated, "truncated segment header")
      }
      guard length >= 2 else {
        throw defect(
          .corrupt, "invalid segment length: expected at least 2, found \(length)")
      }
      end = start + 2 + length
      guard end <= bytes.count else { throw defect(.truncated, "truncated segment") }
      read(start + 4..<end)
    }
    throw Defect(
      .truncated, at: Place("EOI", offset: bytes.count), "truncated file: missing EOI marker")
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

  private mutating func read(_ data: Range<Int>) {
    func begins(with text: String) -> Bool { bytes.matches(text, at: data.lowerBound) }
    switch marker {
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      do throws(Defect) { try readFrame(data) } catch { result.defects.note(error) }
    case 0xDA: readScan(data)
    case 0xE1 where begins(with: "Exif\0\0") && data.count >= 6:
      let range = data.lowerBound + 6..<data.upperBound
      let exif = EXIF(bytes, range)
      result.orientation = exif?.orientation ?? result.orientation
      result.metadata.add(exif, in: range, at: Place("APP1", offset: offset))
    // Adobe, XMP Specification, part 3, 1.1.3: the packet and its extension.
    case 0xE1
    where begins(with: "http://ns.adobe.com/xap/1.0/\0")
      || begins(with: "http://ns.adobe.com/xmp/extension/\0"):
      result.metadata.addXMP(bytes, in: data, at: Place("APP1", offset: offset))
    case 0xE2 where begins(with: "ICC_PROFILE\0"):
      if result.profileSegments.isEmpty, data.count >= 14 + 20 {
        let space = bytes.printableText(in: data.lowerBound + 30..<data.lowerBound + 34)
        result.profileColorSpace = String(space.prefix { $0 != " " })
      }
      result.profileSegments.append(offset..<data.upperBound)
      result.metadata.count(.profile, data.count)
    case 0xE2 where begins(with: "MPF\0") && data.count >= 4:
      pictures = TIFF(bytes, data.lowerBound + 4..<data.upperBound)
    case 0xED where begins(with: "Photoshop 3.0\0"):
      result.metadata.count(.photoshop, data.count)
    case 0xE0 where begins(with: "JFIF\0") && data.count >= 14:
      let thumbnail = 3 * Int(bytes[data.lowerBound + 12]) * Int(bytes[data.lowerBound + 13])
      result.metadata.count(.thumbnail, min(thumbnail, data.count - 14))
    case 0xE0 where begins(with: "JFXX\0"):
      result.metadata.count(.thumbnail, data.count)
    case 0xFE: result.metadata.count(.text, data.count)
    case 0xEE where begins(with: "Adobe") && data.count >= 12:
      result.adobeTransform = Int(bytes[data.lowerBound + 11])
    default: break
    }
  }

  private mutating func readFrame(_ data: Range<Int>) throws(Defect) {
    guard data.count >= 6, let height = bytes.bigEndian16(at: data.lowerBound + 1),
      let width = bytes.bigEndian16(at: data.lowerBound + 3)
    else {
      throw defect(
        .corrupt,
        "invalid frame header length: expected at least 6 bytes, found \(data.count.grouped)")
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
    if [.lossless, .hierarchical, .arithmetic].contains(coding) {
      throw defect(.unsupportedCoding, "unsupported coding: \(coding.rawValue)")
    } else if result.precision != 8 {
      throw defect(
        .unsupportedCoding,
        "unsupported sample precision: expected 8 bits, found \(result.precision)",
        measured: Quantity(result.precision, .value), limit: Quantity(8, .value))
    } else if width == 0 || height == 0 {
      throw defect(.corrupt, "invalid canvas size: \(CanvasSize.text(width, height))")
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

  private mutating func finish() {
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
