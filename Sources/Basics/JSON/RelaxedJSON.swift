/// A JSON value that knows where it stands, from text that may hold comments and trailing commas.
///
/// The system's decoder says only that a text is no JSON. Somebody who edits a file by hand needs
/// the line.
package struct RelaxedJSON {
  /// What kind of value it is.
  package enum Content {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([RelaxedJSON])
    case object([(key: String, place: Place, value: RelaxedJSON)])
  }

  /// A place in the text: line and column counted from 1, the offset in bytes from 0.
  package struct Place: Equatable {
    package var line: Int
    package var column: Int
    package var offset: Int
  }

  package var content: Content
  package var place: Place

  /// The value's kind with its article, for messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// Parses a whole text.
  ///
  /// - Parameter isRelaxed: whether comments and trailing commas are taken, which JSON has not.
  package init(parsing bytes: [UInt8], isRelaxed: Bool = true) throws(ConfigurationError) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else {
      throw ConfigurationError("the file is not UTF-8 text")
    }
    var parser = Parser(text, isRelaxed)
    self = try parser.document()
  }

  private init(_ content: Content, at place: Place) {
    self.content = content
    self.place = place
  }

  private struct Parser {
    // Deeper than any configuration, and far from the end of the stack.
    private static let mostDepth = 64

    private let scalars: [Unicode.Scalar]
    private let isRelaxed: Bool
    private var position = 0
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    private var depth = 0

    init(_ text: String, _ isRelaxed: Bool) {
      scalars = Array(text.unicodeScalars)
      self.isRelaxed = isRelaxed
      if scalars.first == "\u{FEFF}" {
        position = 1
        offset = UTF8.width("\u{FEFF}")
        lineStart = 1
      }
    }

    private var place: Place {
      Place(line: line, column: position - lineStart + 1, offset: offset)
    }
    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func failure(_ message: String, at place: Place? = nil) -> ConfigurationError {
      ConfigurationError(message, at: place ?? self.place)
    }

    mutating func document() throws(ConfigurationError) -> RelaxedJSON {
      let value = try value()
      try skipSpace()
      if let next { throw failure("\"\(next)\" follows the end of the JSON") }
      return value
    }

    private mutating func advance() {
      if scalars[position] == "\n" {
        line += 1
        lineStart = position + 1
      }
      offset += UTF8.width(scalars[position])
      position += 1
    }

    /// Skips white space and comments, `//` to the end of the line and `/*` to `*/`.
    private mutating func skipSpace() throws(ConfigurationError) {
      while let next {
        if [" ", "\t", "\n", "\r"].contains(next) {
          advance()
        } else if next == "/" {
          try skipComment()
        } else {
          return
        }
      }
    }

    private mutating func skipComment() throws(ConfigurationError) {
      let start = place
      guard isRelaxed else { throw failure("JSON has no comments") }
      advance()
      switch next {
      case "/":
        while let next, next != "\n" { advance() }
      case "*":
        advance()
        while position + 1 < scalars.count,
          scalars[position] != "*" || scalars[position + 1] != "/"
        { advance() }
        guard position + 1 < scalars.count else {
          throw failure("the comment has no end", at: start)
        }
        advance()
        advance()
      default: throw failure("a comment begins with // or /*", at: start)
      }
    }

    private mutating func value() throws(ConfigurationError) -> RelaxedJSON {
      try skipSpace()
      let start = place
      switch next {
      case nil: throw failure("the file ends where a value is due")
      case "{": return RelaxedJSON(try object(), at: start)
      case "[": return RelaxedJSON(try list(), at: start)
      case "\"": return RelaxedJSON(.text(try text()), at: start)
      default: return RelaxedJSON(try word(), at: start)
      }
    }

    private mutating func object() throws(ConfigurationError) -> Content {
      var members: [(key: String, place: Place, value: RelaxedJSON)] = []
      var keys: Set<String> = []
      try elements(until: "}") { parser throws(ConfigurationError) in
        let place = parser.place
        guard parser.next == "\"" else { throw parser.failure("a key in quotes is due here") }
        let key = try parser.text()
        guard keys.insert(key).inserted else {
          throw parser.failure("the key \(key.quoted) stands here a second time", at: place)
        }
        try parser.skipSpace()
        guard parser.next == ":" else { throw parser.failure("a colon is due after \(key.quoted)") }
        parser.advance()
        members.append((key, place, try parser.value()))
      }
      return .object(members)
    }

    private mutating func list() throws(ConfigurationError) -> Content {
      var values: [RelaxedJSON] = []
      try elements(until: "]") { parser throws(ConfigurationError) in
        values.append(try parser.value())
      }
      return .list(values)
    }

    private mutating func elements(
      until end: Unicode.Scalar, _ element: (inout Parser) throws(ConfigurationError) -> Void
    ) throws(ConfigurationError) {
      depth += 1
      guard depth <= Self.mostDepth else { throw failure("the JSON is nested too deeply") }
      let start = place
      advance()
      try skipSpace()
      while next != end {
        guard next != nil else { throw failure("what begins here has no \"\(end)\"", at: start) }
        try element(&self)
        try skipSpace()
        guard next != end, next != nil else { continue }
        guard next == "," else { throw failure("a comma or \"\(end)\" is due here") }
        let comma = place
        advance()
        try skipSpace()
        guard isRelaxed || next != end else {
          throw failure("nothing follows the comma", at: comma)
        }
      }
      advance()
      depth -= 1
    }

    private mutating func text() throws(ConfigurationError) -> String {
      let start = place
      var result = String.UnicodeScalarView()
      advance()
      while let next, next != "\"" {
        guard next.value >= 0x20 else { throw failure("the text has no closing quote", at: start) }
        advance()
        result.append(next == "\\" ? try escape() : next)
      }
      guard next != nil else { throw failure("the text has no closing quote", at: start) }
      advance()
      return String(result)
    }

    private mutating func escape() throws(ConfigurationError) -> Unicode.Scalar {
      let start = place
      guard let letter = next else { throw failure("the file ends inside a text") }
      advance()
      switch letter {
      case "\"", "\\", "/": return letter
      case "b": return "\u{8}"
      case "f": return "\u{C}"
      case "n": return "\n"
      case "r": return "\r"
      case "t": return "\t"
      case "u":
        var code = try hexadecimal(at: start)
        // Two surrogates stand for one character beyond the first 65,536.
        if (0xD800..<0xDC00).contains(code), next == "\\", position + 1 < scalars.count,
          scalars[position + 1] == "u"
        {
          advance()
          advance()
          let low = try hexadecimal(at: start)
          code =
            (0xDC00..<0xE000).contains(low) ? 0x10000 + (code - 0xD800) << 10 + low - 0xDC00 : code
        }
        guard let scalar = Unicode.Scalar(code) else {
          throw failure("\\u\(String(code, radix: 16)) is half a character", at: start)
        }
        return scalar
      default: throw failure("there is no escape \"\\\(letter)\"", at: start)
      }
    }

    private mutating func hexadecimal(at start: Place) throws(ConfigurationError) -> UInt32 {
      let digits = scalars[position..<min(scalars.count, position + 4)].map { Character($0) }
      guard digits.count == 4, digits.allSatisfy(\.isHexDigit),
        let code = UInt32(String(digits), radix: 16)
      else { throw failure("\\u needs four hexadecimal digits", at: start) }
      for _ in 0..<4 { advance() }
      return code
    }

    private mutating func word() throws(ConfigurationError) -> Content {
      let start = place
      var word = ""
      while let next, !" \t\r\n,]}:/\"[{".unicodeScalars.contains(next) {
        word.unicodeScalars.append(next)
        advance()
      }
      switch word {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      default:
        guard let first = word.first, first == "-" || first.isNumber, let number = Double(word),
          number.isFinite
        else {
          throw failure(
            word.isEmpty ? "a value is due here" : "\(word.quoted) is no JSON value", at: start)
        }
        return .number(number)
      }
    }
  }
}
