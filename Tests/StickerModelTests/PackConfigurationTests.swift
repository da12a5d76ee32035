import StickerModel
import Testing

@Suite("stickerpack.json")
struct PackConfigurationTests {
  func parse(_ text: String) throws -> PackConfiguration {
    try PackConfiguration(parsing: Array(text.utf8))
  }

  @Test("takes comments and trailing commas")
  func relaxed() throws {
    let configuration = try parse(
      """
      {
        // a comment
        "name": "Biscuit", /* another */
        "gridSize": "large",
        "rules": { "low-contrast": "off", "mixed-sizes": "error",
          "animation-memory": { "severity": "info", "bytes": 50000000 },
          "loop-jump": { "share": 2.5 }, },
        "stickers": [
          { "file": "a.png", "label": "A", "allow": { "gif-hard-edges": "on purpose" } },
          { "file": "b.png", },
        ],
      }
      """)
    #expect(configuration.name == "Biscuit")
    #expect(configuration.gridSize == .large)
    #expect(
      configuration.rules.mapValues { RuleSetting(level: $0.level, options: $0.options) } == [
        "low-contrast": RuleSetting(level: .off), "mixed-sizes": RuleSetting(level: .error),
        "animation-memory": RuleSetting(level: .info, options: ["bytes": 5e7]),
        "loop-jump": RuleSetting(options: ["share": 2.5]),
      ])
    #expect(configuration.stickers.map(\.file) == ["a.png", "b.png"])
    #expect(configuration.stickers.map(\.label) == ["A", nil])
    #expect(configuration.stickers[0].allow.map(\.rule) == ["gif-hard-edges"])
    #expect(configuration.stickers[0].allow.map(\.reason) == ["on purpose"])
    #expect(configuration.stickers[0].allow.map(\.origin) == [.file("stickerpack.json", line: 9)])
    #expect(
      configuration.rules["animation-memory"]?.origins["bytes"]?.description
        == "stickerpack.json:6")
  }

  @Test("a long list takes time by its length, not by its square", .timeLimit(.minutes(2)))
  func long() throws {
    let entries = (0..<300_000).map { #"{ "file": "\#($0).png" }"# }.joined(separator: ",")
    #expect(try parse(#"{ "stickers": [\#(entries)] }"#).stickers.count == 300_000)
    let reasons = (0..<300_000).map { #""rule-\#($0)": "r""# }.joined(separator: ",")
    let text = #"{ "stickers": [{ "file": "a.png", "allow": {\#(reasons)} }] }"#
    #expect(try parse(text).stickers.first?.allow.count == 300_000)
  }

  @Test("takes an empty object")
  func empty() throws {
    let configuration = try parse("{}")
    #expect(configuration.name == nil)
    #expect(configuration.stickers.isEmpty)
  }

  @Test(
    "says what is wrong and where",
    arguments: [
      (
        #"{ "rules": { "mixed-sizes": "never" } }"#,
        "“mixed-sizes” is “never”; it is one of off, info, warning and error"
      ),
      (
        #"{ "rules": { "mixed-sizes": true } }"#,
        "“mixed-sizes” is true or false; it must be a text"
      ),
      (
        #"{ "rules": { "loop-jump": { "severity": "loud" } } }"#,
        "severity of “loop-jump” is “loud”; it is one of off, info, warning and error"
      ),
      (
        #"{ "rules": { "loop-jump": { "share": "2" } } }"#, "“share” is a text; it must be a number"
      ),
      (#"{ "rules": ["mixed-sizes"] }"#, "rules is a list; it must be an object"),
      (#"{ "nmae": "x" }"#, "the key “nmae” is unknown; did you mean “name”?"),
      (#"{ "stickers": [{ "file": "a.png", "labl": "x" }] }"#, "did you mean “label”?"),
      (#"{ "colour": 1 }"#, "known are root, name, gridSize, rules, overrides, exclude, stickers"),
      (#"{ "gridSize": "huge" }"#, "gridSize is “huge”; it is one of small, regular and large"),
      (#"{ "name": 3 }"#, "name is a number; it must be a text"),
      (#"{ "stickers": {} }"#, "stickers is an object; it must be a list"),
      (#"{ "stickers": [{}] }"#, "line 1, column 16: the sticker has no “file”"),
      (#"{ "stickers": [{ "file": "../a.png" }] }"#, "file is “../a.png”"),
      (#"{ "stickers": [{ "file": ".." }] }"#, "file is “..”"),
      (
        #"{ "stickers": [{ "file": "a.png" }, { "file": "a.png" }] }"#,
        "“a.png” is listed a second time"
      ),
      (
        #"{ "stickers": [{ "file": "a.png", "allow": { "x": " " } }] }"#,
        "“x” is allowed without a reason"
      ),
      (
        #"{ "name": "a/b" }"#,
        "cannot be empty, begin with a dot, or hold a slash or a control character"
      ),
      ("{ \"name\": \"a/\u{301}b\" }", "or hold a slash"),
      (#"{ "name": "a\u0000b" }"#, "or hold a slash"),
      ("{ \"name\": \".\u{301}\" }", "begin with a dot"),
      ("{ \"stickers\": [{ \"file\": \"a/\u{301}\" }] }", "a file in the pack’s own folder"),
      (
        "{ \"name\": \"x\"\n  \"gridSize\": \"small\" }",
        "line 2, column 3: a comma or “}” is due here"
      ),
      ("", "line 1, column 1: the file ends where a value is due"),
      ("[]", "the configuration is a list; it must be an object"),
      ("{} x", "“x” follows the end of the JSON"), ("{ \"a", "the text has no closing quote"),
      ("{ \"name\": \"a\", \"name\": \"b\" }", "the key “name” stands here a second time"),
      ("{ /* ", "the comment has no end"), ("{ \"name\": nul }", "“nul” is no JSON value"),
      (#"{ "name": "\ud83d\u0041" }"#, "\\ud83d is half a character"),
      (#"{ "name": "\ud83d" }"#, "\\ud83d is half a character"),
      (#"{ "name": "\u12g4" }"#, "\\u needs four hexadecimal digits"),
      ("{ \"name\": \"\\q\" }", "there is no escape “\\q”"),
      ("{ \"name\": \"a\"", "line 1, column 1: what begins here has no “}”"),
      (String(repeating: "[", count: 100_000), "nested too deeply"),
    ])
  func refuses(_ text: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) { try parse(text) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("bytes that are no UTF-8 are refused, and a byte order mark is not")
  func encoding() throws {
    #expect(throws: ConfigurationError.self) {
      try PackConfiguration(parsing: Array("{ \"name\": \"".utf8) + [0xFF] + Array("\" }".utf8))
    }
    #expect(try PackConfiguration(parsing: [0xEF, 0xBB, 0xBF] + Array("{}".utf8)).name == nil)
  }

  @Test("reads escapes, those of two halves too")
  func escapes() throws {
    #expect(try parse(#"{ "name": "a\u00e9\ud83d\udc36\"b" }"#).name == "aé🐶\"b")
  }

  @Test("reads the template that init writes")
  func template() throws {
    let pack = PackSource(
      kind: .folder, name: "My \"best\" pack", path: "p", displayPath: "p", gridSize: nil,
      stickers: [
        StickerSource(id: "good-morning_2", path: "p/good-morning_2.png", displayPath: "x")
      ],
      problems: [])
    let configuration = try parse(PackConfiguration.template(for: pack, gridSize: .small))
    #expect(configuration.name == "My \"best\" pack")
    #expect(configuration.gridSize == .small)
    #expect(configuration.stickers.map(\.file) == ["good-morning_2.png"])
    #expect(configuration.stickers.map(\.label) == ["Good morning 2"])
  }
}

@Suite("Names")
struct NameTests {
  @Test("numbers sort by value, letters whatever their case")
  func naturalOrder() {
    let names = ["b10", "B2", "a", "b2", "b02", "c", "10", "9", "b"]
    #expect(
      names.sorted(by: NaturalOrder.precedes)
        == ["9", "10", "a", "b", "B2", "b02", "b2", "b10", "c"])
  }

  @Test(
    "a slip finds the word that was meant, and nonsense does not",
    arguments: [
      ("labl", "label"), ("LABEL", "label"), ("abe", "label"), ("gridsize", "gridSize"),
      ("zzz", nil), ("", nil), (String(repeating: "label", count: 1_000_000), nil),
    ])
  func spelling(_ word: String, _ expected: String?) {
    #expect(Spelling.nearest(to: word, in: ["name", "gridSize", "label"]) == expected)
  }

  @Test("the nearest size class, the larger one in the middle")
  func nearest() {
    #expect(GridSize.nearest(toPixels: 1) == .small)
    #expect(GridSize.nearest(toPixels: 354) == .regular)
    #expect(GridSize.nearest(toPixels: 513) == .large)
    #expect(GridSize.nearest(toPixels: 5000) == .large)
  }

  @Test(
    "extension and stem",
    arguments: [
      ("a.PNG", "png", "a"), ("a.b.gif", "gif", "a.b"), ("noext", "", "noext"),
      (".png", "", ".png"), ("\u{600}.png", "png", "\u{600}"), ("a.\u{301}b", "\u{301}b", "a"),
    ])
  func extensions(_ name: String, _ ending: String, _ stem: String) {
    #expect(name.fileExtension == ending)
    #expect(name.fileStem == stem)
  }
}
