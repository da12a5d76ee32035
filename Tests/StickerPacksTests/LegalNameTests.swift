import StickerPacks
import Testing

@Suite("Legal names")
struct LegalNameTests {
  func texts(_ names: [String], ending: String = ".sticker") -> [String] {
    LegalName.unique(names, ending: ending).map(\.text)
  }

  @Test(
    "what is legal everywhere stays as it is, byte for byte",
    arguments: [
      "wave", "Good morning!", "it's 5 o'clock", "v1.2", "e\u{301}cole", "\u{E9}cole", "犬",
      "👩‍👩‍👧", "-", " lead", "console", "com10", "a&b;c$d%e~", "x@3x",
      String(repeating: "n", count: 247),
    ])
  func legal(_ name: String) {
    let made = LegalName.unique([name], ending: ".sticker")[0]
    #expect(Array(made.text.utf8) == Array(name.utf8))
    #expect(made.change == nil)
  }

  @Test(
    "invalid characters are replaced, with a reason",
    arguments: [
      ("what?", "what-", "Windows does not allow \"?\" in a name"),
      ("a/b", "a-b", "a name cannot contain a slash"),
      ("<3 \"x\" |*\\:", "-3 -x- ----", "Windows does not allow \"<\" in a name"),
      ("a\nb\u{7F}", "a-b-", "a name cannot contain a control character"),
      ("gnp\u{202E}.exe", "gnp-.exe", "a character that changes the text direction"),
      (".hidden", "-hidden", "begins with a dot is hidden"), ("..", "--", "a dot is hidden"),
      ("../x", "---x", "a name cannot contain a slash"),
      ("end. .", "end", "Windows removes spaces and dots"),
      ("CON", "CON-", "\"CON\" is a device name on Windows"),
      ("aux.v2", "aux.v2-", "a device name on Windows"),
      ("COM¹", "COM¹-", "a device name on Windows"), ("", "sticker", "nothing is left of the name"),
      (" ", "sticker", "nothing is left of the name"),
      (
        String(repeating: "n", count: 248), String(repeating: "n", count: 247),
        "the name has 248 bytes (limit: 247)"
      ),
      (
        // Two bytes per letter, none of which is split.
        String(repeating: "é", count: 124), String(repeating: "é", count: 123), "248 bytes"
      ),
      ("/\u{301}x", "-\u{301}x", "a name cannot contain a slash"),
    ])
  func replaced(_ name: String, _ expected: String, _ reason: String) {
    let made = LegalName.unique([name], ending: ".sticker")[0]
    #expect(made.text.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(made.text)")
    #expect(made.change?.contains(reason) == true, "\(made.change ?? "nil")")
  }

  @Test("names that some file system takes for one are told apart; the first keeps its own")
  func collisions() {
    #expect(texts(["cat", "Cat", "CAT"]) == ["cat", "Cat-2", "CAT-3"])
    // Two spellings of one accent.
    #expect(texts(["\u{E9}", "e\u{301}"])[1] == "e\u{301}-2")
    let made = LegalName.unique(["cat", "cat"], ending: ".sticker")
    #expect(made[0].change == nil)
    #expect(made[1].change == "\"cat\" has the same name")
  }

  @Test("a name that has to change takes none that another has")
  func reserved() {
    #expect(texts(["cat", "cat", "cat-2"]) == ["cat", "cat-3", "cat-2"])
    #expect(texts(["what?", "what-"]) == ["what--2", "what-"])
  }

  @Test("a number fits, however long the name is")
  func longCollisions() {
    let long = String(repeating: "n", count: 247)
    #expect(texts([long, long]) == [long, String(repeating: "n", count: 245) + "-2"])
    // One character that is longer than any name.
    let heap = "a" + String(repeating: "\u{301}", count: 300)
    #expect(texts([heap, heap]) == ["sticker", "sticker-2"])
  }
}
