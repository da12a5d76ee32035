/// A place in the bytes of a text file, for parsers that name lines.
struct SourceCursor {
  let bytes: [UInt8]
  private(set) var place = RelaxedJSON.Place(line: 1, column: 1, offset: 0)

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte, as a scalar so that it can be compared with ASCII literals.
  var next: Unicode.Scalar? { scalar(after: 0) }

  func scalar(after count: Int) -> Unicode.Scalar? {
    place.offset + count < bytes.count ? Unicode.Scalar(bytes[place.offset + count]) : nil
  }

  /// Goes to the next byte. There must be one.
  mutating func advance() {
    let byte = bytes[place.offset]
    if byte == UInt8(ascii: "\n") {
      place.line += 1
      place.column = 1
    } else if !UTF8.isContinuation(byte) {
      place.column += 1
    }
    place.offset += 1
  }
}
