/// The directories of numbers in Exif and in the index of a Multi-Picture file.
///
/// Source: TIFF 6.0, section 2.
struct TIFF {
  let bytes: [UInt8]
  /// The structure; offsets in it count from its start.
  let range: Range<Int>
  private let isLittleEndian: Bool

  /// An entry of a directory.
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

  /// Returns the entries of a directory that are in bounds.
  func entries(of start: Int) -> [Entry] {
    var next: Int?
    return entries(of: start, next: &next)
  }

  /// Returns the entries of a directory that are in bounds, and the offset of the next directory.
  func entries(of start: Int, next: inout Int?) -> [Entry] {
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

  /// Returns the 16-bit number at an offset in the file; nil outside of the structure.
  func short(_ offset: Int) -> Int? {
    guard offset + 2 <= range.upperBound else { return nil }
    return isLittleEndian ? bytes.littleEndian16(at: offset) : bytes.bigEndian16(at: offset)
  }

  /// Returns the 32-bit number at an offset in the file; nil outside of the structure.
  func long(_ offset: Int) -> Int? {
    guard offset + 4 <= range.upperBound else { return nil }
    return isLittleEndian ? bytes.littleEndian32(at: offset) : bytes.bigEndian32(at: offset)
  }
}
