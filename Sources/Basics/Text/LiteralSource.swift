/// A parser of the literals in a file of Swift or Starlark: the arguments of calls.
///
/// Nothing is run. Strings, lists, dictionaries, calls and members such as `.iOS` are read. A name stands for its value
/// if the file declares it once with a literal, at the top level, and has no functions, closures or loops with names of
/// their own. Anything else is null: the value is unknown.
package struct LiteralSource {
  package enum Language: Sendable { case swift, starlark }

  private static let mostDepth = 64
  /// The most bytes that the values of constants may have where names stand for them, all together.
  private static let mostBytesOfConstants = 4_000_000
  /// The key of members that are not known, such as those of `**arguments`.
  package static let unknownKey = "**"

  private var cursor: SourceCursor
  private let language: Language
  private var isMalformed = false
  /// The values of constants; nil if parameters could have the same names.
  private var constants: [String: (value: RelaxedJSON, bytes: Int)]? = [:]
  private var bytesOfConstants = 0

  private init(bytes: [UInt8], language: Language) {
    cursor = SourceCursor(bytes: bytes)
    self.language = language
  }

  /// Returns the calls of functions, in order, except those in the arguments of another one.
  ///
  /// A call is an object with the function's name for the key "", and the arguments for their labels or positions. The
  /// file counts as a whole or not at all: one with conditional compilation has no calls.
  package static func calls(
    of names: Set<String>, in bytes: [UInt8], _ language: Language
  ) -> [RelaxedJSON] {
    guard String(validating: bytes, as: UTF8.self) != nil else { return [] }
    var parser = LiteralSource(bytes: bytes, language: language)
    if parser.hasParameters() { parser.constants = nil }
    let calls = parser.calls(of: names)
    return parser.isMalformed ? [] : calls
  }

  /// Whether a function, closure or loop can have names of its own.
  private func hasParameters() -> Bool {
    var parser = self
    while let next = parser.cursor.next {
      if isQuote(next) {
        _ = parser.string()
      } else if let word = parser.identifier() {
        if ["func", "def", "in", "lambda"].contains(word) { return true }
      } else {
        parser.cursor.advance()
      }
      parser.skipSpace()
    }
    return false
  }

  private mutating func calls(of names: Set<String>) -> [RelaxedJSON] {
    var calls: [RelaxedJSON] = []
    var depth = 0
    skipSpace()
    while let next = cursor.next {
      let start = cursor.place
      if isQuote(next) {
        _ = string()
      } else if let name = identifier() {
        skipSpace()
        if names.contains(name), cursor.next == "(" {
          let call = RelaxedJSON(content: call(name, at: start, depth: 0), place: start)
          skipSpace()
          // The result of a method of it is another value.
          if cursor.next != "." { calls.append(call) }
        } else if depth == 0 {
          declareConstant(name, at: start)
        }
      } else {
        if isOpener(next) { depth += 1 }
        if isCloser(next) { depth -= 1 }
        cursor.advance()
      }
      skipSpace()
    }
    return calls
  }

  /// Reads `let name: Type = value` of Swift after `let`, or `name = value` of Starlark after the name.
  private mutating func declareConstant(_ word: String, at start: RelaxedJSON.Place) {
    var name = word
    if language == .swift {
      guard word == "let", let next = identifier() else { return }
      name = next
      skipSpace()
      while let next = cursor.next, next == ":" || isType(next) { cursor.advance() }
    } else if start.column > 1 {
      return
    }
    guard cursor.next == "=", cursor.scalar(after: 1) != "=" else { return }
    cursor.advance()
    skipSpace()
    let before = cursor
    guard let next = cursor.next, isQuote(next) || next == "[" || next == "." else { return }
    var value = literal(depth: 0)
    let line = cursor.place.line
    skipSpace()
    // An expression ends with its line, unless an operator follows.
    if let next = cursor.next,
      cursor.place.line == line || !isIdentifierStart(next) && !"@}".unicodeScalars.contains(next)
    {
      value.content = .null
    }
    if constants?[name] != nil { value.content = .null }
    constants?[name] = (value, value.approximateBytes)
    // The calls in it are found, too. A file that does not count is read to its end only once.
    if !isMalformed { cursor = before }
  }

  private mutating func constant(_ name: String) -> RelaxedJSON? {
    guard let constant = constants?[name] else { return nil }
    bytesOfConstants += constant.bytes
    guard bytesOfConstants <= Self.mostBytesOfConstants else {
      fail()
      return nil
    }
    return constant.value
  }

  private func isType(_ scalar: Unicode.Scalar) -> Bool {
    isIdentifierStart(scalar) || " .?[]".unicodeScalars.contains(scalar)
  }

  // MARK: Tokens

  private func isOpener(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "(" || scalar == "[" || scalar == "{"
  }

  private func isCloser(_ scalar: Unicode.Scalar) -> Bool {
    scalar == ")" || scalar == "]" || scalar == "}"
  }

  private func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "'" && language == .starlark
  }

  private func isIdentifierStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      || !scalar.isASCII
  }

  /// Gives up: nothing in the file counts.
  private mutating func fail() {
    isMalformed = true
    while cursor.next != nil { cursor.advance() }
  }

  private mutating func skipSpace() {
    while let next = cursor.next {
      switch (next, cursor.scalar(after: 1)) {
      case (" ", _), ("\t", _), ("\n", _), ("\r", _): cursor.advance()
      case ("#", _):
        // Conditional compilation, macros and raw strings of Swift.
        if language == .swift { return fail() }
        skipLine()
      case ("/", "/") where language == .swift: skipLine()
      case ("/", "*") where language == .swift: skipComment()
      default: return
      }
    }
  }

  private mutating func skipLine() {
    while let next = cursor.next, next != "\n" { cursor.advance() }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      switch (cursor.next, cursor.scalar(after: 1)) {
      case ("/", "*"): depth += 1
      case ("*", "/"): depth -= 1
      case (nil, _), (_, nil): return fail()
      default:
        cursor.advance()
        continue
      }
      cursor.advance()
      cursor.advance()
    } while depth > 0
  }

  private mutating func identifier() -> String? {
    guard let next = cursor.next, isIdentifierStart(next) else { return nil }
    let start = cursor.place.offset
    while let next = cursor.next, isIdentifierStart(next) || ("0"..."9").contains(next) {
      cursor.advance()
    }
    return String(decoding: cursor.bytes[start..<cursor.place.offset], as: UTF8.self)
  }

  /// The text of a string; nil if it is unknown.
  private mutating func string() -> String? {
    guard let quote = cursor.next else { return nil }
    let isLong = cursor.scalar(after: 1) == quote && cursor.scalar(after: 2) == quote
    var text: [UInt8]? = isLong ? nil : []
    for _ in 0..<(isLong ? 3 : 1) { cursor.advance() }
    while let next = cursor.next {
      if next == quote,
        !isLong || cursor.scalar(after: 1) == quote && cursor.scalar(after: 2) == quote
      {
        for _ in 0..<(isLong ? 3 : 1) { cursor.advance() }
        return text.map { String(decoding: $0, as: UTF8.self) }
      }
      guard isLong || next != "\n" else { break }
      if next == "\\" {
        cursor.advance()
        switch cursor.next {
        case "(" where language == .swift:
          let name = interpolation()
          if let value = name.flatMap({ constant($0)?.text }) {
            text? += value.utf8
          } else {
            text = nil
          }
          continue
        case "\"", "'", "\\": text?.append(cursor.bytes[cursor.place.offset])
        case nil: break
        default: text = nil
        }
      } else {
        text?.append(cursor.bytes[cursor.place.offset])
      }
      if cursor.next != nil { cursor.advance() }
    }
    fail()
    return nil
  }

  /// Skips the parentheses in a string; returns the name in them if there is nothing else.
  private mutating func interpolation() -> String? {
    cursor.advance()
    if let name = identifier(), cursor.next == ")" {
      cursor.advance()
      return name
    }
    var depth = 1
    while depth > 0 {
      switch cursor.next {
      // An interpolation in a string in an interpolation would need a stack.
      case nil, "\"", "\n":
        fail()
        return nil
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      cursor.advance()
    }
    return nil
  }

  // MARK: Values

  private mutating func value(depth: Int) -> RelaxedJSON {
    skipSpace()
    var value = literal(depth: depth)
    skipSpace()
    if let next = cursor.next, next != ",", next != ":", !isCloser(next) {
      skipExpression()
      value.content = .null
    }
    return value
  }

  /// Skips to the comma or bracket after an expression.
  private mutating func skipExpression() {
    var depth = 0
    skipSpace()
    while let next = cursor.next {
      if isQuote(next) {
        _ = string()
      } else {
        if isOpener(next) {
          depth += 1
        } else if isCloser(next) {
          guard depth > 0 else { return }
          depth -= 1
        } else if next == ",", depth == 0 {
          return
        }
        cursor.advance()
      }
      skipSpace()
    }
  }

  /// What begins here; a constant has the place of its declaration.
  private mutating func literal(depth: Int) -> RelaxedJSON {
    let start = cursor.place
    var content = RelaxedJSON.Content.null
    if let next = cursor.next, next != ":" {
      if depth >= Self.mostDepth {
        skipExpression()
      } else if isQuote(next) {
        content = string().map { .text($0) } ?? .null
      } else if next == "[" {
        content = list(until: "]", depth: depth)
      } else if next == "{", language == .starlark {
        content = list(until: "}", depth: depth)
      } else if next == "." || isIdentifierStart(next) {
        return name(depth: depth)
      } else {
        skipExpression()
      }
    }
    return RelaxedJSON(content: content, place: start)
  }

  /// A list or a dictionary.
  private mutating func list(until end: Unicode.Scalar, depth: Int) -> RelaxedJSON.Content {
    var list: [RelaxedJSON] = []
    var members: [(key: String, place: RelaxedJSON.Place, value: RelaxedJSON)] = []
    var isDictionary = end == "}"
    elements(until: end) { parser in
      let value = parser.value(depth: depth + 1)
      guard parser.cursor.next == ":" else { return list.append(value) }
      isDictionary = true
      parser.cursor.advance()
      parser.skipSpace()
      if parser.cursor.next == end { return }
      members.append(
        (value.text ?? Self.unknownKey, value.place, parser.value(depth: depth + 1)))
    }
    return isDictionary ? .object(members) : .list(list)
  }

  private mutating func elements(
    until end: Unicode.Scalar, _ element: (inout LiteralSource) -> Void
  ) {
    cursor.advance()
    skipSpace()
    while let next = cursor.next, !isCloser(next) {
      element(&self)
      skipExpression()
      if cursor.next == "," { cursor.advance() }
      skipSpace()
    }
    if cursor.next == end { cursor.advance() } else { fail() }
  }

  /// A call, a member such as `.iOS`, or a constant.
  private mutating func name(depth: Int) -> RelaxedJSON {
    let start = cursor.place
    var isMember = false
    var name = identifier() ?? ""
    while cursor.next == ".", let next = cursor.scalar(after: 1), isIdentifierStart(next) {
      cursor.advance()
      name = identifier() ?? ""
      isMember = true
    }
    var content = RelaxedJSON.Content.null
    if cursor.next == "(" {
      content = call(name, at: start, depth: depth)
    } else if isMember {
      content = .object([("", start, RelaxedJSON(content: .text(name), place: start))])
    } else if let constant = constant(name) {
      return constant
    }
    return RelaxedJSON(content: content, place: start)
  }

  private mutating func call(
    _ name: String, at start: RelaxedJSON.Place, depth: Int
  ) -> RelaxedJSON.Content {
    var members = [(key: "", place: start, value: RelaxedJSON(content: .text(name), place: start))]
    var position = 0
    elements(until: ")") { parser in
      let before = parser.cursor
      if let label = parser.identifier() {
        parser.skipSpace()
        let isLabel =
          parser.language == .swift
          ? parser.cursor.next == ":"
          : parser.cursor.next == "=" && parser.cursor.scalar(after: 1) != "="
        if isLabel {
          parser.cursor.advance()
          return members.append((label, before.place, parser.value(depth: depth + 1)))
        }
      }
      parser.cursor = before
      if before.next == "*" {
        members.append((Self.unknownKey, before.place, RelaxedJSON(content: .null, place: start)))
      } else {
        members.append(("\(position)", before.place, parser.value(depth: depth + 1)))
        position += 1
      }
    }
    return .object(members)
  }
}

extension RelaxedJSON {
  /// The name of a call or member of ``LiteralSource``.
  package var callee: String? { self[""]?.text }

  /// About what a reader of the value needs for it.
  fileprivate var approximateBytes: Int {
    switch content {
    case .text(let text): 16 + text.utf8.count
    case .list(let list): list.reduce(16) { $0 + $1.approximateBytes }
    case .object(let members):
      members.reduce(16) { $0 + $1.key.utf8.count + $1.value.approximateBytes }
    default: 16
    }
  }
}
