/// A parser of property lists in the OpenStep format, such as a `project.pbxproj`, with the places of values.
///
/// Source: Apple, Property List Programming Topics for Core Foundation; the files that Xcode writes.
package struct OpenStepPropertyList {
  /// The largest file that is read, in bytes: several times the project of a large app.
  package static let mostBytes = 1 << 25
  /// The most values that are read, in the same way.
  static let mostValues = 500_000
  private static let mostDepth = 64

  private var cursor: SourceCursor
  private var valuesLeft = Self.mostValues

  /// Parses a whole file. Strings, lists and dictionaries are those of JSON; data is null.
  package static func parse(_ bytes: [UInt8]) throws(ConfigurationError) -> RelaxedJSON {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw ConfigurationError("the file is not UTF-8 text")
    }
    var parser = OpenStepPropertyList(bytes: bytes)
    let value = try parser.value(depth: 0)
    try parser.skipSpace()
    guard parser.next == nil else { throw parser.expected("the end of the file") }
    return value
  }

  private init(bytes: [UInt8]) { cursor = SourceCursor(bytes: bytes) }

  private var next: Unicode.Scalar? { cursor.next }
  private var place: RelaxedJSON.Place { cursor.place }

  private mutating func advance() { cursor.advance() }

  private func expected(_ what: String) -> ConfigurationError {
    ConfigurationError("expected \(what)", at: place)
  }

  private mutating func skip(_ character: Unicode.Scalar) throws(ConfigurationError) {
    try skipSpace()
    guard next == character else { throw expected("\"\(character)\"") }
    advance()
  }

  private mutating func skipSpace() throws(ConfigurationError) {
    while let next {
      switch (next, cursor.scalar(after: 1)) {
      case (" ", _), ("\t", _), ("\n", _), ("\r", _): advance()
      case ("/", "/"): while let next = self.next, next != "\n" { advance() }
      case ("/", "*"):
        advance()
        repeat {
          advance()
          guard self.next != nil else { throw expected("\"*/\"") }
        } while self.next != "*" || cursor.scalar(after: 1) != "/"
        advance()
        advance()
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(ConfigurationError) -> RelaxedJSON {
    try skipSpace()
    valuesLeft -= 1
    guard valuesLeft >= 0, depth <= Self.mostDepth else {
      throw ConfigurationError("too many values, or nested too deeply", at: place)
    }
    let start = place
    switch next {
    case "{":
      advance()
      var members: [(key: String, place: RelaxedJSON.Place, value: RelaxedJSON)] = []
      while true {
        try skipSpace()
        if next == "}" { break }
        let place = place
        let key = try text()
        try skip("=")
        members.append((key, place, try value(depth: depth + 1)))
        try skip(";")
      }
      advance()
      return RelaxedJSON(content: .object(members), place: start)
    case "(":
      advance()
      var list: [RelaxedJSON] = []
      while true {
        try skipSpace()
        if next == ")" { break }
        list.append(try value(depth: depth + 1))
        try skipSpace()
        guard next != ")" else { break }
        try skip(",")
      }
      advance()
      return RelaxedJSON(content: .list(list), place: start)
    case "<":
      while let next, next != ">" { advance() }
      try skip(">")
      return RelaxedJSON(content: .null, place: start)
    default: return RelaxedJSON(content: .text(try text()), place: start)
    }
  }

  private mutating func text() throws(ConfigurationError) -> String {
    var text: [UInt8] = []
    if let quote = next, quote == "\"" || quote == "'" {
      advance()
      while let next, next != quote {
        if next == "\\" {
          advance()
          text += try escape().utf8
        } else {
          text.append(cursor.bytes[place.offset])
          advance()
        }
      }
      try skip(quote)
    } else {
      while let next, !" \t\r\n\"'{}()<>=;,".unicodeScalars.contains(next) {
        text.append(cursor.bytes[place.offset])
        advance()
      }
      guard !text.isEmpty else { throw expected("a value") }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The scalar of an escape. Its code is octal, or hexadecimal after `U`.
  private mutating func escape() throws(ConfigurationError) -> Unicode.Scalar {
    guard let next else { throw expected("an escape") }
    let isHexadecimal = next == "U"
    if isHexadecimal { advance() }
    var digits = ""
    while let digit = self.next, digits.count < (isHexadecimal ? 4 : 3),
      isHexadecimal ? Character(digit).isHexDigit : ("0"..."7").contains(digit)
    {
      digits.unicodeScalars.append(digit)
      advance()
    }
    if let code = UInt32(digits, radix: isHexadecimal ? 16 : 8) {
      return Unicode.Scalar(code) ?? "\u{FFFD}"
    }
    guard !isHexadecimal else { throw expected("a hexadecimal number") }
    // The first byte of a character that is not ASCII; the rest follows as text.
    guard next.isASCII else { return "\u{FFFD}" }
    advance()
    let escapes: [Unicode.Scalar: Unicode.Scalar] = [
      "n": "\n", "t": "\t", "r": "\r", "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "v": "\u{B}",
    ]
    return escapes[next] ?? next
  }
}

extension RelaxedJSON {
  /// The text, if it is one.
  package var text: String? { if case .text(let text) = content { text } else { nil } }
  /// The elements of a list; none for any other value.
  package var list: [RelaxedJSON] { if case .list(let list) = content { list } else { [] } }
  /// The members of an object; none for any other value.
  package var members: [(key: String, place: Place, value: RelaxedJSON)] {
    if case .object(let members) = content { members } else { [] }
  }
  /// The value of the first member with a key.
  package subscript(key: String) -> RelaxedJSON? { members.first { $0.key == key }?.value }
}
