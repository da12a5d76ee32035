/// A parser of the literals in a file of Swift: the arguments of calls.
///
/// Nothing is run. Strings, lists, dictionaries, calls and members such as `.iOS` are read. Anything else is null: the
/// value is unknown.
package struct LiteralSource {
  private static let mostDepth = 64
  /// The key of members whose key is not a literal.
  package static let unknownKey = "**"

  private var cursor: SourceCursor
  private var isMalformed = false

  private init(bytes: [UInt8]) { cursor = SourceCursor(bytes: bytes) }

  /// Returns the calls of functions, in order, except those in the arguments of another one.
  ///
  /// A call is an object with the function's name for the key "", and the arguments for their labels or positions. The
  /// file counts as a whole or not at all: one with conditional compilation has no calls.
  package static func calls(of names: Set<String>, in bytes: [UInt8]) -> [RelaxedJSON] {
    guard String(validating: bytes, as: UTF8.self) != nil else { return [] }
    var parser = LiteralSource(bytes: bytes)
    let calls = parser.calls(of: names)
    return parser.isMalformed ? [] : calls
  }

  private mutating func calls(of names: Set<String>) -> [RelaxedJSON] {
    var calls: [RelaxedJSON] = []
    skipSpace()
    while let next = cursor.next {
      let start = cursor.place
      if next == "\"" {
        _ = string()
      } else if let name = identifier() {
        skipSpace()
        if names.contains(name), cursor.next == "(" {
          let call = RelaxedJSON(content: call(name, at: start, depth: 0), place: start)
          skipSpace()
          // The result of a method of it is another value.
          if cursor.next != "." { calls.append(call) }
        }
      } else {
        cursor.advance()
      }
      skipSpace()
    }
    return calls
  }

  // MARK: Tokens

  private func isOpener(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "(" || scalar == "[" || scalar == "{"
  }

  private func isCloser(_ scalar: Unicode.Scalar) -> Bool {
    scalar == ")" || scalar == "]" || scalar == "}"
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
      // Conditional compilation, macros and raw strings.
      case ("#", _): return fail()
      case ("/", "/"): while let next = cursor.next, next != "\n" { cursor.advance() }
      case ("/", "*"): skipComment()
      default: return
      }
    }
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
        case "(":
          skipInterpolation()
          text = nil
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

  /// Skips the parentheses in a string.
  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      switch cursor.next {
      // An interpolation in a string in an interpolation would need a stack.
      case nil, "\"", "\n": return fail()
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      cursor.advance()
    } while depth > 0
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
      if next == "\"" {
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

  private mutating func literal(depth: Int) -> RelaxedJSON {
    let start = cursor.place
    var content = RelaxedJSON.Content.null
    if let next = cursor.next, next != ":" {
      if depth >= Self.mostDepth {
        skipExpression()
      } else if next == "\"" {
        content = string().map { .text($0) } ?? .null
      } else if next == "[" {
        content = list(depth: depth)
      } else if next == "." || isIdentifierStart(next) {
        return name(depth: depth)
      } else {
        skipExpression()
      }
    }
    return RelaxedJSON(content: content, place: start)
  }

  /// A list or a dictionary.
  private mutating func list(depth: Int) -> RelaxedJSON.Content {
    var list: [RelaxedJSON] = []
    var members: [(key: String, place: RelaxedJSON.Place, value: RelaxedJSON)] = []
    var isDictionary = false
    elements(until: "]") { parser in
      let value = parser.value(depth: depth + 1)
      guard parser.cursor.next == ":" else { return list.append(value) }
      isDictionary = true
      parser.cursor.advance()
      parser.skipSpace()
      if parser.cursor.next == "]" { return }
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

  /// A call, or a member such as `.iOS`.
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
        if parser.cursor.next == ":" {
          parser.cursor.advance()
          return members.append((label, before.place, parser.value(depth: depth + 1)))
        }
      }
      parser.cursor = before
      members.append(("\(position)", before.place, parser.value(depth: depth + 1)))
      position += 1
    }
    return .object(members)
  }
}

extension RelaxedJSON {
  /// The name of a call or member of ``LiteralSource``.
  package var callee: String? { self[""]?.text }
}
