import Basics
import Testing

@Suite("Literals of Swift")
struct LiteralSourceTests {
  /// A call or value in a short form; `?` is unknown.
  static func text(_ value: RelaxedJSON) -> String {
    switch value.content {
    case .text(let text): return "'\(text)'"
    case .list(let list): return "[\(list.map(text).joined(separator: " "))]"
    case .object(let members):
      let inner = members.filter { $0.key != "" }.map { "\($0.key):\(text($0.value))" }
      return (value.callee ?? "") + "{\(inner.joined(separator: " "))}"
    default: return "?"
    }
  }

  static func calls(_ source: String) -> [String] {
    LiteralSource.calls(of: ["f"], in: Array(source.utf8)).map(text)
  }

  @Test(
    "arguments",
    arguments: [
      ("f(a: \"x\", \"y\", .iOS)", ["f{a:'x' 0:'y' 1:iOS{}}"]),
      ("X.f(a: [\"x\", B.c(\"d\")], b: [:])", ["f{a:['x' c{0:'d'}] b:{}}"]),
      ("g([f(a: [\"k\": \"v\", k: 1,])]) f()", ["f{a:{k:'v' **:?}}", "f{}"]),
      (
        "f(a: 1, b: true, c: nil, d: -1, e: x ? \"a\" : \"b\", f: \"g\")",
        ["f{a:? b:? c:? d:? e:? f:'g'}"]
      ),
      ("f(a: { (x) -> Int in [1, 2] }(), b: \"x\".y, c: \"x\" + \"y\")", ["f{a:? b:? c:?}"]),
      ("f(a: \"\\\"\\\\\", b: \"\\n\", c: \"\\(x(1))\", d: \"é\")", ["f{a:'\"\\' b:? c:? d:'é'}"]),
      ("f(/* a /* b */ ) */ a: // )\n \"x\")", ["f{a:'x'}"]),
      ("f(a: \"\"\"\n)\"\n\"\"\", b: \"x\")", ["f{a:? b:'x'}"]),
      ("\"f(a)\" ff(a: \"x\") f.g(\"y\") f(a: \"x\").g()", []),
      ("let c = \"x\"\nf(a: c, b: \"\\(c).y\")", ["f{a:? b:?}"]),
      ("f(a: \"x\")\n#if A\n#endif", []), ("f(a: #\"x\"#)", []),
      ("f(a: \"x", []), ("f(a: \"x\"", []), ("f(a: [\"x\")]", []), ("f(a: \"x\") /*", []),
    ])
  func swift(_ source: String, _ expected: [String]) {
    #expect(Self.calls(source) == expected)
  }

  @Test("values have the places of their literals")
  func places() {
    let call = LiteralSource.calls(
      of: ["f"], in: Array("\nf(a: \"x\",\n  b: \"y\")".utf8))[0]
    #expect(call.place.line == 2)
    #expect(call["a"]?.place == RelaxedJSON.Place(line: 2, column: 6, offset: 6))
    #expect(call["b"]?.place.line == 3)
  }

  @Test(
    "hostile files take little time", .timeLimit(.minutes(1)),
    arguments: [
      "f(", "[", "f(a: [", "f(a:", "\"\\(", "/*", "a.", "f(a: {", "let f = [", ".", "(", "f([:",
      "'", "\"\"\"", "let a=[)\n", "a=[)\n",
    ])
  func hostile(_ part: String) {
    let source = Array(repeatElement(part, count: 1_000_000 / part.utf8.count).joined().utf8)
    #expect(LiteralSource.calls(of: ["f"], in: source).isEmpty)
  }
}
