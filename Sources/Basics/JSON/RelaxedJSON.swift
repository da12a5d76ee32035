/// A JSON value with its place in the file.
///
/// The grammar is RFC 8259's, with a limit on nesting and without duplicate keys. Configurations may
/// also have comments (`//` to the end of the line, `/* */`) and trailing commas.
///
/// Foundation's decoder does not report line numbers on Linux, and users who edit a file by hand
/// need them.
package struct RelaxedJSON: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([RelaxedJSON])
    case object([(key: String, place: Place, value: RelaxedJSON)])
  }

  /// A place in the text: line and column (in Unicode scalars) counted from 1, the offset in bytes
  /// from 0.
  package struct Place: Equatable, Sendable {
    package var line: Int
    package var column: Int
    package var offset: Int

    package init(line: Int, column: Int, offset: Int) {
      self.line = line
      self.column = column
      self.offset = offset
    }
  }

  package var content: Content
  package var place: Place

  /// - Parameter place: by default the beginning of the file, for a value that is in none.
  package init(content: Content, place: Place = Place(line: 1, column: 1, offset: 0)) {
    (self.content, self.place) = (content, place)
  }

  /// The value's kind with its article, for messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "a string"
    case .list: "an array"
    case .object: "an object"
    }
  }
}

extension RelaxedJSON {
  /// Parses a whole file.
  ///
  /// - Parameter isRelaxed: whether comments and trailing commas are accepted.
  package init(parsing bytes: [UInt8], isRelaxed: Bool = true) throws(ConfigurationError) {
    guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
      throw ConfigurationError("the file is not UTF-8 text")
    }
    var parser = Parser(bytes: bytes, isRelaxed: isRelaxed)
    self = try parser.document()
  }
}

/// A recursive descent parser of bytes that are known to be UTF-8.
private struct Parser {
  // Deeper than any configuration, and far from the end of the stack.
  private static let mostDepth = 64

  private let isRelaxed: Bool
  private var cursor: SourceCursor
  private var depth = 0

  init(bytes: [UInt8], isRelaxed: Bool) {
    self.isRelaxed = isRelaxed
    cursor = SourceCursor(bytes: bytes)
  }

  mutating func document() throws(ConfigurationError) -> RelaxedJSON {
    let value = try value()
    try skipSpace()
    guard next == nil else { throw expected("the end of the file") }
    return value
  }

  // MARK: Bytes

  private var next: Unicode.Scalar? { cursor.next }
  private var place: RelaxedJSON.Place { cursor.place }

  private mutating func advance(by count: Int = 1) { cursor.advance(by: count) }

  /// Skips white space and, in a relaxed file, comments.
  private mutating func skipSpace() throws(ConfigurationError) {
    try cursor.skipSpace(andComments: isRelaxed)
  }

  /// The bytes up to the next delimiter.
  private var word: ArraySlice<UInt8> {
    cursor.bytes[place.offset...].prefix { !" \t\r\n,]}:/\"[{".utf8.contains($0) }
  }

  // MARK: Errors

  private func expected(_ what: String) -> ConfigurationError {
    let found =
      switch next {
      case nil: "the end of the file"
      case "\""?: "a quotation mark"
      case let next? where next.value < 0x20: "a control character"
      case let next?:
        word.isEmpty ? String(next).quoted : String(decoding: word, as: UTF8.self).quoted
      }
    return ConfigurationError("expected \(what), found \(found)", at: place)
  }

  private func unterminated(
    _ kind: String, _ end: String, at start: RelaxedJSON.Place
  ) -> ConfigurationError {
    ConfigurationError("unterminated \(kind): expected \(end.quoted)", at: start)
  }

  // MARK: Values

  private mutating func value() throws(ConfigurationError) -> RelaxedJSON {
    try skipSpace()
    let start = place
    let content =
      switch next {
      case "{": try object()
      case "[": try list()
      case "\"": RelaxedJSON.Content.text(try text())
      default: try literal()
      }
    return RelaxedJSON(content: content, place: start)
  }

  private mutating func object() throws(ConfigurationError) -> RelaxedJSON.Content {
    var members: [(key: String, place: RelaxedJSON.Place, value: RelaxedJSON)] = []
    var keys: Set<String> = []
    try elements(of: "object", until: "}") { parser throws(ConfigurationError) in
      let place = parser.place
      guard parser.next == "\"" else { throw parser.expected("a key in quotation marks") }
      let key = try parser.text()
      guard keys.insert(key).inserted else {
        throw ConfigurationError("duplicate key \(key.quoted)", at: place)
      }
      try parser.skipSpace()
      guard parser.next == ":" else { throw parser.expected("\":\" after \(key.quoted)") }
      parser.advance()
      members.append((key, place, try parser.value()))
    }
    return .object(members)
  }

  private mutating func list() throws(ConfigurationError) -> RelaxedJSON.Content {
    var values: [RelaxedJSON] = []
    try elements(of: "array", until: "]") { parser throws(ConfigurationError) in
      values.append(try parser.value())
    }
    return .list(values)
  }

  private mutating func elements(
    of kind: String, until end: Unicode.Scalar,
    _ element: (inout Parser) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) {
    let start = place
    depth += 1
    guard depth <= Self.mostDepth else {
      throw ConfigurationError("nested too deeply (limit: \(Self.mostDepth) levels)", at: start)
    }
    advance()
    try skipSpace()
    var isAfterComma = false
    while next != end || (isAfterComma && !isRelaxed) {
      guard next != nil else { throw unterminated(kind, String(end), at: start) }
      try element(&self)
      try skipSpace()
      isAfterComma = next == ","
      if isAfterComma {
        advance()
        try skipSpace()
      } else if next != nil, next != end {
        throw expected("\",\" or \"\(end)\"")
      }
    }
    advance()
    depth -= 1
  }

  private mutating func literal() throws(ConfigurationError) -> RelaxedJSON.Content {
    let word = word
    let text = String(decoding: word, as: UTF8.self)
    let content: RelaxedJSON.Content
    switch text {
    case "null": content = .null
    case "true": content = .bool(true)
    case "false": content = .bool(false)
    case let text where text.hasPrefix("-") || word.first.map(Self.isDigit) == true:
      guard Self.isNumber(word), let number = Double(text), number.isFinite else {
        throw ConfigurationError("invalid number \(text.quoted)", at: place)
      }
      content = .number(number)
    default: throw expected("a value")
    }
    advance(by: word.count)
    return content
  }

  /// Whether a word is a number by RFC 8259, section 6. `Double` also accepts `0x10`, `01` and `1.`.
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func skipDigits() -> Int {
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    _ = skip("-")
    guard skip("0") || skipDigits() > 0 else { return false }
    if skip("."), skipDigits() == 0 { return false }
    if skip("eE") {
      _ = skip("+-")
      guard skipDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Strings

  private mutating func text() throws(ConfigurationError) -> String {
    let start = place
    var result: [UInt8] = []
    advance()
    while true {
      let plain = cursor.bytes[place.offset...].prefix {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      result += plain
      advance(by: plain.count)
      if next == "\"" { break }
      guard let next, next != "\n" else { throw unterminated("string", "\"", at: start) }
      guard next == "\\" else { throw expected("an escape such as \\t") }
      result += try escape().utf8
    }
    advance()
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func escape() throws(ConfigurationError) -> Unicode.Scalar {
    advance()
    if next == "u" { return try escapedScalar() }
    let escapes: [Unicode.Scalar: Unicode.Scalar] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]
    guard let scalar = next.flatMap({ escapes[$0] }) else {
      throw expected("one of \"\\/bfnrtu after the backslash")
    }
    advance()
    return scalar
  }

  /// Reads `u` and four digits, or two of these escapes that are a surrogate pair.
  private mutating func escapedScalar() throws(ConfigurationError) -> Unicode.Scalar {
    let start = place
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if UTF16.isLeadSurrogate(unit), cursor.isNext("\\", "u") {
      advance()
      let trail = try codeUnit()
      let code = 0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(trail) & 0x3FF
      if UTF16.isTrailSurrogate(trail), let scalar = Unicode.Scalar(code) { return scalar }
    }
    throw ConfigurationError("unpaired surrogate in a string", at: start)
  }

  private mutating func codeUnit() throws(ConfigurationError) -> UInt16 {
    advance()
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character($0).hexDigitValue }) else {
        throw expected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      advance()
    }
    return unit
  }
}
