/// A place in the bytes of a text file, for parsers that name lines.
struct SourceCursor {
  let bytes: [UInt8]
  private(set) var place = RelaxedJSON.Place(line: 1, column: 1, offset: 0)

  /// Creates a cursor at the first byte, or at that after a byte order mark.
  init(bytes: [UInt8]) {
    self.bytes = bytes
    let mark = "\u{FEFF}".utf8
    if bytes.starts(with: mark) { place.offset = mark.count }
  }

  /// The next byte, as a scalar so that it can be compared with ASCII literals.
  var next: Unicode.Scalar? { scalar(after: 0) }

  func scalar(after count: Int) -> Unicode.Scalar? {
    place.offset + count < bytes.count ? Unicode.Scalar(bytes[place.offset + count]) : nil
  }

  /// Whether the next two bytes are these ASCII characters.
  func isNext(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    next == first && scalar(after: 1) == second
  }

  /// Goes some bytes on. There must be as many.
  mutating func advance(by count: Int = 1) {
    for byte in bytes[place.offset..<place.offset + count] {
      if byte == UInt8(ascii: "\n") {
        place.line += 1
        place.column = 1
      } else if !UTF8.isContinuation(byte) {
        place.column += 1
      }
    }
    place.offset += count
  }

  /// Skips white space and, on request, comments as in C.
  mutating func skipSpace(andComments hasComments: Bool = true) throws(ConfigurationError) {
    while let next {
      if next == " " || next == "\n" || next == "\t" || next == "\r" {
        advance()
      } else if hasComments, isNext("/", "/") {
        while let next = self.next, next != "\n" { advance() }
      } else if hasComments, isNext("/", "*") {
        let start = place
        advance(by: 2)
        while !isNext("*", "/") {
          guard self.next != nil else {
            throw ConfigurationError("unterminated comment: expected \"*/\"", at: start)
          }
          advance()
        }
        advance(by: 2)
      } else {
        return
      }
    }
  }
}
