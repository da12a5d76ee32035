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

  private let bytes: [UInt8]
  private let range: Range<Int>
  private let isLittleEndian: Bool

  /// Reads the TIFF structure in `range`; nil if there is none.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    if bytes.matches("II*\0", at: range.lowerBound) {
      isLittleEndian = true
    } else if bytes.matches("MM\0*", at: range.lowerBound) {
      isLittleEndian = false
    } else {
      return nil
    }
    self.bytes = bytes
    self.range = range
    readMainDirectory()
  }

  // Only four directories are read and their links are not followed, so a cycle is harmless.
  private mutating func readMainDirectory() {
    guard let start = long(range.lowerBound + 4) else { return }
    var thumbnails: Int?
    for entry in entries(of: start, next: &thumbnails) {
      switch entry.tag {
      case 0x0112:
        if let value = short(entry.value), (1...8).contains(value) {
          orientation = orientation ?? value
        }
      case 0x010F: device.make = name(entry)
      case 0x0110: device.model = name(entry)
      case 0x8769: readExifDirectory(at: long(entry.value))
      case 0x8825: readPosition(at: long(entry.value))
      default: break
      }
    }
    if let thumbnails { readThumbnail(at: thumbnails) }
  }

  private mutating func readExifDirectory(at start: Int?) {
    guard let start else { return }
    for entry in entries(of: start) {
      switch entry.tag {
      case 0xA430: device.hasOwner = device.hasOwner || name(entry) != nil
      case 0xA431, 0xA435: device.hasSerialNumber = device.hasSerialNumber || name(entry) != nil
      default: break
      }
    }
  }

  private mutating func readPosition(at start: Int?) {
    guard let start else { return }
    let tags = Set(entries(of: start).filter { $0.count > 0 }.map(\.tag))
    hasPosition = tags.contains(2) && tags.contains(4)
  }

  private mutating func readThumbnail(at start: Int) {
    var (offset, length) = (0, 0)
    for entry in entries(of: start) {
      if entry.tag == 0x0201 { offset = long(entry.value) ?? 0 }
      if entry.tag == 0x0202 { length = long(entry.value) ?? 0 }
    }
    thumbnailBytes = max(0, min(length, range.count - offset))
  }

  // MARK: TIFF

  private struct Entry {
    var tag: Int
    var count: Int
    /// The offset of the value, or of its offset if it has more than four bytes.
    var value: Int
  }

  private func entries(of start: Int) -> [Entry] {
    var next: Int?
    return entries(of: start, next: &next)
  }

  /// Returns the entries of a directory that are in bounds, and the offset of the next directory.
  private func entries(of start: Int, next: inout Int?) -> [Entry] {
    let directory = range.lowerBound + start
    guard let count = short(directory) else { return [] }
    var entries: [Entry] = []
    for index in 0..<count {
      let place = directory + 2 + 12 * index
      guard let tag = short(place), let count = long(place + 4), place + 10 <= range.upperBound
      else { return entries }
      entries.append(Entry(tag: tag, count: count, value: place + 8))
    }
    next = long(directory + 2 + 12 * count).flatMap { $0 == 0 ? nil : $0 }
    return entries
  }

  private func name(_ entry: Entry) -> String? {
    let start = entry.count > 4 ? long(entry.value).map { range.lowerBound + $0 } : entry.value
    guard let start, start < range.upperBound else { return nil }
    return bytes.metadataName(in: start..<min(range.upperBound, start + entry.count))
  }

  private func short(_ offset: Int) -> Int? {
    guard offset + 2 <= range.upperBound else { return nil }
    return isLittleEndian ? bytes.littleEndian16(at: offset) : bytes.bigEndian16(at: offset)
  }

  private func long(_ offset: Int) -> Int? {
    guard offset + 4 <= range.upperBound else { return nil }
    return isLittleEndian ? bytes.littleEndian32(at: offset) : bytes.bigEndian32(at: offset)
  }
}
