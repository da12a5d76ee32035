/// The list of the pictures in a Multi-Picture file. Photos of current phones have one: the first
/// picture is the photo, and a gain map for HDR or a preview follows it.
///
/// Source: CIPA DC-007 (Multi-Picture Format), 5.2; Android, Ultra HDR image format.
struct MultiPictureIndex {
  private let tiff: TIFF

  /// Reads the index in `range`, the data of an APP2 segment after `MPF`; nil if there is none.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard let tiff = TIFF(bytes, range) else { return nil }
    self.tiff = tiff
  }

  /// Returns the parts of the file behind `end` that are pictures, in file order. Tools that remove
  /// pictures leave the index as it is, so each picture must begin as a JPEG.
  func pictures(behind end: Int) -> [Range<Int>] {
    guard let start = tiff.firstDirectory,
      let list = tiff.entries(of: start).first(where: { $0.tag == 0xB002 }),
      let first = tiff.long(list.value).map({ tiff.range.lowerBound + $0 })
    else { return [] }
    var pictures: [Range<Int>] = []
    for entry in stride(from: first, to: min(tiff.range.upperBound, first + list.count), by: 16) {
      // The attribute, the size and the offset in the structure.
      guard let size = tiff.long(entry + 4), let offset = tiff.long(entry + 8) else { break }
      let start = tiff.range.lowerBound + offset
      guard start >= pictures.last?.upperBound ?? end, start < tiff.bytes.count,
        tiff.bytes[start...].starts(with: [0xFF, 0xD8])
      else { continue }
      pictures.append(start..<min(tiff.bytes.count, start + size))
    }
    return pictures
  }
}
