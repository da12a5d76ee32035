internal import Basics

/// A kind of value in `stickerpack.json`: reads one, and describes it to editors.
struct ValueKind<Value: Sendable>: Sendable {
  typealias Reader =
    @Sendable (RelaxedJSON, _ name: String, _ file: FilePath) throws(ConfigurationError) -> Value

  /// The JSON Schema of a value.
  let schema: RelaxedJSON
  /// The definition that the schema refers to.
  private(set) var definition: (name: String, schema: RelaxedJSON)?
  /// Reads a value. `name` is what messages call it, and `file` the display path of the configuration.
  let read: Reader

  init(_ schema: @autoclosure () -> RelaxedJSON, _ read: @escaping Reader) {
    (self.schema, self.read) = (.schema(schema()), read)
  }

  /// The same kind, whose schema is a definition with a description.
  func defined(as name: String, _ description: String) -> ValueKind {
    var kind = ValueKind(["$ref": .text("#/definitions/\(name)")], read)
    kind.definition = (name, .schema(schema.described(description)))
    return kind
  }

  // MARK: Parts

  /// An array.
  ///
  /// - Parameter name: the word for an element in messages.
  static func list<Element>(
    of kind: ValueKind<Element>, _ name: String
  ) -> Self where Value == [Element] {
    ValueKind(["type": "array", "items": kind.schema]) {
      json, key, file throws(ConfigurationError) in
      var elements: [Element] = []
      for element in try json.elements(of: key) {
        elements.append(try kind.read(element, name, file))
      }
      return elements
    }
  }

  /// An object with the keys of a table.
  static func object(_ table: KeyTable<Value>) -> Self {
    ValueKind(table.schema) { json, _, file throws(ConfigurationError) in
      try table.read(json, in: file).owner
    }
  }

  /// An object whose values are merged one by one with those of the folders above.
  static func values<Owner>(of table: KeyTable<Owner>) -> Self where Value == KeyValues<Owner> {
    ValueKind(table.schema) { json, _, file throws(ConfigurationError) in
      try table.read(json, in: file).values
    }
  }

  /// An object with texts by language tag, which messages call by their language.
  static func byLanguage(
    _ kind: ValueKind<String>
  ) -> Self where Value == [String: String] {
    ValueKind([
      "type": "object", "propertyNames": ["pattern": ValueKind<String>.languagePattern],
      "additionalProperties": kind.schema,
    ]) { json, name, file throws(ConfigurationError) in
      var texts: [String: String] = [:]
      var languages: Set<String> = []
      for member in try json.members(of: name) {
        guard member.key.isLanguageTag else {
          throw ConfigurationError(
            "invalid language \(member.key.quoted); expected a tag such as de or pt-BR",
            at: member.place)
        }
        // A language becomes a folder, and Apple's file systems ignore case.
        guard languages.insert(member.key.lowercased()).inserted else {
          throw ConfigurationError("duplicate language \(member.key.quoted)", at: member.place)
        }
        texts[member.key] = try kind.read(member.value, member.key, file)
      }
      return texts
    }
  }

  /// One of an enum's texts.
  static func choice() -> Self where Value: RawRepresentable<String> & CaseIterable {
    ValueKind(["enum": .list(Value.allCases.map { $0.rawValue })]) {
      json, name, _ throws(ConfigurationError) in
      try json.choice(of: name)
    }
  }
}

extension ValueKind<Bool> {
  static let flag = ValueKind(["type": "boolean"]) { json, name, _ throws(ConfigurationError) in
    try json.flag(of: name)
  }
}

extension ValueKind<Int> {
  static func whole(_ range: ClosedRange<Int>) -> Self {
    ValueKind([
      "type": "integer", "minimum": .number(Double(range.lowerBound)),
      "maximum": .number(Double(range.upperBound)),
    ]) { json, name, _ throws(ConfigurationError) in try json.whole(of: name, in: range) }
  }
}

extension ValueKind<Double> {
  static func number(_ range: ClosedRange<Double>) -> Self {
    ValueKind([
      "type": "number", "minimum": .number(range.lowerBound),
      "maximum": .number(range.upperBound),
    ]) { json, name, _ throws(ConfigurationError) in try json.number(of: name, in: range) }
  }
}

extension ValueKind<String> {
  /// Any text.
  static let text = ValueKind(["type": "string"]) { json, name, _ throws(ConfigurationError) in
    try json.text(of: name)
  }

  /// A text that `isValid`.
  ///
  /// - Parameters:
  ///   - expectation: the end of the error's sentence.
  ///   - schema: its schema besides the type.
  static func text(
    _ expectation: String, _ schema: (String, RelaxedJSON)...,
    where isValid: @escaping @Sendable (String) -> Bool
  ) -> Self {
    ValueKind(RelaxedJSON([("type", "string")] + schema)) {
      json, name, _ throws(ConfigurationError) in
      try json.text(of: name, expectation, where: isValid)
    }
  }

  /// A text of one line that is not blank.
  static let line = ValueKind([
    "type": "string",
    "pattern": .text("^\(inLine)*\(inLine.replacing("[^", with: "[^\\s"))\(inLine)*$"),
  ]) { json, name, _ throws(ConfigurationError) in try json.line(of: name) }.defined(
    as: "line", "A text of one line that is not blank.")

  private static let inLine = #"[^\u0000-\u001F\u007F-\u009F\u2028\u2029]"#

  /// The name of a file in the pack's folder.
  static let file = name(of: "a file").defined(
    as: "file", "The name of a file in the pack's own folder.")

  /// The name of `entry`, a kind of entry, in the pack's folder.
  static func name(of entry: String) -> Self {
    text(
      "expected the name of \(entry) in the pack's folder", ("pattern", "^[^/]+$"),
      ("not", ["enum": [".", ".."]])
    ) { $0.isEntryName }
  }

  /// A language tag.
  static let language = text(
    "expected a language such as \"en\" or \"pt-BR\"", ("pattern", languagePattern)
  ) { $0.isLanguageTag }

  fileprivate static let languagePattern: RelaxedJSON = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
}

extension RelaxedJSON {
  /// A text of one line that is not blank.
  func line(of name: String) throws(ConfigurationError) -> String {
    let text = try text(of: name)
    guard !text.hasControlCharacters, text.contains(where: { !$0.isWhitespace }) else {
      throw ConfigurationError("\(name) must be a text of one line", at: place)
    }
    return text
  }

  /// Returns a JSON Schema, or an empty one in the engine of web pages, which prints none.
  static func schema(_ schema: @autoclosure () -> RelaxedJSON) -> RelaxedJSON {
    #if hasFeature(Embedded)
      [:]
    #else
      schema()
    #endif
  }

  /// A schema with the description that editors show.
  func described(_ text: String) -> RelaxedJSON {
    guard case .object(let members) = content else { return self }
    return RelaxedJSON([("description", .text(text))] + members.map { ($0.key, $0.value) })
  }
}

extension String {
  /// Whether the text is the name of a file or folder, and not a path.
  var isEntryName: Bool {
    !["", ".", ".."].contains(self) && !utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// Whether the text is a well-formed language tag: a language of 2 to 8 letters and, after hyphens,
  /// subtags of 1 to 8 letters and digits (RFC 5646, 2.1; the registry is not checked).
  var isLanguageTag: Bool {
    let subtags = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return subtags.enumerated().allSatisfy { index, subtag in
      (index == 0 ? 2...8 : 1...8).contains(subtag.count)
        && subtag.allSatisfy { byte in
          byte.isASCIILetter || index > 0 && byte.isASCIIDigit
        }
    }
  }
}
