import Basics
import StickerPacks
import StickerTasks
import TestSupport
import Testing

@Suite("Drafts of labels and emoji")
struct EmojiDraftTests {
  /// The lines that `init` writes for files with these names.
  func lines(for names: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    let still = PNGBytes.still(300, 300, [200, 30, 30, 160])
    for name in names { try folder.write(still, to: "Pack/\(name).png") }
    let suggestion = try InitTask(FilePath(folder.url.path).appending("Pack")).run { _ in }
    return suggestion.files[0].text.split(separator: "\n").compactMap { line in
      guard line.contains("\"file\":"), let label = line.firstRange(of: "\"label\": ") else {
        return nil
      }
      let entry = line[label.upperBound...]
      let end = entry.firstRange(of: " /*") ?? entry.firstRange(of: " },")
      return String(entry[..<(end?.lowerBound ?? entry.endIndex)])
    }
  }

  @Test(
    "the words of a name choose an emoji by its name or keywords",
    arguments: [
      ("crying-cat", "Crying cat", "😿"), ("broken_heart", "Broken heart", "💔"),
      ("thumbs up", "Thumbs up", "👍"), ("Sleeping", "Sleeping", "😴"),
      // The verb "cries" is the keyword "cry".
      ("cat-cries", "Cat cries", "😿"), ("happy-birthday", "Happy birthday", "🎂"),
      // "Five" and "high" alone are other keywords.
      ("high-five", "High five", "✋"), ("goodMorning", "Good morning", "🌄"),
      ("hugging", "Hugging", "🤗"),
    ])
  func drafts(_ name: String, _ label: String, _ emoji: String) throws {
    #expect(try lines(for: [name]) == ["\"\(label)\", \"emoji\": [\"\(emoji)\"]"])
  }

  @Test(
    "a name without a known word has no emoji",
    arguments: ["zoomies", "IMG_0412", "Сон", "12", "the"])
  func unknown(_ name: String) throws {
    #expect(!(try lines(for: [name])[0].contains("emoji")))
  }

  @Test("the character in most names says nothing about one of them")
  func character() throws {
    let names = ["pandaAngry", "pandaCry", "pandaPizza", "pandaSleeping"]
    #expect(
      try lines(for: names) == [
        "\"Panda angry\", \"emoji\": [\"😠\"]", "\"Panda cry\", \"emoji\": [\"😢\"]",
        "\"Panda pizza\", \"emoji\": [\"🍕\"]", "\"Panda sleeping\", \"emoji\": [\"😴\"]",
      ])
    #expect(try lines(for: ["panda"]) == ["\"Panda\", \"emoji\": [\"🐼\"]"])
  }

  @Test("the keywords of the emoji are comments until someone removes the marks")
  func keywords() throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Pack/crying-cat.png")
    let suggestion = try InitTask(FilePath(folder.url.path).appending("Pack")).run { _ in }
    let text = suggestion.files[0].text
    #expect(try PackConfiguration(parsing: Array(text.utf8)).stickers[0].keywords == [])
    let confirmed = text.replacing(" /* ,", with: ",").replacing(" */", with: "")
    // The table has "cry" and "sad" among them, and 64 characters at most.
    let keywords = try PackConfiguration(parsing: Array(confirmed.utf8)).stickers[0].keywords
    #expect(Set(keywords).isSuperset(of: ["cry", "sad"]))
    #expect(keywords.joined().count <= 64)
  }

  @Test("abbreviations and names with capitals keep them")
  func capitals() throws {
    let labels = try lines(for: ["GoTeam", "my-iPhone", "My-Cat", "pandaUSA"]).map {
      String($0.prefix { $0 != "," })
    }
    #expect(labels == ["\"Go team\"", "\"My Cat\"", "\"My iPhone\"", "\"Panda USA\""])
  }
}
