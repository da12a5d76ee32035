extension RelaxedJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self.init(content: .text(text)) }
  package init(booleanLiteral flag: Bool) { self.init(content: .bool(flag)) }
  package init(integerLiteral number: Int) { self.init(content: .number(Double(number))) }
  package init(floatLiteral number: Double) { self.init(content: .number(number)) }
  package init(arrayLiteral elements: RelaxedJSON...) { self.init(content: .list(elements)) }
  package init(dictionaryLiteral members: (String, RelaxedJSON)...) { self.init(members) }

  /// An object with its members in their order.
  package init(_ members: [(String, RelaxedJSON)]) {
    let place = Place(line: 1, column: 1, offset: 0)
    self.init(content: .object(members.map { ($0, place, $1) }))
  }

  package static func text(_ text: String) -> RelaxedJSON { RelaxedJSON(content: .text(text)) }
  package static func number(_ number: Double) -> RelaxedJSON {
    RelaxedJSON(content: .number(number))
  }
  package static func list(_ texts: [String]) -> RelaxedJSON {
    RelaxedJSON(content: .list(texts.map { .text($0) }))
  }
}

extension RelaxedJSON {
  /// The value as JSON: what fits into 100 characters is on one line, except for objects with a `description`.
  package func text(indentation: String = "", after prefix: String = "") -> String {
    let line = oneLine
    let (open, close, lines): (String, String, [String])
    let inner = indentation + "  "
    switch content {
    case .object(let members)
    where members.contains { $0.key == "description" } || !fits(line, indentation, prefix):
      (open, close) = ("{", "}")
      lines = members.map { member in
        let key = "\(member.key.asJSON): "
        return key + member.value.text(indentation: inner, after: key)
      }
    case .list(let elements) where !fits(line, indentation, prefix):
      (open, close) = ("[", "]")
      lines = elements.map { $0.text(indentation: inner) }
    default: return line
    }
    return "\(open)\n" + lines.map { inner + $0 }.joined(separator: ",\n")
      + "\n\(indentation)\(close)"
  }

  private func fits(_ line: String, _ indentation: String, _ prefix: String) -> Bool {
    // A comma may follow.
    indentation.count + prefix.count + line.count < 100
  }

  private var oneLine: String {
    switch content {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): text.asJSON
    case .list(let elements): "[" + elements.map { $0.oneLine }.joined(separator: ", ") + "]"
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members):
      "{ " + members.map { "\($0.key.asJSON): \($0.value.oneLine)" }.joined(separator: ", ") + " }"
    }
  }
}

extension String {
  /// The text as a JSON string.
  package var asJSON: String { String(decoding: JSONStream.compactBytes(of: self), as: UTF8.self) }
}
