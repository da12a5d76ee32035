import Basics
import TestSupport
import Testing

extension RelaxedJSON {
  /// The value without places, in a notation of its own.
  fileprivate var shown: String {
    switch content {
    case .null: "null"
    case .text(let text): "\"\(text)\""
    case .list(let list): "[" + list.map(\.shown).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\($0.key): \($0.value.shown)" }.joined(separator: ", ") + "}"
    case .bool, .number: "?"
    }
  }
}

@Suite("Property lists in the OpenStep format")
struct OpenStepPropertyListTests {
  private func shown(_ text: String) throws -> String {
    try OpenStepPropertyList.parse(Array(text.utf8)).shown
  }

  @Test("reads values, comments and escapes")
  func reads() throws {
    let text = """
      // !$*UTF8*$!
      { a = b; /* c */ "d e" = ( f/g.h, "i;j" , ); k = { }; l = <0f 1a>; m = 'n"'; /**/
        "é" = "\\"\\n\\\\\\U00e9\\101\\é"; "$(A)" = -1.0; }
      """
    #expect(
      try shown(text)
        == "{a: \"b\", d e: [\"f/g.h\", \"i;j\"], k: {}, l: null, m: \"n\"\", é: \"\"\n\\éAé\", $(A): \"-1.0\"}"
    )
    #expect(try shown("( )") == "[]")
  }

  @Test("values have lines and columns")
  func places() throws {
    let list = try OpenStepPropertyList.parse(
      Array("{\n  \"é\" = \"ü\"; b = {\n c = d; };\n}".utf8))
    let members = list.members
    #expect(members[0].value.place == .init(line: 2, column: 9, offset: 11))
    #expect(members[1].value["c"]?.place.line == 3)
    #expect(members[1].place.line == 2)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "{", "{ a }", "{ a = ; }", "{ a = b }", "( a b )", "( a", "\"a", "\"\\", "\"\\U\"", "< 0",
      "/* a", "a b",
      "{ a = b; } c", "}", "{ = a; }",
    ])
  func invalid(text: String) {
    #expect(throws: ConfigurationError.self) { try shown(text) }
  }

  @Test("nesting and values are limited")
  func limits() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    }
    #expect(try shown(nested(65)).count == 130)
    #expect(throws: ConfigurationError.self) { try shown(nested(66)) }
    #expect(throws: ConfigurationError.self) { try shown(nested(100_000)) }
    // The list is a value, too.
    let values = String(repeating: "a,", count: 499_999)
    #expect(try OpenStepPropertyList.parse(Array("(\(values))".utf8)).list.count == 499_999)
    #expect(throws: ConfigurationError.self) {
      _ = try OpenStepPropertyList.parse(Array("(\(values)a)".utf8))
    }
    #expect(throws: ConfigurationError.self) { try OpenStepPropertyList.parse([0x28, 0xFF, 0x29]) }
  }

  @Test("5,000 mutations are read or refused")
  func mutations() {
    let bytes = Array(
      "// a\n{ a = ( \"b\\n\", c ); /* d */ \"e\\U00e9\" = { f = <00>; g = 'h'; }; }\n".utf8)
    var random = SplitMix(state: 2727)
    for _ in 0..<5000 {
      var bytes = bytes
      for _ in 0..<3 {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert("{}()<>=;,\"'\\/*U0 ".utf8.randomElement(using: &random)!, at: index)
        default: bytes[index] = .random(in: 0...255, using: &random)
        }
      }
      _ = try? OpenStepPropertyList.parse(bytes)
    }
  }
}

@Suite("YAML in blocks")
struct BlockYAMLTests {
  private func shown(_ text: String) throws -> String {
    try BlockYAML.parse(Array(text.utf8)).shown
  }

  @Test(
    "reads what specifications are written in",
    arguments: [
      ("a: b", "{a: \"b\"}"), ("---\na: 1.0 # c\n\n#d\nb:\n", "{a: \"1.0\", b: null}"),
      ("a:\n  b: c\n  d:\n    e: f\ng: h", "{a: {b: \"c\", d: {e: \"f\"}}, g: \"h\"}"),
      ("a:\n- b\n- c: d\n  e: f\n-\n  g: h\n", "{a: [\"b\", {c: \"d\", e: \"f\"}, {g: \"h\"}]}"),
      ("a:\n  - - b\n    - c\n", "{a: [[\"b\", \"c\"]]}"),
      ("\"a b\": 'c''d' # e\nf: \"g # \\\"h\\\\\"", "{a b: \"c'd\", f: \"g # \"h\\\"}"),
      (
        "a: [b, \"c, d\", [e], { f: g, h: i }]",
        "{a: [\"b\", \"c, d\", [\"e\"], {f: \"g\", h: \"i\"}]}"
      ),
      ("a: |\n  b: c\n\n  # d\ne: f", "{a: \"\", e: \"f\"}"),
      ("a:\n  - >-\n    b\n  - c", "{a: [\"\", \"c\"]}"),
      ("a: http://b.c/d#e\nf: ~\n", "{a: \"http://b.c/d#e\", f: null}"),
      ("a: $(B) c\n", "{a: \"$(B) c\"}"), ("a: {}\nb: []", "{a: {}, b: []}"),
      ("- a\n- b", "[\"a\", \"b\"]"),
    ])
  func reads(_ text: String, _ expected: String) throws {
    #expect(try shown(text) == expected)
  }

  @Test(
    "everything else is refused",
    arguments: [
      "", "a", "a: b\r\n", "a: b\n c: d", "a: b: c", "a: b\na: c", "a: &b c", "a: *b", "a: !b c",
      "<<: *a",
      "a: [b", "a: {b}",
      "a: [b,\n c]", "a:\n\tb: c", "a: \"b\n c\"", "a: b\n  c", "a: 'b", "a: \"\\x41\"",
      "a: \"b\" c", "a:\n  b: c\n d: e",
      "? a", "%a", "a: b\n---\nc: d", "- a\nb: c", "a: b\n- c", "a: [*b]",
    ])
  func invalid(text: String) {
    #expect(throws: ConfigurationError.self) { try shown(text) }
  }

  @Test("nesting is limited, and long files take time by their length")
  func limits() throws {
    #expect(throws: ConfigurationError.self) {
      try shown("a: " + String(repeating: "[", count: 100_000))
    }
    #expect(throws: ConfigurationError.self) {
      try shown(String(repeating: "- ", count: 100_000) + "a")
    }
    let lines = (0..<60_000).map { "- a\($0): b\n" }.joined()
    #expect(try BlockYAML.parse(Array(lines.utf8)).list.count == 60_000)
    _ = try? shown("a: \"" + String(repeating: "b: ", count: 300_000))
  }

  @Test("5,000 mutations are read or refused")
  func mutations() {
    let bytes = Array("a:\n  - b: \"c\"\n    d: [e, { f: 'g' }]\n  - >\n    h\ni: j # k\n".utf8)
    var random = SplitMix(state: 2728)
    for _ in 0..<5000 {
      var bytes = bytes
      for _ in 0..<3 {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert("-:[]{},\"'\\#|> \n".utf8.randomElement(using: &random)!, at: index)
        default: bytes[index] = .random(in: 0...127, using: &random)
        }
      }
      _ = try? BlockYAML.parse(bytes)
    }
  }
}
