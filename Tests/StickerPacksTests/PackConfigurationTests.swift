import Basics
import Foundation
import StickerPacks
import TestSupport
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
          { "file": "a.png", "label": "A", "translations": { "de": "Ä", "zh-Hant-TW": "甲" },
            "suppress": { "gif-hard-edges": "on purpose" } },
          { "file": "b.png", },
        ],
      }
      """)
    #expect(configuration.settings.name == "Biscuit")
    #expect(configuration.settings.gridSize == .large)
    #expect(
      configuration.settings.rules.mapValues { RuleSetting(level: $0.level, options: $0.options) }
        == [
          "low-contrast": RuleSetting(level: .off), "mixed-sizes": RuleSetting(level: .error),
          "animation-memory": RuleSetting(level: .info, options: ["bytes": 5e7]),
          "loop-jump": RuleSetting(options: ["share": 2.5]),
        ])
    #expect(configuration.stickers.map(\.file) == ["a.png", "b.png"])
    #expect(configuration.stickers.map(\.label) == ["A", nil])
    #expect(configuration.stickers.map(\.translations) == [["de": "Ä", "zh-Hant-TW": "甲"], [:]])
    #expect(configuration.stickers[0].suppress.map(\.rule) == ["gif-hard-edges"])
    #expect(configuration.stickers[0].suppress.map(\.reason) == ["on purpose"])
    #expect(
      configuration.stickers[0].suppress.map(\.origin) == [.file("stickerpack.json", line: 10)])
    #expect(
      configuration.settings.rules["animation-memory"]?.origins["bytes"]?.description
        == "stickerpack.json:6")
  }

  @Test("a long list takes linear, not quadratic time")
  func long() throws {
    let entries = (0..<300_000).map { #"{ "file": "\#($0).png" }"# }.joined(separator: ",")
    #expect(try parse(#"{ "stickers": [\#(entries)] }"#).stickers.count == 300_000)
    let reasons = (0..<300_000).map { #""rule-\#($0)": "r""# }.joined(separator: ",")
    let text = #"{ "stickers": [{ "file": "a.png", "suppress": {\#(reasons)} }] }"#
    #expect(try parse(text).stickers.first?.suppress.count == 300_000)
  }

  @Test("frames have a timing, 15 frames a second without one, and play forever without more")
  func frames() throws {
    let stickers = try parse(
      """
      { "stickers": [
        { "frames": "a" }, { "frames": "b", "fps": 12.5, "repetitions": 2, "as": "sequence" },
        { "frames": "c", "duration": 1.5, "as": "apng" }, { "file": "d.png" } ] }
      """
    ).stickers
    #expect(stickers.map(\.file) == ["a", "b", "c", "d.png"])
    #expect(
      stickers.map(\.sequence?.timing) == [.fps(15), .fps(12.5), .duration(1.5), nil])
    #expect(stickers.map(\.sequence?.repetitions) == [0, 2, 0, nil])
    // An APNG counts the first time, too.
    #expect(stickers.map(\.sequence?.loop) == [.forever, .times(3), .forever, nil])
    #expect(stickers.map(\.sequence?.form) == [.apng, .sequence, .apng, nil])
  }

  @Test("frames can be a list of files in one folder, some with a delay")
  func frameList() throws {
    let sticker = try #require(
      try parse(
        #"{ "stickers": [{ "frames": ["a/1.png", { "file": "a/2.png", "delay": 2 }] }] }"#
      ).stickers.first)
    #expect(sticker.file == "a")
    #expect(sticker.frames.map(\.file) == ["1.png", "2.png"])
    #expect(sticker.frames.map(\.delay) == [nil, 2])
  }

  @Test(
    "an invalid list of frames is an error",
    arguments: [
      ("[]", "the list of frames is empty"), (#"["1.png"]"#, "the frame is \"1.png\""),
      (#"["a/b/1.png"]"#, "expected a folder and a file, such as \"wave/1.png\""),
      (#"["../1.png"]"#, "expected a folder and a file"),
      (#"["a/1.png", "b/2.png"]"#, "the frame is in \"b\", but the first one is in \"a\""),
      (#"[{ "delay": 1 }]"#, "the frame has no \"file\""),
      (#"[{ "file": "a/1.png", "dealy": 1 }]"#, "did you mean \"delay\"?"),
      (#"[{ "file": "a/1.png", "delay": 0 }]"#, "delay"),
      (
        #"[{ "file": "a/1.png", "delay": 1 }], "as": "sequence""#,
        "the \"delay\" of a frame cannot be combined with \"as\": \"sequence\""
      ),
      (
        #"[{ "file": "a/1.png", "delay": 1 }], "duration": 3"#,
        "cannot be combined with \"duration\""
      ),
    ])
  func invalidFrameList(_ frames: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try parse(#"{ "stickers": [{ "frames": \#(frames) }] }"#)
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("packs over the maximum are an error unless they are to be split")
  func capacity() throws {
    let refused = try parse(#"{ "maximumStickersPerPack": 40 }"#).settings.capacity
    #expect(refused?.maximum == 40)
    #expect(refused?.whenOverfull == .refuse)
    let split = try parse(#"{ "whenOverfull": "split", "maximumStickersPerPack": 40 }"#).settings
      .capacity
    #expect(split?.whenOverfull == .split)
    #expect(try parse("{}").settings.capacity == nil)
  }

  @Test("takes an empty object")
  func empty() throws {
    let configuration = try parse("{}")
    #expect(configuration.settings.name == nil)
    #expect(configuration.stickers.isEmpty)
  }

  @Test(
    "reports what is invalid and where",
    arguments: [
      (
        #"{ "rules": { "mixed-sizes": "never" } }"#,
        "\"mixed-sizes\" is \"never\"; expected off, info, warning or error"
      ),
      (
        #"{ "rules": { "mixed-sizes": true } }"#,
        "expected off, info, warning, error or an object for \"mixed-sizes\", found true or false"
      ),
      (
        #"{ "rules": { "loop-jump": { "severity": "loud" } } }"#,
        "severity of \"loop-jump\" is \"loud\"; expected off, info, warning or error"
      ),
      (
        #"{ "rules": { "loop-jump": { "share": "2" } } }"#,
        "expected a number for \"share\" of \"loop-jump\", found a string"
      ),
      (#"{ "rules": ["mixed-sizes"] }"#, "expected an object for rules, found an array"),
      (#"{ "nmae": "x" }"#, "unknown key \"nmae\"; did you mean \"name\"?"),
      (
        #"{ "stickers": [{ "file": "a.png", "draft": true }] }"#,
        "line 1, column 35: \"draft\" requires \"label\""
      ),
      (#"{ "stickers": [{ "file": "a.png", "labl": "x" }] }"#, "did you mean \"label\"?"),
      (
        #"{ "zzz": 1 }"#,
        "expected root, strict, name, id, author, license, targets, baseline, cover, gridSize, rules, overrides"
      ),
      (#"{ "gridSize": "huge" }"#, "gridSize is \"huge\"; expected small, regular or large"),
      (#"{ "name": 3 }"#, "expected a string for name, found a number"),
      (#"{ "stickers": {} }"#, "expected an array for stickers, found an object"),
      (
        #"{ "stickers": [{}] }"#,
        "line 1, column 16: the sticker has neither \"file\" nor \"frames\""
      ),
      (#"{ "stickers": [{ "file": "../a.png" }] }"#, "file is \"../a.png\""),
      (#"{ "stickers": [{ "file": ".." }] }"#, "file is \"..\""),
      (
        #"{ "stickers": [{ "frames": "a/b" }] }"#,
        "frames is \"a/b\"; expected the name of a folder"
      ),
      (
        #"{ "stickers": [{ "frames": "a", "file": "b" }] }"#,
        "\"file\" cannot be combined with \"frames\""
      ),
      (#"{ "stickers": [{ "file": "a", "fps": 12 }] }"#, "column 31: \"fps\" requires \"frames\""),
      (
        #"{ "stickers": [{ "frames": "a", "fps": 12, "duration": 1 }] }"#,
        "\"fps\" cannot be combined with \"duration\""
      ),
      (
        #"{ "stickers": [{ "frames": "a", "fps": 0 }] }"#,
        "expected a number from 0.1 to 100.0 for fps, found 0.0"
      ),
      (
        #"{ "stickers": [{ "frames": "a", "duration": 1e300 }] }"#,
        "expected a number from 0.01 to 600.0 for duration"
      ),
      (
        #"{ "stickers": [{ "frames": "a", "repetitions": 1.5 }] }"#,
        "expected a whole number from 0 to 65535 for repetitions, found 1.5"
      ),
      (#"{ "stickers": [{ "frames": "a", "repetitions": 1e300 }] }"#, "expected a whole number"),
      (
        #"{ "stickers": [{ "frames": "a", "as": "gif" }] }"#,
        "expected apng or sequence for as, found \"gif\""
      ),
      (#"{ "maximumStickersPerPack": 0 }"#, "for maximumStickersPerPack, found 0"),
      (#"{ "whenOverfull": "split" }"#, "requires \"maximumStickersPerPack\""),
      (
        #"{ "maximumStickersPerPack": 9, "whenOverfull": "copy" }"#,
        "expected refuse or split for whenOverfull, found \"copy\""
      ),
      (
        #"{ "stickers": [{ "file": "a.png" }, { "file": "a.png" }] }"#,
        "\"a.png\" is listed twice"
      ),
      (
        #"{ "stickers": [{ "file": "a.png", "suppress": { "x": " " } }] }"#,
        "suppressing \"x\" requires a reason"
      ),
      (
        #"{ "stickers": [{ "file": "a.png", "translations": { "../de": "x" } }] }"#,
        "line 1, column 53: invalid language \"../de\"; expected a tag such as de or pt-BR"
      ),
      (
        #"{ "stickers": [{ "file": "a.png", "translations": { "d": "x" } }] }"#,
        "invalid language \"d\""
      ),
      (
        #"{ "stickers": [{ "file": "a.png", "translations": { "pt_BR": "x" } }] }"#,
        "invalid language \"pt_BR\""
      ),
      (
        #"{ "stickers": [{ "file": "a.png", "translations": { "de": "x", "DE": "y" } }] }"#,
        "duplicate language \"DE\""
      ),
      (
        #"{ "stickers": [{ "file": "a.png", "translations": { "de": " " } }] }"#,
        "the label in \"de\" is empty"
      ),
      (
        #"{ "stickers": [{ "file": "a.png", "translations": { "de": 1 } }] }"#,
        "expected a string for de, found a number"
      ),
      (
        #"{ "name": "a/b" }"#,
        "cannot be empty, begin with a dot or contain a slash or a control character"
      ),
      ("{ \"name\": \"a/\u{301}b\" }", "or contain a slash"),
      (#"{ "name": "a\u0000b" }"#, "or contain a slash"),
      ("{ \"name\": \".\u{301}\" }", "begin with a dot"),
      ("{ \"stickers\": [{ \"file\": \"a/\u{301}\" }] }", "a file in the pack's folder"),
      (
        "{ \"name\": \"x\"\n  \"gridSize\": \"small\" }",
        "line 2, column 3: expected \",\" or \"}\", found a quotation mark"
      ),
      ("", "line 1, column 1: expected a value, found the end of the file"),
      ("[]", "expected an object for the configuration, found an array"),
      ("{} x", "expected the end of the file, found \"x\""), ("{ \"a", "unterminated string"),
      ("{ \"name\": \"a\", \"name\": \"b\" }", "duplicate key \"name\""),
      ("{ /* ", "unterminated comment: expected \"*/\""),
      ("{ \"name\": nul }", "expected a value, found \"nul\""),
      (#"{ "name": "\ud83d\u0041" }"#, "unpaired surrogate"),
      (#"{ "name": "\ud83d" }"#, "unpaired surrogate"),
      (#"{ "name": "\u12g4" }"#, "expected four hexadecimal digits, found \"g4\""),
      ("{ \"name\": \"\\q\" }", "after the backslash, found \"q\""),
      ("{ \"name\": \"a\"", "line 1, column 1: unterminated object: expected \"}\""),
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
    #expect(
      try PackConfiguration(parsing: [0xEF, 0xBB, 0xBF] + Array("{}".utf8)).settings.name == nil)
  }

  @Test("reads escapes, those of two halves too")
  func escapes() throws {
    #expect(try parse(#"{ "name": "a\u00e9\ud83d\udc36\"b" }"#).settings.name == "aé🐶\"b")
  }

  @Test("the manual explains each key, and no other")
  func manual() throws {
    let page = Repository.root.appending(path: "Documentation/Configuration.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .drop { $0 != "| key | meaning | default |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
    let explained = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.output.1) }
    }
    #expect(Set(explained + ["$schema"]) == Set(PackConfiguration.keyNames))
  }

  @Test("reads the template that init writes")
  func template() throws {
    let pack = PackSource(
      kind: .folder, name: "My \"best\" pack", at: Location("p", displayPath: "p"),
      stickers: [
        StickerSource(id: "good-morning_2", at: Location("p/good-morning_2.png", displayPath: "x"))
      ])
    let configuration = try parse(
      PackConfiguration.template(for: pack, gridSize: .small, icon: nil, schema: "./a.json"))
    #expect(configuration.settings.name == "My \"best\" pack")
    #expect(configuration.settings.gridSize == .small)
    #expect(configuration.stickers.map(\.file) == ["good-morning_2.png"])
    #expect(configuration.stickers.map(\.label) == ["Good morning 2"])
    #expect(configuration.stickers.map(\.isDraft) == [true])
  }
}

@Suite("Names")
struct NameTests {
  @Test("numbers sort by value, letters whatever their case")
  func naturalOrder() {
    let names = ["b10", "B2", "a", "b2", "b02", "c", "10", "9", "b"]
    #expect(
      NaturalOrder.sorted(names)
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
}

@Suite("The app in stickerpack.json")
struct ProjectSettingsTests {
  func parse(_ project: String) throws -> ProjectSettings {
    try PackConfiguration(parsing: Array("{ \"project\": \(project) }".utf8)).settings.project
  }

  @Test("takes all that a project can say, and has the usual for a first version")
  func values() throws {
    let settings = try parse(
      """
      { "app": "Good Dog", "bundleId": "com.example.good-dog", "version": "2.1.3", "build": "40",
        "deploymentTarget": "17.0", "team": "ABCDE12345", "sharingLevel": "Messages",
        "devices": ["ipad"], "developmentRegion": "pt-BR", "names": { "de": "Braver Hund" },
        "provisioningProfiles": { "app": "Dog", "extension": "Dog Stickers" } }
      """)
    #expect(settings.app == "Good Dog")
    #expect(settings.bundleIdentifier?.description == "com.example.good-dog")
    #expect(settings.version == "2.1.3")
    #expect(settings.build == "40")
    #expect(settings.deploymentTarget == "17.0")
    #expect(settings.team == "ABCDE12345")
    #expect(settings.sharingLevel == .messages)
    #expect(settings.devices == [.iPad])
    #expect(settings.developmentRegion == "pt-BR")
    #expect(settings.names == ["de": "Braver Hund"])
    #expect(settings.provisioningProfiles?.app == "Dog")
    #expect(settings.provisioningProfiles?.stickerPackExtension == "Dog Stickers")
    let usual = try parse(#"{ "bundleId": "com.example.biscuit" }"#)
    #expect(usual.app == nil)
    #expect(usual.version == "1.0")
    #expect(usual.build == "1")
    #expect(usual.deploymentTarget == "15.0")
    #expect(usual.devices == [.iPhone, .iPad])
    #expect(
      usual.bundleIdentifier?.forStickerPackExtension.description
        == "com.example.biscuit.StickerPackExtension")
  }

  @Test("a file overrides single values of the files of the folders above")
  func inheritance() throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(2, 2, [1, 2, 3, 4]), to: "Tree/Dog/a.png")
    try folder.write(
      #"""
      { "author": "Ann", "license": "CC-BY-4.0", "targets": ["signal"], "project": { "team": "ABCDE12345",
        "version": "2.0", "devices": ["ipad"], "names": { "de": "Hund", "fr": "Chien" } } }
      """#, to: "Tree/stickerpack.json")
    try folder.write(
      #"""
      { "author": "Bob", "project": { "bundleId": "a.b", "version": "1.0",
        "names": { "de": "Hündchen" } } }
      """#, to: "Tree/Dog/stickerpack.json")
    let packs = try PackDiscovery(at: ["\(folder.path)/Tree"]).packs
    // The outer file does not make a pack of its folder.
    #expect(packs.map(\.name) == ["Dog"])
    let settings = packs[0].settings.project
    #expect(settings.bundleIdentifier?.description == "a.b")
    #expect(settings.team == "ABCDE12345")
    // A value that equals the default overrides, too.
    #expect(settings.version == "1.0")
    #expect(settings.build == "1")
    #expect(settings.devices == [.iPad])
    #expect(settings.names == ["de": "Hündchen", "fr": "Chien"])
    #expect(packs[0].settings.author == "Bob")
    #expect(packs[0].settings.license == "CC-BY-4.0")
    #expect(packs[0].settings.targets == ["signal"])
  }

  @Test(
    "reports what is invalid and where",
    arguments: [
      (
        #"{ "bundleId": "com.Jane_Doe.Stickers" }"#,
        "line 1, column 28: invalid bundleId: \"com.Jane_Doe.Stickers\" contains an underscore;"
          + " only letters from a to z, digits, hyphens and dots are allowed"
      ),
      (#"{ "bundleId": "com.jane doe" }"#, "contains a space"),
      (#"{ "bundleId": "com.bücher" }"#, "contains \"ü\""),
      (#"{ "bundleId": "" }"#, "invalid bundleId: it is empty"),
      (#"{ "bundleId": "com..a" }"#, "an empty part before or after a dot"),
      (#"{ "bundleId": "com.a." }"#, "an empty part before or after a dot"),
      (#"{ "bundleId": 3 }"#, "expected a string for bundleId, found a number"),
      (#"{ "app": "a\nb" }"#, "it cannot contain control characters or line breaks"),
      (#"{ "app": " " }"#, "app is \" \"; it cannot be empty"),
      (#"{ "names": { "d_e": "a" } }"#, "invalid language \"d_e\""),
      (#"{ "names": { "de": "" } }"#, "de is \"\"; it cannot be empty"),
      (#"{ "provisioningProfiles": { "app": "a" } }"#, "requires \"app\" and \"extension\""),
      (#"{ "provisioningProfiles": { "ap": "a" } }"#, "did you mean \"app\"?"),
      (#"{ "bundleId": "a.b", "version": 1.0 }"#, "expected a string for version, found a number"),
      (#"{ "bundleId": "a.b", "version": "1.0b" }"#, "one to three integers"),
      (#"{ "bundleId": "a.b", "build": "1.2.3.4" }"#, "one to three integers"),
      (#"{ "bundleId": "a.b", "build": "99999999999999999999" }"#, "at most 18 characters"),
      (#"{ "bundleId": "a.b", "deploymentTarget": "9.0" }"#, "at least \"10.0\""),
      (#"{ "bundleId": "a.b", "deploymentTarget": "15" }"#, "such as \"15.0\""),
      (#"{ "bundleId": "a.b", "team": "abcde12345" }"#, "ten capital letters and digits"),
      (#"{ "bundleId": "a.b", "sharingLevel": "os" }"#, "expected Messages or OS for sharingLevel"),
      (
        #"{ "bundleId": "a.b", "devices": [] }"#,
        "expected an array of iphone, ipad or both for devices, found an array"
      ),
      (#"{ "bundleId": "a.b", "devices": ["ipod"] }"#, "expected iphone or ipad for a device"),
      (#"{ "bundleId": "a.b", "developmentRegion": "../de" }"#, "a language such as \"en\""),
      (#"{ "bundleId": "a.b", "developmentRegion": "12-x" }"#, "a language such as \"en\""),
      (#"{ "bundleID": "a.b" }"#, "did you mean \"bundleId\"?"),
      (#"{ "bundleId": "a.b", "verison": "1" }"#, "did you mean \"version\"?"),
    ])
  func refuses(_ project: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) { try parse(project) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("a pack has an identifier, an author, a license and a cover, and its stickers have emoji")
  func facts() throws {
    let text = #"""
      { "id": "com.example.dog", "author": "Ann", "license": "CC-BY-4.0", "cover": "b.png",
        "stickers": [{ "file": "a.png", "emoji": ["👋🏽", "❤️", "1️⃣", "🇩🇪", "👨‍👩‍👧"],
          "keywords": ["good dog", "walk"] }] }
      """#
    let configuration = try PackConfiguration(parsing: Array(text.utf8))
    #expect(configuration.settings.id == "com.example.dog")
    #expect(configuration.settings.author == "Ann")
    #expect(configuration.settings.license == "CC-BY-4.0")
    #expect(configuration.settings.cover == "b.png")
    #expect(configuration.stickers[0].keywords == ["good dog", "walk"])
    #expect(configuration.stickers[0].emoji == ["👋🏽", "❤️", "1️⃣", "🇩🇪", "👨‍👩‍👧"])
  }

  @Test(
    "invalid facts about a pack are rejected",
    arguments: [
      (#"{ "id": "a b" }"#, "id is \"a b\"; expected 1 to 128 letters"),
      (#"{ "id": "" }"#, "expected 1 to 128 letters"),
      (#"{ "author": "a\nb" }"#, "author must be a text of one line"),
      (#"{ "license": " " }"#, "license must be a text of one line"),
      (#"{ "cover": "a/b" }"#, "expected the name of a file"),
      (
        #"{ "stickers": [{ "file": "a", "keywords": ["a\nb"] }] }"#,
        "an entry of keywords must be a text"
      ),
      (#"{ "targets": "signal" }"#, "expected an array for targets"),
      (
        #"{ "targets": ["signl"] }"#,
        "an entry of targets is \"signl\"; expected a file such as ./mine.json, or one of apple-"
      ),
      (#"{ "targets": ["signl"] }"#, ", signal, "),
      (#"{ "stickers": [{ "file": "a", "emoji": "👋" }] }"#, "expected an array for emoji"),
      (#"{ "stickers": [{ "file": "a", "emoji": ["hi"] }] }"#, "\"hi\" is not an emoji"),
      (#"{ "stickers": [{ "file": "a", "emoji": ["1"] }] }"#, "\"1\" is not an emoji"),
      (#"{ "stickers": [{ "file": "a", "emoji": ["👋👋"] }] }"#, "is not an emoji"),
      (#"{ "stickers": [{ "file": "a", "emoji": ["👋", "👋"] }] }"#, "is listed twice"),
    ])
  func invalidFacts(_ text: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try PackConfiguration(parsing: Array(text.utf8))
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("identifiers are case-insensitive")
  func sameness() throws {
    #expect(try BundleIdentifier("com.Example.A") == BundleIdentifier("com.example.a"))
  }

  @Test("a file has at most 1,000 globs")
  func many() throws {
    let list = Array(repeating: #""a""#, count: 1001).joined(separator: ",")
    let error = #expect(throws: ConfigurationError.self) {
      try PackConfiguration(parsing: Array(#"{ "exclude": [\#(list)] }"#.utf8))
    }
    #expect(error?.description.contains("1001 globs (limit: 1000)") == true)
  }
}
