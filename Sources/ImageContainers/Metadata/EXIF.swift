/// The orientation in Exif, and what reveals something about the photographer.
///
/// Source: Exif 2.32, 4.6; TIFF 6.0, section 2.
struct EXIF {
  /// The orientation, 1 to 8; nil if it is missing or invalid.
  private(set) var orientation: Int?
  /// Whether Exif contains a latitude and a longitude.
  private(set) var hasPosition = false
  private(set) var device = Metadata.Device()
  /// The size of the thumbnail in bytes, without what is beyond the end of Exif.
  private(set) var thumbnailBytes = 0

  private let tiff: TIFF

  /// Reads the TIFF structure in `range`; nil if there is none.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard let tiff = TIFF(bytes, range) else { return nil }
    self.tiff = tiff
    readMainDirectory()
  }

  // Only four directories are read and their links are not followed, so a cycle is harmless.
  private mutating func readMainDirectory() {
    let main = tiff.directory(at: tiff.firstDirectory)
    for entry in main.entries {
      switch entry.tag {
      case 0x0112:
        if let value = tiff.short(entry.value), (1...8).contains(value) {
          orientation = orientation ?? value
        }
      case 0x010F: device.make = name(entry)
      case 0x0110: device.model = name(entry)
      case 0x8769: readExifDirectory(at: tiff.long(entry.value))
      case 0x8825: readPosition(at: tiff.long(entry.value))
      default: break
      }
    }
    readThumbnail(at: main.next)
  }

  private mutating func readExifDirectory(at start: Int?) {
    for entry in tiff.directory(at: start).entries {
      switch entry.tag {
      case 0xA430: device.hasOwner = device.hasOwner || name(entry) != nil
      case 0xA431, 0xA435: device.hasSerialNumber = device.hasSerialNumber || name(entry) != nil
      default: break
      }
    }
  }

  private mutating func readPosition(at start: Int?) {
    let tags = tiff.directory(at: start).entries.filter { $0.count > 0 }.map { $0.tag }
    hasPosition = tags.contains(2) && tags.contains(4)
  }

  private mutating func readThumbnail(at start: Int?) {
    var (offset, length) = (0, 0)
    for entry in tiff.directory(at: start).entries {
      if entry.tag == 0x0201 { offset = tiff.long(entry.value) ?? 0 }
      if entry.tag == 0x0202 { length = tiff.long(entry.value) ?? 0 }
    }
    thumbnailBytes = max(0, min(length, tiff.range.count - offset))
  }

  private func name(_ entry: TIFF.Entry) -> String? {
    let range = tiff.range
    let start =
      entry.count > 4 ? tiff.long(entry.value).map { range.lowerBound + $0 } : entry.value
    guard let start, start < range.upperBound else { return nil }
    return tiff.bytes.metadataName(in: start..<min(range.upperBound, start + entry.count))
  }
}
