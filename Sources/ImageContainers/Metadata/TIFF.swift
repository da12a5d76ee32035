/// The directories of numbers in Exif and in the index of a Multi-Picture file.
///
/// Source: TIFF 6.0, section 2.
struct TIFF {
  let bytes: [UInt8]
  /// The structure; offsets in it count from its start.
  let range: Range<Int>
  private let isLittleEndian: Bool

  struct Entry {
    var tag: Int
    var count: Int
    /// The offset in the file of the value, or of its offset if it has more than four bytes.
    var value: Int
  }

  /// Nil if there is no TIFF structure in `range`.
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
  }

  /// The offset of the first directory in the structure.
  var firstDirectory: Int? { long(range.lowerBound + 4) }

  /// Returns the entries of a directory that are in bounds, and the offset of the next directory.
  func directory(at start: Int?) -> (entries: [Entry], next: Int?) {
    guard let start, let count = short(range.lowerBound + start) else { return ([], nil) }
    let first = range.lowerBound + start + 2
    var entries: [Entry] = []
    for place in stride(from: first, to: first + 12 * count, by: 12) {
      guard let tag = short(place), let count = long(place + 4), place + 10 <= range.upperBound
      else { return (entries, nil) }
      entries.append(Entry(tag: tag, count: count, value: place + 8))
    }
    return (entries, long(first + 12 * count).flatMap { $0 == 0 ? nil : $0 })
  }

  /// Returns the 16-bit number at an offset in the file; nil outside of the structure.
  func short(_ offset: Int) -> Int? {
    guard offset + 2 <= range.upperBound else { return nil }
    return isLittleEndian ? bytes.littleEndian16(at: offset) : bytes.bigEndian16(at: offset)
  }

  /// Returns the 32-bit number at an offset in the file; nil outside of the structure.
  func long(_ offset: Int) -> Int? {
    guard offset + 4 <= range.upperBound else { return nil }
    return (isLittleEndian ? bytes.littleEndian32(at: offset) : bytes.bigEndian32(at: offset))?
      .bounded
  }
}
