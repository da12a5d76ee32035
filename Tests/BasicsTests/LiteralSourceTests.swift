import Basics
import Testing

@Suite("Literals of Swift and Starlark")
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

  static func calls(_ source: String, _ language: LiteralSource.Language = .swift) -> [String] {
    LiteralSource.calls(of: ["f"], in: Array(source.utf8), language).map(text)
  }

  @Test(
    "arguments of Swift",
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
      ("let c = \"x\"\nf(a: c, b: \"\\(c).y\")", ["f{a:'x' b:'x.y'}"]),
      ("let c: [S] = [f(a: \"x\")]\nf(a: c)", ["f{a:'x'}", "f{a:[f{a:'x'}]}"]),
      ("let c = \"x\"\nlet c = \"y\"\nf(a: c)", ["f{a:?}"]),
      ("let c = \"x\"\nx.map { c in f(a: c) }", ["f{a:?}"]),
      ("g { let c = \"x\" }\nf(a: c)", ["f{a:?}"]),
      ("f(a: \"x\")\n#if A\n#endif", []), ("f(a: #\"x\"#)", []),
      ("f(a: \"x", []), ("f(a: \"x\"", []), ("f(a: [\"x\")]", []), ("f(a: \"x\") /*", []),
    ])
  func swift(_ source: String, _ expected: [String]) {
    #expect(Self.calls(source) == expected)
  }

  @Test(
    "arguments of Starlark",
    arguments: [
      ("f(a = 'x', b = [\"y\", ], c == d)", ["f{a:'x' b:['y'] 0:?}"]),
      ("f(a = g([\"x\"], e = []), b = {\"k\": \"v\"})", ["f{a:g{0:['x'] e:[]} b:{k:'v'}}"]),
      (
        "f(a = \"x\" \"y\", b = r\"x\", c = \"x\" % d, d = [x for x in y])",
        ["f{a:? b:? c:? d:[?]}"]
      ),
      ("f(*x, **y)", ["f{**:? **:?}"]),
      ("C = \"x\"\nD = C + \"y\"\nf(a = C, b = D)  # \"", ["f{a:'x' b:?}"]),
      ("\"\"\"f(a = 'x')\"\"\"\nf(a = True)", ["f{a:?}"]),
      ("def g(C):\n  f(a = C)\nC = \"x\"\nf(a = C)", ["f{a:?}", "f{a:?}"]),
    ])
  func starlark(_ source: String, _ expected: [String]) {
    #expect(Self.calls(source, .starlark) == expected)
  }

  @Test("values have the places of their literals")
  func places() {
    let call = LiteralSource.calls(
      of: ["f"], in: Array("let c = \"x\"\n\nf(a: c,\n  b: \"y\")".utf8), .swift)[0]
    #expect(call.place.line == 3)
    #expect(call["a"]?.place == RelaxedJSON.Place(line: 1, column: 9, offset: 8))
    #expect(call["b"]?.place.line == 4)
  }

  @Test(
    "hostile files take little time", .timeLimit(.minutes(1)),
    arguments: [
      "f(", "[", "f(a: [", "f(a:", "\"\\(", "/*", "a.", "f(a: {", "let f = [", ".", "(", "f([:",
      "'", "\"\"\"", "let a=[)\n", "a=[)\n",
    ])
  func hostile(_ part: String) {
    let source = Array(repeatElement(part, count: 1_000_000 / part.utf8.count).joined().utf8)
    #expect(LiteralSource.calls(of: ["f"], in: source, .swift).isEmpty)
    #expect(LiteralSource.calls(of: ["f"], in: source, .starlark).isEmpty)
  }

  @Test("what constants stand for has a limit", .timeLimit(.minutes(1)))
  func expansion() {
    let text = String(repeating: "x", count: 400_000)
    let list = Array(repeating: "'x',", count: 80_000).joined()
    for (constant, use) in [("c = '\(text)'", "c,"), ("c = [\(list)]", "c,")] {
      for (count, isKnown) in [(2, true), (100, false)] {
        let uses = String(repeating: use, count: count)
        let source = Array("\(constant)\nf(a = [\(uses)])".utf8)
        #expect(LiteralSource.calls(of: ["f"], in: source, .starlark).isEmpty != isKnown)
      }
    }
    let nested = (0..<5000).map { "let c\($0 + 1) = [c\($0), \"\\(c\($0))\"]\n" }.joined()
    #expect(LiteralSource.calls(of: ["f"], in: Array((nested + "f(c5000)").utf8), .swift).isEmpty)
  }
}
