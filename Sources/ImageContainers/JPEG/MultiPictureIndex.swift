/// The list of the pictures in a Multi-Picture file. Photos of current phones have one: the first
/// picture is the photo, and a gain map for HDR or a preview follows it.
///
/// Source: CIPA DC-007 (Multi-Picture Format), 5.2; Android, Ultra HDR image format.
extension TIFF {
  /// Returns the parts of the file behind `end` that are pictures, in file order. Tools that remove
  /// pictures leave the index as it is, so each picture must begin as a JPEG.
  func pictures(behind end: Int) -> [Range<Int>] {
    guard let list = directory(at: firstDirectory).entries.first(where: { $0.tag == 0xB002 }),
      let first = long(list.value).map({ range.lowerBound + $0 })
    else { return [] }
    var pictures: [Range<Int>] = []
    for entry in stride(from: first, to: min(range.upperBound, first + list.count), by: 16) {
      // The attribute, the size and the offset in the structure.
      guard let size = long(entry + 4), let offset = long(entry + 8) else { break }
      let start = range.lowerBound + offset
      guard start >= pictures.last?.upperBound ?? end, start < bytes.count,
        bytes[start...].starts(with: [0xFF, 0xD8])
      else { continue }
      pictures.append(start..<min(bytes.count, start + size))
    }
    return pictures
  }
}
