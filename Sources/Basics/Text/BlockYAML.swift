/// A parser of the YAML that configurations are written in: block mappings and sequences, scalars and flow
/// collections of one line. Anchors, tags and other features are refused, so a file is read rightly or not at all.
///
/// Source: YAML 1.2.2, chapters 7 and 8.
package struct BlockYAML {
  private typealias Place = RelaxedJSON.Place
  private static let mostDepth = 64

  /// A line without its comment.
  private struct Line {
    var indent: Int
    /// The text without the indentation and spaces at the end.
    var text: Substring
    var place: RelaxedJSON.Place
  }

  private var lines: ArraySlice<Line>

  /// Parses a whole file. All scalars are texts; an empty value is null.
  package static func parse(_ bytes: [UInt8]) throws(ConfigurationError) -> RelaxedJSON {
    guard let text = String(validating: bytes, as: UTF8.self),
      !bytes.contains(where: { "\t\r".utf8.contains($0) })
    else { throw ConfigurationError("the file is not UTF-8 text, or has tabs or returns") }
    var parser = BlockYAML(lines: lines(of: text)[...])
    if parser.lines.first?.text == "---" { parser.lines.removeFirst() }
    guard let first = parser.lines.first else { throw ConfigurationError("the file is empty") }
    let value = try parser.block(first.indent, depth: 0)
    guard let rest = parser.lines.first else { return value }
    throw ConfigurationError("unexpected indentation", at: rest.place)
  }

  private init(lines: ArraySlice<Line>) { self.lines = lines }

  private static func lines(of text: String) -> [Line] {
    var (lines, offset) = ([Line](), 0)
    // The indentation of the line that begins a text of several lines, which end before the next one of it.
    var scalarIndent: Int?
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      defer { offset += line.utf8.count + 1 }
      let body = line.drop { $0 == " " }
      let indent = line.count - body.count
      let content = withoutComment(body)
      if let start = scalarIndent, content.isEmpty || indent > start { continue }
      scalarIndent = nil
      guard !content.isEmpty else { continue }
      if let mark = content.split(separator: " ").last,
        [":", "-"].contains(content.dropLast(mark.count).trimmed.last),
        ["|", ">", "|-", ">-", "|+", ">+"].contains(mark)
      {
        scalarIndent = indent
      }
      lines.append(
        Line(
          indent: indent, text: content,
          place: Place(line: number + 1, column: indent + 1, offset: offset + indent)))
    }
    return lines
  }

  /// The line up to a comment, which begins after a space.
  private static func withoutComment(_ line: Substring) -> Substring {
    var (quote, previous) = (nil as Character?, " " as Character)
    for index in line.indices {
      let character = line[index]
      if character == quote {
        quote = nil
      } else if quote == nil {
        if character == "#", previous == " " { return line[..<index].trimmed }
        if character == "\"" || character == "'", " [{,:".contains(previous) { quote = character }
      }
      previous = character
    }
    return line.trimmed
  }

  private func unsupported(_ place: Place) -> ConfigurationError {
    ConfigurationError("unsupported YAML", at: place)
  }

  // MARK: Blocks

  /// The mapping or sequence of the next lines, which have this indentation.
  private mutating func block(
    _ indent: Int, depth: Int
  ) throws(ConfigurationError) -> RelaxedJSON {
    let first = lines[lines.startIndex]
    guard depth <= Self.mostDepth else { throw unsupported(first.place) }
    if Self.isItem(first.text) { return try sequence(indent, depth: depth) }
    var members: [(key: String, place: Place, value: RelaxedJSON)] = []
    var keys: Set<String> = []
    while let line = lines.first, line.indent == indent {
      guard !Self.isItem(line.text), let (key, rest) = Self.member(line.text),
        keys.insert(key).inserted
      else { throw unsupported(line.place) }
      lines.removeFirst()
      members.append((key, line.place, try value(rest, of: line, indent, depth: depth)))
    }
    return RelaxedJSON(content: .object(members), place: first.place)
  }

  private mutating func sequence(
    _ indent: Int, depth: Int
  ) throws(ConfigurationError) -> RelaxedJSON {
    let place = lines[lines.startIndex].place
    var list: [RelaxedJSON] = []
    while var line = lines.first, line.indent == indent, Self.isItem(line.text) {
      let rest = line.text.dropFirst().drop { $0 == " " }
      let inner = indent + line.text.count - rest.count
      if Self.isItem(rest) || Self.member(rest) != nil {
        // The first line of a block inside of the item.
        line.place.column += inner - indent
        line.place.offset += inner - indent
        (line.indent, line.text) = (inner, rest)
        lines[lines.startIndex] = line
        list.append(try block(inner, depth: depth + 1))
      } else {
        lines.removeFirst()
        list.append(try value(rest, of: line, indent, depth: depth))
      }
    }
    return RelaxedJSON(content: .list(list), place: place)
  }

  /// The value after a key or a dash.
  private mutating func value(
    _ text: Substring, of line: Line, _ indent: Int, depth: Int
  ) throws(ConfigurationError) -> RelaxedJSON {
    guard text.isEmpty else {
      var rest = text
      let value = try Self.flow(&rest, line.place, depth: depth, isInside: false)
      // More indented lines continue a scalar.
      guard rest.trimmed.isEmpty, lines.first.map({ $0.indent <= indent }) ?? true else {
        throw unsupported(line.place)
      }
      return value
    }
    if let next = lines.first,
      next.indent > indent
        || next.indent == indent && Self.isItem(next.text) && !Self.isItem(line.text)
    {
      return try block(next.indent, depth: depth + 1)
    }
    return RelaxedJSON(content: .null, place: line.place)
  }

  private static func isItem(_ text: Substring) -> Bool { text == "-" || text.hasPrefix("- ") }

  /// The key and the rest of a line such as `key: value`; nil for any other line.
  private static func member(_ text: Substring) -> (key: String, rest: Substring)? {
    if text.first == "\"" || text.first == "'" {
      var rest = text
      guard let key = quoted(&rest), rest.first == ":",
        rest.dropFirst().first ?? " " == " "
      else { return nil }
      return (key, rest.dropFirst().trimmed)
    }
    guard let first = text.first, !"[{&*!|>%@`?,]}".contains(first),
      let colon = text.indices.first(where: {
        text[$0] == ":" && text[$0...].dropFirst().first ?? " " == " "
      }), text[..<colon] != "<<"
    else { return nil }
    return (String(text[..<colon]), text[colon...].dropFirst().trimmed)
  }

  // MARK: Values of one line

  private static func flow(
    _ rest: inout Substring, _ place: Place, depth: Int, isInside: Bool
  ) throws(ConfigurationError) -> RelaxedJSON {
    rest = rest.trimmed
    guard let first = rest.first, depth <= mostDepth else {
      throw ConfigurationError("unsupported YAML", at: place)
    }
    func value(_ content: RelaxedJSON.Content) -> RelaxedJSON {
      RelaxedJSON(content: content, place: place)
    }
    let unsupported = ConfigurationError("unsupported YAML", at: place)
    switch first {
    case "\"", "'":
      guard let text = quoted(&rest) else { throw unsupported }
      return value(.text(text))
    case "[", "{":
      let end: Character = first == "[" ? "]" : "}"
      var list: [RelaxedJSON] = []
      var members: [(key: String, place: Place, value: RelaxedJSON)] = []
      rest.removeFirst()
      while true {
        rest = rest.trimmed
        if rest.first == end { break }
        let element = try flow(&rest, place, depth: depth + 1, isInside: true)
        rest = rest.trimmed
        if end == "}" {
          guard case .text(let key) = element.content, rest.first == ":" else { throw unsupported }
          rest.removeFirst()
          members.append((key, place, try flow(&rest, place, depth: depth + 1, isInside: true)))
          rest = rest.trimmed
        } else {
          list.append(element)
        }
        if rest.first == "," { rest.removeFirst() } else if rest.first != end { throw unsupported }
      }
      rest.removeFirst()
      return value(first == "[" ? .list(list) : .object(members))
    case "|", ">":
      rest = ""
      return value(.text(""))
    case "&", "*", "!", "%", "@", "`", "]", "}", ",": throw unsupported
    default:
      var end = rest.endIndex
      if isInside {
        // Keys of other mappings than this one would end in a colon.
        end = rest.firstIndex { ",]}:[{".contains($0) } ?? end
      } else if member(rest) != nil {
        throw unsupported
      }
      let text = rest[..<end].trimmed
      rest = rest[end...]
      return value(text == "null" || text == "~" ? .null : .text(String(text)))
    }
  }

  /// A scalar in quotation marks; nil if it does not end in this line or has an escape other than `\"` and `\\`.
  private static func quoted(_ rest: inout Substring) -> String? {
    let quote = rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == "\\", quote == "\"" {
        guard let escaped = rest.popFirst(), "\"\\/".contains(escaped) else { return nil }
        text.append(escaped)
      } else if character == quote {
        guard quote == "'", rest.first == "'" else { return text }
        rest.removeFirst()
        text.append(quote)
      } else {
        text.append(character)
      }
    }
    return nil
  }
}

extension Substring {
  /// Without spaces at both ends.
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
  }
}
