/// A parser of property lists in the OpenStep format, such as a `project.pbxproj` or a `.strings` file, with the places
/// of values.
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
    try parser.cursor.skipSpace()
    guard parser.next == nil else { throw parser.expected("the end of the file") }
    return value
  }

  /// Parses a `.strings` file: the members of a dictionary without braces. A key can be without a value, which is null.
  package static func strings(
    _ bytes: [UInt8]
  ) throws(ConfigurationError) -> [(key: String, place: RelaxedJSON.Place, value: RelaxedJSON)] {
    var parser = OpenStepPropertyList(bytes: bytes)
    var members: [(key: String, place: RelaxedJSON.Place, value: RelaxedJSON)] = []
    while true {
      try parser.cursor.skipSpace()
      guard parser.next != nil else { return members }
      let place = parser.place
      let key = try parser.text("a key")
      var value = RelaxedJSON(content: .null, place: place)
      try parser.cursor.skipSpace()
      if parser.next == "=" {
        parser.advance()
        try parser.cursor.skipSpace()
        value = RelaxedJSON(content: .text(try parser.text("a value")), place: parser.place)
      }
      try parser.skip(";")
      members.append((key, place, value))
    }
  }

  private init(bytes: [UInt8]) { cursor = SourceCursor(bytes: bytes) }

  private var next: Unicode.Scalar? { cursor.next }
  private var place: RelaxedJSON.Place { cursor.place }

  private mutating func advance() { cursor.advance() }

  private func expected(_ what: String) -> ConfigurationError {
    let found = next.map { String($0).quoted } ?? "the end of the file"
    return ConfigurationError("expected \(what), found \(found)", at: place)
  }

  private mutating func skip(_ character: Unicode.Scalar) throws(ConfigurationError) {
    try cursor.skipSpace()
    guard next == character else { throw expected("\"\(character)\"") }
    advance()
  }

  private mutating func value(depth: Int) throws(ConfigurationError) -> RelaxedJSON {
    try cursor.skipSpace()
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
        try cursor.skipSpace()
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
        try cursor.skipSpace()
        if next == ")" { break }
        list.append(try value(depth: depth + 1))
        try cursor.skipSpace()
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

  private mutating func text(_ what: String = "a value") throws(ConfigurationError) -> String {
    let start = place
    var text: [UInt8] = []
    if let quote = next, quote == "\"" || quote == "'" {
      advance()
      while let next, next != quote {
        if next == "\\" {
          text += try escape().utf8
        } else {
          text.append(cursor.bytes[place.offset])
          advance()
        }
      }
      guard next == quote else {
        throw ConfigurationError("unterminated string: expected \(String(quote).quoted)", at: start)
      }
      advance()
    } else {
      while let next, Self.isBare(next) {
        text.append(cursor.bytes[place.offset])
        advance()
      }
      guard !text.isEmpty else { throw expected(what) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a text without quotes can have a character.
  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "/", ":", ".", "-": true
    default: false
    }
  }

  /// The text of an escape, from its backslash on. Its code is octal, or hexadecimal after `U`.
  private mutating func escape() throws(ConfigurationError) -> String {
    advance()
    let start = place
    guard let next else { throw expected("an escape") }
    let invalid = ConfigurationError("invalid Unicode escape", at: start)
    if next == "U" || next == "u" {
      advance()
      guard let unit = number(radix: 16, mostDigits: 4) else { throw invalid }
      if let scalar = Unicode.Scalar(unit) { return String(scalar) }
      // A character beyond 16 bits is two escapes, as in UTF-16.
      guard UTF16.isLeadSurrogate(UInt16(unit)), self.next == "\\",
        ["U", "u"].contains(cursor.scalar(after: 1))
      else { throw invalid }
      advance()
      advance()
      guard let low = number(radix: 16, mostDigits: 4), UTF16.isTrailSurrogate(UInt16(low)),
        let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF)
      else { throw invalid }
      return String(scalar)
    }
    if let code = number(radix: 8, mostDigits: 3) {
      return String(Unicode.Scalar(code) ?? "\u{FFFD}")
    }
    // The bytes of a character that is not ASCII follow as text.
    guard next.isASCII else { return "" }
    advance()
    let escapes: [Unicode.Scalar: Unicode.Scalar] = [
      "n": "\n", "t": "\t", "r": "\r", "a": "\u{7}", "b": "\u{8}", "f": "\u{C}", "v": "\u{B}",
    ]
    return String(escapes[next] ?? next)
  }

  /// The number of some digits; nil if there are none.
  private mutating func number(radix: Int, mostDigits: Int) -> UInt32? {
    var digits = ""
    while let next, digits.count < mostDigits, next.isASCII,
      let digit = Character(next).hexDigitValue, digit < radix
    {
      digits.unicodeScalars.append(next)
      advance()
    }
    return UInt32(digits, radix: radix)
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
