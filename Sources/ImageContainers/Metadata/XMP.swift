/// The properties of an XMP packet that Exif has, too.
///
/// Source: ISO 16684-1; Exif 2.32 metadata for XMP (CIPA DC-010). The packet is
/// not parsed as XML: a property is found by its name after a colon, as an attribute or an element.
struct XMP {
  private(set) var device = Metadata.Device()
  private var hasLatitude = false
  private var hasLongitude = false

  /// Whether the packet contains a latitude and a longitude.
  var hasPosition: Bool { hasLatitude && hasLongitude }

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    for colon in range where bytes[colon] == UInt8(ascii: ":") {
      let start = colon + 1
      let end = (start..<min(start + 20, range.upperBound)).first { !bytes[$0].isLetter }
      guard let end, end > start else { continue }
      switch bytes[start] {
      case UInt8(ascii: "G"), UInt8(ascii: "M"), UInt8(ascii: "S"), UInt8(ascii: "B"),
        UInt8(ascii: "L"), UInt8(ascii: "O"), UInt8(ascii: "C"):
        note(bytes.printableText(in: start..<end), bytes.value(after: end, in: range))
      default: break
      }
    }
  }

  private mutating func note(_ property: String, _ value: String?) {
    guard let value else { return }
    switch property {
    case "GPSLatitude": hasLatitude = true
    case "GPSLongitude": hasLongitude = true
    case "Make": device.make = device.make ?? value
    case "Model": device.model = device.model ?? value
    case "SerialNumber", "BodySerialNumber", "LensSerialNumber": device.hasSerialNumber = true
    case "OwnerName", "CameraOwnerName": device.hasOwner = true
    default: break
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
}

extension [UInt8] {
  /// Returns the value in quotation marks or before the next tag; nil if it is empty.
  fileprivate func value(after name: Int, in range: Range<Int>) -> String? {
    var start = name
    let delimiters = [UInt8(ascii: "="), UInt8(ascii: ">")]
    guard delimiters.contains(self[start]) else { return nil }
    start += 1
    if self[name] == delimiters[0] {
      guard start < range.upperBound, [0x22, 0x27].contains(self[start]) else { return nil }
      start += 1
    }
    let stops: Set<UInt8> = [0x22, 0x27, 0x3C]
    let end = (start..<Swift.min(start + 64, range.upperBound)).first { stops.contains(self[$0]) }
    return metadataName(in: start..<(end ?? Swift.min(start + 64, range.upperBound)))
  }
}
