import Basics
import Testing

/// The grammar is RFC 8259's. The cases are what JSONTestSuite (nst/JSONTestSuite, 1ef36fa) requires
/// every parser to accept or to reject.
@Suite("JSON")
struct JSONTests {
  private static func parse(_ text: String, isRelaxed: Bool) throws -> RelaxedJSON {
    try RelaxedJSON(parsing: Array(text.utf8), isRelaxed: isRelaxed)
  }

  @Test("accepts what the grammar allows", arguments: valid)
  func accepts(_ text: String) throws {
    for isRelaxed in [false, true] {
      #expect(throws: Never.self) { try Self.parse(text, isRelaxed: isRelaxed) }
    }
  }

  @Test("rejects what no parser may accept", arguments: invalid + deeplyNested)
  func rejects(_ text: String) {
    for isRelaxed in [false, true] {
      #expect(throws: ConfigurationError.self) { try Self.parse(text, isRelaxed: isRelaxed) }
    }
  }

  @Test("rejects invalid UTF-8", arguments: invalidUTF8)
  func rejectsInvalidUTF8(_ bytes: [UInt8]) {
    for isRelaxed in [false, true] {
      let error = #expect(throws: ConfigurationError.self) {
        try RelaxedJSON(parsing: bytes, isRelaxed: isRelaxed)
      }
      #expect(error?.message == "the file is not UTF-8 text")
    }
  }

  @Test("accepts comments and trailing commas in relaxed files only", arguments: relaxedOnly)
  func extensions(_ text: String) throws {
    #expect(throws: ConfigurationError.self) { try Self.parse(text, isRelaxed: false) }
    #expect(throws: Never.self) { try Self.parse(text, isRelaxed: true) }
  }

  // RFC 8259, section 4, leaves these to the parser.
  @Test("rejects duplicate keys", arguments: [#"{"a":"b","a":"c"}"#, #"{"a":"b","a":"b"}"#])
  func duplicateKeys(_ text: String) {
    for isRelaxed in [false, true] {
      let error = #expect(throws: ConfigurationError.self) {
        try Self.parse(text, isRelaxed: isRelaxed)
      }
      #expect(error?.description == "line 1, column 10: duplicate key \"a\"")
    }
  }

  // Sections 6 and 9 leave limits on range and depth to the parser.
  @Test("limits numbers to finite ones and nesting to 64 levels")
  func limits() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try Self.parse(nested(64), isRelaxed: false) }
    #expect(throws: ConfigurationError.self) { try Self.parse(nested(65), isRelaxed: false) }
    #expect(throws: Never.self) { try Self.parse("1e308", isRelaxed: false) }
    #expect(throws: ConfigurationError.self) { try Self.parse("1e309", isRelaxed: false) }
  }

  @Test(
    "reads numbers",
    arguments: [
      ("0", 0), ("-0", 0), ("-12", -12), ("0.5", 0.5), ("1E+2", 100), ("20e-1", 2),
      ("123.456e78", 123.456e78), ("1e-400", 0),
    ])
  func numbers(_ text: String, _ number: Double) throws {
    guard case .number(number) = try Self.parse(text, isRelaxed: false).content else {
      Issue.record("\(text) is not \(number)")
      return
    }
  }

  @Test(
    "reads escapes",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\uD834\uDd1e""#, "\u{1D11E}"),
      (#""\u0000\uFFFF""#, "\0\u{FFFF}"), ("\"\u{7F}é\"", "\u{7F}é"),
    ])
  func escapes(_ text: String, _ string: String) throws {
    guard case .text(string) = try Self.parse(text, isRelaxed: false).content else {
      Issue.record("\(text) is not \(string)")
      return
    }
  }

  @Test(
    "reports what was expected and where",
    arguments: [
      ("[\n  01]", "line 2, column 3: invalid number \"01\""),
      (#"{ "a": 0x10 }"#, "line 1, column 8: invalid number \"0x10\""),
      (#"{ "é": +1 }"#, "line 1, column 8: expected a value, found \"+1\""),
      ("[1, ]", "line 1, column 5: expected a value, found \"]\""),
      (#"{ "a": 1, }"#, "line 1, column 11: expected a key in quotation marks, found \"}\""),
      (#"{ "a" 1 }"#, "line 1, column 7: expected \":\" after \"a\", found \"1\""),
      ("[1 2]", "line 1, column 4: expected \",\" or \"]\", found \"2\""),
      ("[1,\r\n2", "line 1, column 1: unterminated array: expected \"]\""),
      (" \"a\n\"", "line 1, column 2: unterminated string: expected \"\"\""),
      ("\"\t\"", "line 1, column 2: expected an escape such as \\t, found a control character"),
      (#""\uD800\u0041""#, "line 1, column 3: unpaired surrogate in a string"),
      ("// a", "line 1, column 1: expected a value, found \"/\""),
      ("", "line 1, column 1: expected a value, found the end of the file"),
    ])
  func messages(_ text: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try Self.parse(text, isRelaxed: false)
    }
    #expect(error?.description == message)
  }

  // MARK: Cases

  private static let valid = [
    "[[]   ]", #"[""]"#, "[]", #"["a"]"#, "[false]", #"[null, 1, "1", {}]"#, "[null]", "[1\n]",
    " [1]", "[1,null,null,null,2]", "[2] ", "[123e65]", "[0e+1]", "[0e1]", "[ 4]",
    "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]\n",
    "[20e1]", "[-0]", "[-123]", "[-1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]",
    "[1e-2]", "[1e+2]", "[123]", "[123.456789]", #"{"asd":"sdf", "dfg":"fgh"}"#,
    #"{"asd":"sdf"}"#, "{}", #"{"":0}"#, #"{"foo\u0000bar": 42}"#,
    #"{ "min": -1.0e+28, "max": 1.0e+28 }"#,
    #"{"x":[{"id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}], "id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}"#,
    #"{"a":[]}"#,
    #"{"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435\u043a\u043e\u043f\u0430" }"#,
    "{\n\"a\": \"b\"\n}", #"["\u0060\u012a\u12AB"]"#, #"["\uD801\udc37"]"#,
    #"["\ud83d\ude39\ud83d\udc8d"]"#, #"["\"\\\/\b\f\n\r\t"]"#, #"["\\u0000"]"#, #"["\""]"#,
    #"["a/*b*/c/*d//e"]"#, #"["\\a"]"#, #"["\\n"]"#, #"["\u0012"]"#, #"["\uFFFF"]"#, #"["asd"]"#,
    #"[ "asd"]"#, #"["\uDBFF\uDFFF"]"#, #"["new\u00A0line"]"#, "[\"\u{10FFFF}\"]",
    "[\"\u{FFFF}\"]", #"["\u0000"]"#, #"["\u002c"]"#, "[\"\u{3C0}\"]", "[\"\u{1BFFF}\"]",
    #"["asd "]"#, #"" ""#, #"["\uD834\uDd1e"]"#, #"["\u0821"]"#, #"["\u0123"]"#, "[\"\u{2028}\"]",
    "[\"\u{2029}\"]", #"["\u0061\u30af\u30EA\u30b9"]"#, #"["new\u000Aline"]"#, "[\"\u{7F}\"]",
    #"["\uA66D"]"#, #"["\u005C"]"#, "[\"\u{2342}\u{3234}\u{2342}\"]", #"["\uDBFF\uDFFE"]"#,
    #"["\uD83F\uDFFE"]"#, #"["\u200B"]"#, #"["\u2064"]"#, #"["\uFDD0"]"#, #"["\uFFFE"]"#,
    #"["\u0022"]"#, "[\"\u{20AC}\u{1D11E}\"]", "[\"a\u{7F}a\"]", "false", "42", "-0.1", "null",
    #""asd""#, "true", #""""#, "[\"a\"]\n", "[true]", " [] ",
  ]

  private static let invalid = [
    "[1 true]", #"["": 1]"#, #"[""],"#, "[,1]", "[1,,2]", #"["x",,]"#, #"["x"]]"#, #"["x""#, "[x",
    "[3[4]]", "[1:2]", "[,]", "[-]", #"[   , ""]"#, "[\"a\",\n4\n,1,", "[1,,]", "[\"\u{B}a\"\\f]",
    "[*]", #"["""#, "[1,", "[1,\n1\n,1", "[{}", "[fals]", "[nul]", "[tru]", "123\u{0}",
    "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]",
    "[0.1.2]", "[0.3e+]", "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]",
    "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]", "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]",
    "[NaN]", "[\u{FF11}]", "[1+2]", "[0x1]", "[0x42]", "[Infinity]", "[0e+-1]", "[-123.123foo]",
    "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]", "[.123]",
    "[1.2a-3]", "[1.8011670033376514H-308]", "[012]", #"["x", truth]"#, "{[: \"x\"}\n",
    #"{"x", null}"#, #"{"x"::"b"}"#, "{\u{1F1E8}\u{1F1ED}}", #"{"a":"a" 123}"#, "{key: 'value'}",
    #"{"a" b}"#, #"{:"b"}"#, #"{"a" "b"}"#, #"{"a":"#, #"{"a""#, "{1:1}", "{9999E9999:1}",
    "{null:null,null:null}", #"{"id":0,,,,,}"#, "{'a':0}", #"{"a":"b"}/**//"#, #"{"a":"b"}/"#,
    #"{"a":"b",,"c":"d"}"#, #"{a: "b"}"#, #"{"a":"a"#, #"{ "foo" : "bar", "a" }"#, #"{"a":"b"}#"#,
    " ", #"["\uD800\"]"#, #"["\uD800\u"]"#, #"["\uD800\u1"]"#, #"["\uD800\u1x"]"#, "[\u{E9}]",
    "[\"\\\u{0}\"]", #"["\x00"]"#, #"["\\\"]"#, "[\"\\\t\"]", "[\"\\\u{1F300}\"]", #"["\"]"#,
    #"["\u00A"]"#, #"["\uD834\uDd"]"#, #"["\uD800\uD800\x"]"#, #"["\a"]"#, #"["\uqqqq"]"#,
    #"[\u0020"asd"]"#, #"[\n]"#, #"""#, "['single quote']", "abc", #"["\"#, "[\"a\u{0}a\"]",
    "[\"new\nline\"]", "[\"\t\"]", #""\UA66D""#, #"""x"#, "[\u{2060}]", "\u{FEFF}", "<.>",
    "[<null>]", "[1]x", "[1]]", #"["asd]"#, "a\u{E5}", "[True]", "1]", #"{"x": true,"#, "[][]",
    "]", "[", "", "[\u{0}]", "2@", "{}}", #"{"":"#, #"{"a": true} "x""#, "['", "[,", "[{",
    #"["a"#, #"["a""#, "{", "{]", "{,", "{[", #"{"a"#, "{'a'", #"["\{["\{["\{["\{"#, "*",
    #"{"a":"b"}#{}"#, #"[\u000A""]"#, "[1", "[ false, nul", "[ true, fals", "[ false, tru",
    #"{"asd":"asd""#, "\u{E5}", "[\u{C}]",
  ]

  private static let deeplyNested = [
    String(repeating: "[", count: 100_000), String(repeating: #"[{"":"#, count: 50_000),
  ]

  private static let relaxedOnly = [
    #"["",]"#, "[1,]", #"{"id":0,}"#, #"{"a":"b"}/**/"#, #"{"a":"b"}//"#,
    #"{"a":/*comment*/"b"}"#, "[1, // one\n 2]",
  ]

  private static let invalidUTF8: [[UInt8]] = [
    [0x5B, 0x61, 0xE5, 0x5D], [0x5B, 0xFF, 0x5D], [0x5B, 0x31, 0x32, 0x33, 0xE5, 0x5D],
    [0x5B, 0x31, 0x65, 0x31, 0xE5, 0x5D], [0x5B, 0x30, 0xE5, 0x5D, 0x0A],
    [0x5B, 0x31, 0x65, 0xE5, 0x5D], [0x7B, 0x22, 0xB9, 0x22, 0x3A, 0x22, 0x30, 0x22, 0x2C, 0x7D],
    [0x5B, 0x22, 0x5C, 0x75, 0xE5, 0x22, 0x5D], [0x5B, 0x22, 0x5C, 0xE5, 0x22, 0x5D],
    [0xEF, 0xBB, 0x7B, 0x7D], [0xE5], [0xE9],
  ]
}
