import Basics
import StickerLint
import StickerPacks
import Testing

@Suite("Rules on labels")
struct LabelTests {
  typealias Entry = (id: String, label: String?, translations: [String: String])

  func findings(_ entries: [Entry], kind: PackSource.Kind = .folder) -> [Finding] {
    let stickers = entries.map {
      StickerSource(
        id: $0.id, path: FilePath($0.id), displayPath: "P/\($0.id).png", label: $0.label,
        translations: $0.translations)
    }
    let pack = PackSource(
      kind: kind, name: "P", path: "P", displayPath: "P", gridSize: .small, stickers: stickers,
      problems: [])
    return Linter(jobs: 1).judge(
      PackFacts(source: pack, assets: stickers.map(AssetFacts.init(source:)))
    ).findings
  }

  func ids(_ entries: [Entry], kind: PackSource.Kind = .folder) -> [String] {
    findings(entries, kind: kind).map(\.rule)
  }

  @Test("labels that differ are fine, with and without translations")
  func good() {
    #expect(ids([("a", "A cat sits", [:]), ("b", "A cat runs", [:])]) == [])
    let german = [("a", "A cat sits", ["de": "Eine Katze sitzt"])] as [Entry]
    #expect(ids(german + [("b", "A cat runs", ["de": "Eine Katze läuft"])]) == [])
  }

  @Test("the same words are the same label, whatever their case and spaces")
  func duplicates() {
    let found = findings([
      ("a", "A cat", [:]), ("b", "a  CAT ", [:]), ("c", "A dog", [:]), ("d", "A cat", [:]),
    ])
    #expect(found.map(\.rule) == ["duplicate-label"])
    #expect(found.first?.message == "3 stickers have the label \"A cat\": \"a\", \"b\", \"d\".")
    #expect(ids([("a", "A cat", [:]), ("b", "A cat", [:])], kind: .files) == [])
  }

  @Test("a translation is compared with those of its language only")
  func translatedDuplicates() {
    let found = findings([
      ("a", "A cat sits", ["de": "Katze"]), ("b", "A cat runs", ["de": "Katze"]),
    ])
    #expect(
      found.map(\.message) == ["2 stickers have the label \"Katze\" in \"de\": \"a\", \"b\"."])
    #expect(
      ids([("a", "Taxi", ["de": "Ein Taxi"]), ("b", "Ein Taxi", ["de": "Taxi"])]) == [])
  }

  @Test(
    "words that stand for any image are placeholders",
    arguments: [
      "Sticker 1", "sticker", "STICKER-12", "Untitled", "untitled 3", "IMG_0412", "img 7",
      "wave_2", "wave.png", "wave@3x", "Image (2)", "Accessibility label", "TODO", "Artboard 1",
    ])
  func placeholders(_ label: String) {
    #expect(ids([("x", label, [:])]) == ["label-placeholder"])
    #expect(ids([("x", "A cat", ["de": label])]) == ["label-placeholder"])
  }

  @Test(
    "words that say something are none",
    arguments: [
      "Sticker book", "A photo", "Photo", "100", "Frame", "Go!", "Dr. No", "Image of a cat 2",
      "5 stickers on a wall", "Ça va?", "猫",
    ])
  func words(_ label: String) { #expect(ids([("x", label, [:])]) == []) }

  @Test("a label that only repeats the name is an info, for all of them one")
  func names() {
    let found = findings([
      ("good-morning_2", "Good morning 2", [:]), ("cat", "Cat!", [:]), ("dog", "A dog", [:]),
    ])
    #expect(found.map(\.rule) == ["label-repeats-name"])
    #expect(found.first?.severity == .info)
    #expect(
      found.first?.message
        == "2 of 3 labels only repeat their file's name: \"good-morning_2\", \"cat\".")
  }

  @Test("what init writes is found until it is corrected")
  func initial() {
    let source = StickerSource(id: "wave-hello", path: "", displayPath: "")
    #expect(ids([("wave-hello", source.labelFromName, [:])]) == ["label-repeats-name"])
  }

  @Test("a language that some labels have is missing from the others")
  func translations() {
    let found = findings([
      ("a", "A cat sits", ["de": "Katze 1", "fr": "Un chat"]), ("b", "A cat runs", ["DE": "Hund"]),
      ("c", "A cat", [:]),
    ])
    #expect(found.map(\.rule) == ["translation-missing", "translation-missing"])
    #expect(
      found.map(\.message) == [
        "1 of 3 stickers has no label in \"DE\", which others have: \"c\".",
        "2 of 3 stickers have no label in \"fr\", which others have: \"b\", \"c\".",
      ])
  }

  @Test("a translation has 150 characters at most, too")
  func length() {
    func long(_ count: Int) -> [Entry] {
      [("a", "A cat", ["de": String(repeating: "ä", count: count)])]
    }
    #expect(ids(long(150)) == [])
    #expect(ids(long(151)) == ["label-too-long"])
    #expect(findings(long(151)).first?.message.contains("in \"de\" has 151 characters") == true)
  }
}
