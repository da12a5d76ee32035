import Basics
import StickerPacks
import Testing

@Suite("Reading .strings files")
struct StringsTableTests {
  func entries(_ bytes: [UInt8]) throws -> [String] {
    try StringsTable(parsing: bytes).entries.map { "\($0.key)=\($0.value)" }
  }

  func entries(_ text: String) throws -> [String] { try entries(Array(text.utf8)) }

  static let text = """
    /* "no" = "entry"; */
    "wave" = "Ein \\"Hund\\" winkt\\n\\U00E9\\u00e9\\\\";
    hug.1=Bark ; // "more"
    "sit";\r\n
    """
  static let expected = ["wave=Ein \"Hund\" winkt\néé\\", "hug.1=Bark", "sit=sit"]

  @Test("comments, escapes, texts without quotes and keys without values are read")
  func grammar() throws {
    #expect(try entries(Self.text) == Self.expected)
    #expect(try entries("") == [])
    #expect(try entries("/* only this */") == [])
    #expect(try entries(#""a" = "\UD83D\UDC36";"#) == ["a=\u{1F436}"])
  }

  @Test("UTF-8 and UTF-16 with a byte order mark are read")
  func encodings() throws {
    let units = Self.text.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try entries([0xEF, 0xBB, 0xBF] + Array(Self.text.utf8)) == Self.expected)
    #expect(try entries([0xFF, 0xFE] + units.flatMap { $0 }) == Self.expected)
    #expect(try entries([0xFE, 0xFF] + units.flatMap { $0.reversed() }) == Self.expected)
  }

  @Test(
    "invalid files are refused with the place",
    arguments: [
      ("\"a\" = \"b\"", "line 1, column 10: expected \";\", found the end of the file"),
      ("\n \"a\" \"b\";", "line 2, column 6: expected \";\", found \"\"\""),
      ("\"a\" = ;", "line 1, column 7: expected a value, found \";\""),
      ("= \"b\";", "line 1, column 1: expected a key, found \"=\""),
      ("\"a", "line 1, column 1: unterminated string"), ("/* a", "line 1, column 1: unterminated"),
      ("\"a\" = \"\\UD83D\";", "line 1, column 9: invalid Unicode escape"),
      ("a=b;a=c;", "line 1, column 5: duplicate key \"a\""),
      ("<?xml version=\"1.0\"?>", "the file is a property list"),
    ])
  func invalid(_ text: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) { try entries(text) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test(
    "bytes that are no text are refused",
    arguments: [[0xFF, 0xFE, 0x00], [0xC3], [0xFF, 0xFE, 0, 0xD8]])
  func notText(_ bytes: [UInt8]) {
    #expect(throws: ConfigurationError.self) { try entries(bytes) }
  }
}
