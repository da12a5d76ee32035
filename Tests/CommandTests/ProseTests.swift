import Foundation
import TestSupport
import Testing

/// Keeps phrases out of code, messages and documentation that need a second reading.
@Suite("Prose")
struct ProseTests {
  /// A phrase that the style guide replaces.
  struct Phrase: Sendable, CustomTestStringConvertible {
    /// A regular expression.
    let pattern: String
    /// The text to write instead.
    let advice: String
    /// Texts with the phrase.
    let found: [String]
    /// Similar texts that are fine.
    let allowed: [String]

    init(_ pattern: String, _ advice: String, found: [String], allowed: [String] = []) {
      self.pattern = pattern
      self.advice = advice
      self.found = found
      self.allowed = allowed
    }

    var testDescription: String { pattern }

    /// Returns the places of the phrase in a text, as numbers of characters before it. A space of the pattern matches
    /// the end of a line with the indentation and the comment mark of the next one, too.
    func places(in text: String) throws -> [Int] {
      let space = #"(?: |[ \t]*\\?\n[ \t]*(?:///?|#|\*|")?[ \t]*)"#
      // Foundation's expressions are many times as fast as Swift's.
      let expression = try NSRegularExpression(
        pattern: pattern.replacing(" ", with: space), options: .anchorsMatchLines)
      let matches = expression.matches(
        in: text, range: NSRange(text.startIndex..., in: text))
      return matches.compactMap { Range($0.range, in: text) }.map {
        text.distance(from: text.startIndex, to: $0.lowerBound)
      }
    }
  }

  static let phrases = [
    // Words.
    Phrase(#"\b[Mm]end(s|ed|ing)?\b"#, "fix", found: ["mend the errors"], allowed: ["amended"]),
    Phrase(#"\bfor ever\b"#, "forever", found: ["loops for ever"]),
    Phrase(
      #"(^|[^s] )([Nn]obody|[Ww]hoever)\b"#, "name who or what, or use the passive",
      found: ["Nobody sees it", "color that nobody sees"], allowed: ["runs as nobody"]),
    Phrase(#"\bin vain\b"#, "stale", found: ["an entry in vain"]),
    Phrase(
      #"\bstands? in the way\b"#, "no errors", found: ["nothing stands in the way of the build"]),
    Phrase(#"\bis due here\b"#, "expected X, found Y", found: ["a comma is due here"]),
    Phrase(#"\b(their|its) square\b"#, "quadratic", found: ["time by their square"]),
    Phrase(
      #"\blies (at|in|below|beside)\b"#, "is", found: ["The art lies below the center"],
      allowed: ["a reader relies at most on this"]),
    Phrase(
      #"\b(goes|go) before\b"#, "overrides, takes precedence", found: ["the option goes before it"]),
    Phrase(#"\b[Mm]eanwhile\b"#, "during the build", found: ["it was removed meanwhile"]),
    Phrase(#"\bin any case\b"#, "always", found: ["it is linted in any case"]),
    Phrase(
      #"\b[Pp]eople\b(?! visually integrate)"#, "users, reviewers, artists, or the passive",
      found: ["what people see", "People see them"],
      allowed: ["to help people visually integrate a sticker", "peopled"]),
    Phrase(
      #"\b([Cc]olour|[Cc]entre|[Gg]rey|[Bb]ehaviour|[Nn]eighbour|[Ll]icence|[Cc]atalogue|[Ll]abelled(?!by))"#,
      "American spelling", found: ["the colour", "Labelled"],
      allowed: ["center", "gray", "aria-labelledby"]),
    Phrase(
      #"\b[a-z]*(optimis|recognis|quantis|normalis|serialis|initialis|synchronis)(e|i|a)"#,
      "American spelling", found: ["an optimised build"], allowed: ["optimistic"]),
    Phrase("[\u{201C}\u{201D}\u{2019}]", "straight quotes", found: ["it\u{2019}s"]),
    Phrase(#"\d %[,.;:)"]"#, "10%", found: ["up to 10 %."], allowed: ["10 % 3"]),

    // "is no" for "is not a".
    Phrase(
      #"\b(?![Tt]here )\w+ (is|was) no (?!longer\b|such\b|more\b|larger\b|smaller\b)\w+"#,
      "is not a", found: ["a shadow is no edge", "X was no sticker"],
      allowed: ["there is no git", "it is no longer built", "it is no larger"]),
    Phrase(
      #"^\W*(is|was) no (?!longer\b|such\b|more\b|larger\b|smaller\b)\w+"#, "is not a",
      found: ["/// is no terminal"], allowed: ["/// is no longer one"]),

    // The rhythm of a translation.
    Phrase(
      ", also\\b(?!=)", "even, including",
      found: ["change all stickers, also small ones", "restored, also"],
      allowed: ["all, also=(), some", "It also prints them"]),
    Phrase(
      #"\balso (if|when|where|those|ones?)\b"#, "even if",
      found: ["changed also if it is not used"], allowed: ["also ifs"]),
    Phrase(
      ", so that\\b", "\", so\" for a result",
      found: ["X is a file, so that the output must end in .png"],
      allowed: ["written so that it can be mailed", "X is a file, so the output must end in .png"]),
    Phrase(
      #"\bso that [^.;:\n]*\bmust\b"#, "so", found: ["It is a file so that it must have a name"],
      allowed: ["Sorted so that it is found. It must end"]),
    Phrase(
      #"\bOf( [a-z0-9]|$)"#, "begin with the subject",
      found: ["Of 46 stills, 22 were smaller", "Of"], allowed: ["One of 46", "Offset"]),
    Phrase(
      #"\b(read|made|come|comes|came|taken|drawn|copied) of\b"#, "from",
      found: ["an icon made of the first sticker"], allowed: ["made from it"]),
    Phrase(
      #"\b[Ee]qual \w+ gives? (equal|the same)\b"#, "the same X always produces the same Y",
      found: ["Equal art gives equal bytes"], allowed: ["equal pages are shared"]),
    Phrase(
      #"\bgives? the same (bytes|bundle|archive|file|output|result|report|page|plan|numbers)\b"#,
      "produces the same", found: ["the same art gives the same bytes"],
      allowed: ["give the same canvases"]),
    Phrase(
      #"\b([Ww]hat (there (is|was)|was there)|[Oo]ne of how many|Never so|(had|has) a price)\b"#,
      "name it",
      found: ["shows what there is", "What was there before", "One of how many frames is kept"],
      allowed: ["whatever there is"]),
    Phrase(
      #"\bstands? still\b"#, "is not animated", found: ["where animated PNGs stand still"],
      allowed: ["it stands. Still, it moves"]),
    Phrase(
      #"--[a-z-]+ needs?\b"#, "requires", found: ["--target needs --output"],
      allowed: ["--target requires --output"]),
  ]

  @Test("a phrase is found, and similar text is not", arguments: phrases)
  func pattern(_ phrase: Phrase) throws {
    #expect(!phrase.found.isEmpty)
    for text in phrase.found { #expect(try !phrase.places(in: text).isEmpty, "\(text)") }
    for text in phrase.allowed { #expect(try phrase.places(in: text).isEmpty, "\(text)") }
  }

  @Test("a phrase is found across a line break, but not across an empty line")
  func lineBreak() throws {
    let phrase = Phrase(", also\\b", "even", found: [])
    for text in ["/// Stays,\n  /// also if", "# Stays,\n# also if", "\"Stays, \\\n   also if"] {
      #expect(try phrase.places(in: text).count == 1, "\(text)")
    }
    #expect(try phrase.places(in: "Stays,\n\nalso if").isEmpty)
  }

  @Test("no tracked text has a phrase that the style guide replaces", arguments: phrases)
  func phrase(_ phrase: Phrase) throws {
    #expect(Self.texts.count > 300)
    for (file, text) in Self.texts {
      for place in try phrase.places(in: text) {
        let line = text.prefix(place).split(separator: "\n", omittingEmptySubsequences: false).count
        Issue.record("\(file):\(line): \(phrase.advice)")
      }
    }
  }

  /// The lines on which a doc comment begins with a question word or "That". Its other lines may, because they can
  /// continue a sentence.
  static func questions(in text: String) throws -> [Int] {
    let expression = try NSRegularExpression(
      pattern: #"^[ \t]*///(?: (What|Why|How|That|Where|When|Which|Who)\b)?.*(?:\n[ \t]*///.*)*"#,
      options: .anchorsMatchLines)
    let matches = expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
    return matches.compactMap { Range($0.range(at: 1), in: text) }.map {
      text[..<$0.lowerBound].count(where: \.isNewline) + 1
    }
  }

  @Test("a doc comment begins with a noun or a verb")
  func docComments() throws {
    let example = """
      /// How it ends.
      /// Why it ends.
      enum End {
        /// The end of a file.
        ///
        /// What follows is ignored.
        case file
        // That is the last.
        /// Where it is.
        case missing
        /// Whatever is there.
        case other
      }
      """
    #expect(try Self.questions(in: example) == [1, 9])
    for (file, text) in Self.texts where file.hasSuffix(".swift") {
      for line in try Self.questions(in: text) {
        Issue.record("\(file):\(line): begin the doc comment with a noun or a verb")
      }
    }
  }

  static let folders = [
    ".agents", ".ci", ".github", "Documentation", "Plugins", "SampleStickers", "Sources", "Tests",
    "Tools",
  ]
  static let extensions = [
    "c", "css", "h", "html", "js", "json", "md", "mk", "py", "sh", "swift", "toml", "yml",
  ]

  @Test("scripts, pages and hidden files are read")
  func coverage() throws {
    let paths = Set(Self.texts.map(\.file))
    for path in [
      ".ci/run", ".github/workflows/ci.yml", ".gitignore", ".swift-format", "Dockerfile",
      "Makefile", "README.md", "Tests/labs.mk",
    ] {
      #expect(paths.contains(path), "\(path)")
    }
    for ending in [".js", ".css", ".c"] {
      #expect(paths.contains { $0.hasSuffix(ending) }, "\(ending)")
    }
  }

  /// The text files of the project, except for this one, the changelog, which names old ids, and
  /// test data.
  static let texts: [(file: String, text: String)] = {
    let manager = FileManager.default
    let top = try? manager.contentsOfDirectory(
      at: Repository.root, includingPropertiesForKeys: nil)
    let nested = folders.compactMap {
      manager.enumerator(at: Repository.root.appending(path: $0), includingPropertiesForKeys: nil)
    }.flatMap { $0.compactMap { $0 as? URL } }
    return ((top ?? []) + nested).compactMap { file in
      let name = file.lastPathComponent
      // Scripts such as `.ci/run` and hidden files such as `.gitignore` have no extension.
      guard extensions.contains(file.pathExtension) || !name.dropFirst().contains("."),
        !file.path.contains("/Regressions/"),
        !["CHANGELOG.md", "ProseTests.swift"].contains(name),
        let data = try? Data(contentsOf: file), let text = String(data: data, encoding: .utf8)
      else { return nil }
      return (String(file.path.dropFirst(Repository.root.path.count + 1)), text)
    }
  }()
}
