/// The one thing in Exif that changes how a picture looks.
enum EXIF {
  /// The orientation tag's value, 1 to 8, from a TIFF structure in `range`; nil without a valid one.
  ///
  /// Source: Exif 2.32, 4.6.4, tag 0x0112 in IFD0.
  static func orientation(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let little: Bool
    if bytes.holds("II*\0", at: range.lowerBound) {
      little = true
    } else if bytes.holds("MM\0*", at: range.lowerBound) {
      little = false
    } else {
      return nil
    }
    func short(_ offset: Int) -> Int? {
      guard offset + 2 <= range.upperBound else { return nil }
      return little ? bytes.littleEndian16(at: offset) : bytes.bigEndian16(at: offset)
    }
    func long(_ offset: Int) -> Int? {
      guard offset + 4 <= range.upperBound else { return nil }
      return little ? bytes.littleEndian32(at: offset) : bytes.bigEndian32(at: offset)
    }
    guard let directory = long(range.lowerBound + 4).map({ range.lowerBound + $0 }),
      let entries = short(directory)
    else { return nil }
    for index in 0..<entries {
      let entry = directory + 2 + 12 * index
      guard let tag = short(entry) else { return nil }
      if tag == 0x0112, let value = short(entry + 8), (1...8).contains(value) { return value }
    }
    return nil
  }
}
