import Basics
import StickerLint
import StickerPacks
import Testing

@Suite("Label rules")
struct LabelTests {
  typealias Entry = (id: String, label: String?, translations: [String: String])

  func findings(_ entries: [Entry], kind: PackSource.Kind = .folder) -> [Finding] {
    let assets = entries.map { id, label, translations in
      var source = StickerSource(
        id: id, at: Location(FilePath(id), displayPath: "P/\(id).png"), label: label)
      source.translations = translations
      return AssetFacts(source: source)
    }
    return Linter(jobs: 1).check(PackFacts(assets, kind: kind, gridSize: .small)).findings
  }

  func ids(_ entries: [Entry], kind: PackSource.Kind = .folder) -> [String] {
    findings(entries, kind: kind).map(\.rule)
  }

  @Test("different labels are valid, with and without translations")
  func good() {
    #expect(ids([("a", "A cat sits", [:]), ("b", "A cat runs", [:])]) == [])
    let german = [("a", "A cat sits", ["de": "Eine Katze sitzt"])] as [Entry]
    #expect(ids(german + [("b", "A cat runs", ["de": "Eine Katze läuft"])]) == [])
  }

  @Test("labels that differ only in case and spaces are duplicates")
  func duplicates() {
    let found = findings([
      ("a", "A cat", [:]), ("b", "a  CAT ", [:]), ("c", "A dog", [:]), ("d", "A cat", [:]),
    ])
    #expect(found.map(\.rule) == ["duplicate-label"])
    #expect(found.first?.message == "3 stickers have the label \"A cat\".")
    #expect(found.first?.related == ["P/a.png", "P/b.png", "P/d.png"])
    #expect(ids([("a", "A cat", [:]), ("b", "A cat", [:])], kind: .files) == [])
  }

  @Test("a translation is compared only with others of its language")
  func translatedDuplicates() {
    let found = findings([
      ("a", "A cat sits", ["de": "Katze"]), ("b", "A cat runs", ["de": "Katze"]),
    ])
    #expect(
      found.map(\.message) == ["2 stickers have the label \"Katze\" in \"de\"."])
    #expect(
      ids([("a", "Taxi", ["de": "Ein Taxi"]), ("b", "Ein Taxi", ["de": "Taxi"])]) == [])
  }

  @Test(
    "words for any image are placeholders",
    arguments: [
      "Sticker 1", "sticker", "STICKER-12", "Untitled", "untitled 3", "Untitled Artwork 3",
      "Screenshot 2026-11-27 at 07.10.22", "Final FINAL v3", "Bild 3", "Copy 2", "IMG_0412",
      "img 7",
      "wave_2", "wave.png", "wave@3x", "Image (2)", "Accessibility label", "TODO", "Artboard 1",
    ])
  func placeholders(_ label: String) {
    #expect(ids([("x", label, [:])]) == ["label-placeholder"])
    #expect(ids([("x", "A cat", ["de": label])]) == ["label-placeholder"])
  }

  @Test(
    "descriptions are not placeholders",
    arguments: [
      "Sticker book", "A photo", "Photo", "100", "Frame", "Go!", "Dr. No", "Image of a cat 2",
      "5 stickers on a wall", "Final", "New!", "Final boss 3", "Ça va?", "猫",
    ])
  func words(_ label: String) { #expect(ids([("x", label, [:])]) == []) }

  @Test("labels that repeat the file name are one info")
  func names() {
    let found = findings([
      ("good-morning_2", "Good morning 2", [:]), ("cat", "Cat!", [:]), ("dog", "A dog", [:]),
    ])
    #expect(found.map(\.rule) == ["label-repeats-name"])
    #expect(found.first?.severity == .info)
    #expect(
      found.first?.message
        == "2 of 3 labels repeat the file name.")
    #expect(found.first?.related == ["P/good-morning_2.png", "P/cat.png"])
  }

  @Test("a draft is a missing label, and no repeated name")
  func drafts() {
    func messages(_ labels: [(text: String?, isDraft: Bool)]) -> [String] {
      let assets = labels.enumerated().map { index, label in
        var source = StickerSource(
          id: "wave \(index)", at: Location(FilePath("\(index)"), displayPath: "P/\(index).png"),
          label: label.text)
        source.hasDraftLabel = label.isDraft
        return AssetFacts(source: source)
      }
      return Linter(jobs: 1).check(PackFacts(assets, kind: .folder, gridSize: .small)).findings
        .map(\.message)
    }
    #expect(
      messages([("Wave 0", true), ("A dog waves", false), ("Wave 2", true)])
        == ["2 of 3 labels are drafts from the file name."])
    #expect(
      messages([("Wave 0", true), (nil, false), ("A dog waves", false)])
        == ["1 of 3 stickers has no label, and 1 only a draft."])
  }

  @Test("a language that only some labels have is missing from the others")
  func translations() {
    let found = findings([
      ("a", "A cat sits", ["de": "Katze 1", "fr": "Un chat"]), ("b", "A cat runs", ["DE": "Hund"]),
      ("c", "A cat", [:]),
    ])
    #expect(found.map(\.rule) == ["translation-missing", "translation-missing"])
    #expect(
      found.map(\.message) == [
        "1 of 3 stickers has no label in \"DE\".",
        "2 of 3 stickers have no label in \"fr\".",
      ])
    #expect(found.map(\.related) == [["P/c.png"], ["P/b.png", "P/c.png"]])
  }

  @Test("a translation has at most 150 characters")
  func length() {
    func long(_ count: Int) -> [Entry] {
      [("a", "A cat", ["de": String(repeating: "ä", count: count)])]
    }
    #expect(ids(long(150)) == [])
    #expect(ids(long(151)) == ["label-too-long"])
    #expect(findings(long(151)).first?.message.contains("in \"de\" has 151 characters") == true)
  }
}
