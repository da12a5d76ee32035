/// A JSON text (RFC 8259) whose values are decoded when they are asked for.
///
/// Foundation's decoder needs 5 times as long for a manifest of 100,000 stickers, most of it for generic
/// containers.
final class JSONDocument: Sendable {
  /// The text is not JSON.
  struct Invalid: Error {}

  /// A value or the key of a member, in the order of the text: a container before its elements, and a
  /// key before its value.
  struct Token {
    /// The offset of the first byte: its opening bracket, quotation mark, digit or letter.
    var start: UInt32
    /// The offset after the last byte.
    var end: UInt32
    /// The index of the token after this one and everything in it.
    var next: UInt32
  }

  /// The largest text, in bytes: offsets are stored in 32 bits.
  static let mostBytes = Int(UInt32.max)
  /// The deepest nesting of containers, the same as in Foundation's decoder.
  private static let mostDepth = 512

  let bytes: [UInt8]
  /// All values and keys; the first one is the whole text.
  let tokens: [Token]

  /// Parses a text of at most `mostBytes` bytes.
  init(parsing bytes: [UInt8]) throws(Invalid) {
    guard bytes.count <= Self.mostBytes else { throw Invalid() }
    var parser = Parser(bytes)
    try parser.parseDocument()
    self.bytes = bytes
    tokens = parser.tokens
  }

  /// The outermost value.
  var root: JSONValue { JSONValue(document: self, index: 0) }

  /// A recursive descent parser. Only strings are checked beyond the grammar: they must be UTF-8.
  private struct Parser {
    let bytes: [UInt8]
    private(set) var tokens: [Token] = []
    private var offset = 0
    private var depth = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      if bytes.starts(with: mark) { offset = mark.count }
      // Manifests have about one token per 10 bytes.
      tokens.reserveCapacity(bytes.count / 10)
    }

    mutating func parseDocument() throws(Invalid) {
      skipSpace()
      try parseValue()
      skipSpace()
      guard offset == bytes.count else { throw Invalid() }
    }

    /// The next byte; 0, which JSON does not contain, at the end.
    private var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      offset += 1
      return true
    }

    private mutating func require(_ byte: UInt8) throws(Invalid) {
      guard skip(byte) else { throw Invalid() }
    }

    private mutating func skipSpace() {
      while true {
        switch next {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
          offset += 1
        default: return
        }
      }
    }

    /// Parses a value, before which no space is left.
    private mutating func parseValue() throws(Invalid) {
      let index = tokens.count
      let start = UInt32(truncatingIfNeeded: offset)
      tokens.append(Token(start: start, end: start, next: 0))
      switch next {
      case UInt8(ascii: "{"):
        try parseElements(until: UInt8(ascii: "}")) { parser throws(Invalid) in
          try parser.parseKey()
          try parser.parseValue()
        }
      case UInt8(ascii: "["):
        try parseElements(until: UInt8(ascii: "]")) { parser throws(Invalid) in
          try parser.parseValue()
        }
      case UInt8(ascii: "\""): try skipString()
      case UInt8(ascii: "t"): try skipLiteral("true")
      case UInt8(ascii: "f"): try skipLiteral("false")
      case UInt8(ascii: "n"): try skipLiteral("null")
      default: try skipNumber()
      }
      tokens[index].end = UInt32(truncatingIfNeeded: offset)
      tokens[index].next = UInt32(truncatingIfNeeded: tokens.count)
    }

    private mutating func parseElements(
      until end: UInt8, _ parseElement: (inout Parser) throws(Invalid) -> Void
    ) throws(Invalid) {
      depth += 1
      guard depth <= JSONDocument.mostDepth else { throw Invalid() }
      offset += 1
      skipSpace()
      while !skip(end) {
        try parseElement(&self)
        skipSpace()
        // A comma after the last element is accepted, as by Foundation's decoder.
        if skip(UInt8(ascii: ",")) {
          skipSpace()
        } else if next != end {
          throw Invalid()
        }
      }
      depth -= 1
    }

    private mutating func parseKey() throws(Invalid) {
      let start = offset
      guard next == UInt8(ascii: "\"") else { throw Invalid() }
      try skipString()
      tokens.append(
        Token(
          start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: offset),
          next: UInt32(truncatingIfNeeded: tokens.count + 1)))
      skipSpace()
      try require(UInt8(ascii: ":"))
      skipSpace()
    }

    private mutating func skipString() throws(Invalid) {
      let start = offset
      var isASCII = true
      offset += 1
      while true {
        switch next {
        case UInt8(ascii: "\""):
          offset += 1
          guard isASCII || bytes[start..<offset].isUTF8 else { throw Invalid() }
          return
        case UInt8(ascii: "\\"):
          offset += 1
          try skipEscape()
        case 0..<0x20: throw Invalid()
        case 0x80...: (isASCII, offset) = (false, offset + 1)
        default: offset += 1
        }
      }
    }

    /// Skips the characters after a backslash.
    private mutating func skipEscape() throws(Invalid) {
      switch next {
      case UInt8(ascii: "u"):
        guard bytes[offset...].dropFirst().prefix(4).count(where: \.isHexadecimalDigit) == 4 else {
          throw Invalid()
        }
        offset += 5
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
        UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        offset += 1
      default: throw Invalid()
      }
    }

    private mutating func skipLiteral(_ literal: StaticString) throws(Invalid) {
      guard bytes[offset...].starts(with: "\(literal)".utf8) else { throw Invalid() }
      offset += literal.utf8CodeUnitCount
    }

    private mutating func skipNumber() throws(Invalid) {
      _ = skip(UInt8(ascii: "-"))
      if !skip(UInt8(ascii: "0")) { try skipDigits() }
      if skip(UInt8(ascii: ".")) { try skipDigits() }
      if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
        _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
        try skipDigits()
      }
    }

    /// Skips one digit or more.
    private mutating func skipDigits() throws(Invalid) {
      guard next.isDigit else { throw Invalid() }
      while next.isDigit { offset += 1 }
    }
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isHexadecimalDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isUTF8: Bool { String(decoding: self, as: UTF8.self).utf8.elementsEqual(self) }
}
