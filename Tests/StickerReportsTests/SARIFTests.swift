import Basics
import Foundation
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

@Suite("SARIF")
struct SARIFTests {
  struct Log: Decodable {
    var version: String
    var runs: [Run]
  }
  struct Run: Decodable {
    var tool: Tool
    var originalUriBaseIds: [String: Base]
    var results: [Result]
  }
  struct Base: Decodable {
    var uri: String?
  }
  struct Tool: Decodable { var driver: Driver }
  struct Driver: Decodable {
    var name: String
    var version: String
    var informationUri: String?
    var rules: [Descriptor]
  }
  struct Descriptor: Decodable {
    var id: String
    var shortDescription: Message
    var fullDescription: Message
    var help: Help
    var helpUri: String?
    var defaultConfiguration: Configuration
    var properties: Properties
  }
  struct Message: Decodable, Equatable { var text: String }
  struct Help: Decodable {
    var text: String
    var markdown: String
  }
  struct Configuration: Decodable {
    var level: String
    var parameters: [String: Double]?
  }
  struct Properties: Decodable {
    var category: String
    var options: [Option]
    var tags: [String]
  }
  struct Option: Decodable, Equatable {
    var name: String
    var unit: String
    var `default`: Double
    var minimum: Double
    var maximum: Double
  }
  struct Result: Decodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
    var relatedLocations: [Location]?
    var attachments: [Attachment]?
    var partialFingerprints: [String: String]
    var suppressions: [Suppression]

    var place: PhysicalLocation { locations[0].physicalLocation }
    var fingerprint: String? { partialFingerprints["primaryLocationLineHash"] }
  }
  struct Attachment: Decodable {
    var artifactLocation: ArtifactLocation
    var rectangles: [Rectangle]
  }
  struct Rectangle: Decodable, Equatable {
    var left: Int?
    var top: Int?
    var right: Int?
    var bottom: Int?
    var message: Message?
    var properties: [String: Int]?
  }
  struct Location: Decodable {
    var id: Int?
    var physicalLocation: PhysicalLocation
  }
  struct PhysicalLocation: Decodable {
    var artifactLocation: ArtifactLocation
    var region: [String: Int]?
  }
  struct ArtifactLocation: Decodable {
    var uri: String
    var uriBaseId: String
  }
  struct Suppression: Decodable, Equatable {
    var kind: String
    var status: String
    var justification: String
  }

  static func run(_ result: LintResult, address: String? = nil) throws -> Run {
    let contents = ReportContents(result, version: "1.2.3", address: address)
    let bytes = contents.bytes(as: .sarif)
    let log = try JSONDecoder().decode(Log.self, from: Data(bytes))
    #expect(log.version == "2.1.0")
    #expect(log.runs.count == 1)
    return try #require(log.runs.first)
  }

  @Test("has the regions of a finding as rectangles of an attachment")
  func rectangles() throws {
    let found = try #require(try Self.run(Findings.onArt).results.first?.attachments)
    #expect(found.map(\.artifactLocation.uri) == ["Pack/a.png"])
    #expect(
      found.first?.rectangles == [
        Rectangle(
          left: 3, top: 4, right: 8, bottom: 10, message: Message(text: "Frame 2"),
          properties: ["frame": 2]),
        Rectangle(message: Message(text: "Frame 3"), properties: ["frame": 3]),
      ])
    #expect(try Self.run(Findings.result([("a.png", .warning)])).results[0].attachments == nil)
  }

  @Test("has the options of each rule with their defaults")
  func options() throws {
    let rules = try Self.run(Findings.none).tool.driver.rules
    let memory = try #require(rules.first { $0.id == "animation-memory" })
    #expect(
      memory.properties.options == [
        Option(name: "bytes", unit: "bytes", default: 1e8, minimum: 1, maximum: 1e12)
      ])
    #expect(memory.defaultConfiguration.parameters == ["bytes": 1e8])
    let empty = try #require(rules.first { $0.id == "empty-file" })
    #expect(empty.properties.options.isEmpty && empty.defaultConfiguration.parameters == nil)
  }

  @Test("rules about other destinations are there if one is found")
  func destinations() throws {
    var result = Findings.result([(.warning, 1)])
    let first = try #require(result.packs[0].findings.first)
    result.packs[0].findings.append(
      Finding(
        rule: "store-count", severity: .error, about: first.subject, message: "One sticker.",
        fix: "Add stickers."))
    let run = try Self.run(result)
    let stores = run.tool.driver.rules.map(\.id).filter { $0.hasPrefix("store-") }
    #expect(stores == ["store-count"])
    let found = try #require(run.results.first { $0.ruleId == "store-count" })
    #expect(run.tool.driver.rules[found.ruleIndex].id == "store-count")
  }

  @Test("has the program and all rules with the texts that code scanning shows")
  func rules() throws {
    let driver = try Self.run(Findings.none).tool.driver
    #expect(driver.name == "stickerpack")
    #expect(driver.version == "1.2.3")
    let rules = Rule.all.filter { $0.category != .store }
    #expect(driver.rules.map(\.id) == rules.map(\.id))
    let levels = ["error": "error", "warning": "warning", "info": "note"]
    for (descriptor, rule) in zip(driver.rules, rules) {
      #expect(descriptor.defaultConfiguration.level == levels[rule.severity.rawValue])
      #expect(descriptor.properties.category == rule.category.rawValue)
      #expect(descriptor.properties.tags == [rule.category.rawValue])
      #expect(descriptor.shortDescription.text.hasPrefix(rule.title))
      // GitHub truncates both at 1,024 characters.
      #expect(descriptor.shortDescription.text.count <= 1024)
      #expect(descriptor.fullDescription.text.count <= 1024)
      for part in [rule.rationale, rule.fix, rule.source] {
        #expect(descriptor.help.text.contains(part) && descriptor.help.markdown.contains(part))
      }
      // Commands are in code spans, and no other text is markup.
      let bare = descriptor.help.markdown.replacing(/`[^`]*`|\*\*/, with: "")
      #expect(bare.firstMatch(of: /[`|<>*#\[\]&\\~]/) == nil, "\(rule.id)")
    }
  }

  @Test("a result has a path relative to the root and the byte of its place")
  func results() throws {
    let run = try Self.run(
      Findings.result([("a.png", .error), ("b.png", .place), ("c.png", .info)]))
    #expect(run.results.map(\.ruleId) == ["empty-file", "delay-too-short", "finite-loop"])
    #expect(run.results.map(\.level) == ["error", "warning", "note"])
    for result in run.results {
      #expect(run.tool.driver.rules[result.ruleIndex].id == result.ruleId)
      #expect(result.locations.count == 1)
      // The root has no URI, which would be a path of this machine.
      #expect(run.originalUriBaseIds[result.place.artifactLocation.uriBaseId]?.uri == nil)
      #expect(run.originalUriBaseIds[result.place.artifactLocation.uriBaseId] != nil)
    }
    #expect(
      run.results.map(\.place.artifactLocation.uri) == ["Pack/a.png", "Pack/b.png", "Pack/c.png"])
    // A line would be another region.
    let chunk = try #require(PNGBytes.offset(of: "fcTL", in: Findings.Kind.place.bytes))
    #expect(run.results.map(\.place.region) == [nil, ["byteOffset": chunk], nil])
  }

  @Test("a suppressed finding is a note with its reason")
  func suppressed() throws {
    let run = try Self.run(
      Findings.result(
        [("a.png", .error), ("b.png", .warning)], suppressed: ["empty-file": "On purpose."]))
    #expect(run.results.map(\.level) == ["note", "warning"])
    #expect(
      run.results.map(\.suppressions) == [
        [.init(kind: "external", status: "accepted", justification: "On purpose.")], [],
      ])
  }

  @Test("warnings of a strict run are errors")
  func strict() throws {
    let run = try Self.run(Findings.result([("a.png", .warning)], strict: true))
    #expect(run.results.map(\.level) == ["error"])
  }

  // MARK: Fingerprints

  func fingerprints(_ files: [(String, Findings.Kind)], folder: String = "Pack") throws
    -> [String: String]
  {
    var fingerprints: [String: String] = [:]
    for result in try Self.run(Findings.result(files, folder: folder)).results {
      let key = "\(result.place.artifactLocation.uri) \(result.ruleId)"
      fingerprints[key] = result.fingerprint
    }
    return fingerprints
  }

  @Test("a finding keeps its fingerprint when other files change")
  func others() throws {
    let before = try fingerprints([("a.png", .warning), ("b.png", .place)])
    for others: [(String, Findings.Kind)] in [
      [("0.png", .warning), ("a.png", .warning), ("b.png", .place), ("z.png", .place)],
      [("a.png", .warning), ("renamed.png", .place)], [("b.png", .clean), ("a.png", .warning)],
    ] {
      #expect(
        try fingerprints(others)["Pack/a.png no-transparency"]
          == before["Pack/a.png no-transparency"])
    }
  }

  @Test("a finding keeps its fingerprint when the measured value changes")
  func measured() throws {
    func fingerprint(_ side: Int) throws -> String? {
      let source = StickerSource(id: "a", at: Basics.Location("a", displayPath: "a.png"))
      let pack = PackSource(
        kind: .files, name: "P", at: Basics.Location(".", displayPath: "."),
        settings: PackSettings(gridSize: .small),
        stickers: [source])
      let facts = AssetFacts(
        source: source, bytes: PNGBytes.still(side, side, [9, 9, 9, 128]), limits: .init())
      let result = LintResult(packs: [
        Linter(jobs: 1).check(
          PackFacts(source: pack, assets: [facts]))
      ])
      return try Self.run(result).results.first { $0.ruleId == "canvas-too-small" }?.fingerprint
    }
    let first = try #require(try fingerprint(200))
    #expect(try fingerprint(100) == first)
  }

  @Test("fingerprints differ by file, by rule and between findings of one part")
  func distinct() throws {
    let run = try Self.run(Findings.many)
    #expect(Set(run.results.compactMap(\.fingerprint)).count == run.results.count)
    let here = try fingerprints([("a.png", .warning)])
    let there = try fingerprints([("a.png", .warning)], folder: "Other")
    #expect(Set(here.values).isDisjoint(with: there.values))
    // Two broken chunks of one kind in one file.
    let chunk = PNGBytes.chunk("pHYs", [1]).dropLast() + [0]
    let file = Array(Findings.Kind.clean.bytes.prefix(33)) + chunk + chunk
    let source = StickerSource(id: "a", at: Basics.Location("a", displayPath: "a.png"))
    let facts = AssetFacts(
      source: source, bytes: file + Findings.Kind.clean.bytes.dropFirst(33), limits: .init())
    let pack = PackSource(
      kind: .files, name: "P", at: Basics.Location(".", displayPath: "."),
      settings: PackSettings(gridSize: .small),
      stickers: [source])
    let results = try Self.run(
      LintResult(packs: [
        Linter(jobs: 1).check(PackFacts(source: pack, assets: [facts]))
      ])
    ).results.filter { $0.ruleId == "corrupt-file" }
    #expect(results.count >= 2)
    #expect(Set(results.compactMap(\.fingerprint)).count == results.count)
  }

  @Test("two spellings of an accent are two files")
  func accents() throws {
    let run = try Self.run(Findings.result([("e\u{301}.png", .error), ("\u{E9}.png", .error)]))
    let empty = run.results.filter { $0.ruleId == "empty-file" }
    #expect(
      empty.map(\.place.artifactLocation.uri) == ["Pack/e%CC%81.png", "Pack/%C3%A9.png"])
    #expect(Set(empty.compactMap(\.fingerprint)).count == 2)
  }

  /// A pack of three unlabeled stickers, two of which are identical.
  func unlabeled() -> LintResult {
    let sources = ["a", "b", "c"].map {
      StickerSource(id: $0, at: Basics.Location("\($0).png", displayPath: "Pack/\($0).png"))
    }
    let pack = PackSource(
      kind: .folder, name: "Pack", at: Basics.Location("Pack", displayPath: "Pack"),
      settings: PackSettings(gridSize: .small), stickers: sources)
    let facts = sources.map { source in
      AssetFacts(
        source: source,
        bytes: PNGBytes.still(300, 300, source.id == "c" ? [9, 200, 9, 128] : [200, 0, 0, 160]),
        limits: .init())
    }
    return LintResult(packs: [Linter(jobs: 1).check(PackFacts(source: pack, assets: facts))])
  }

  @Test("a finding about several stickers has related locations with ids")
  func related() throws {
    let results = try Self.run(unlabeled()).results
    let duplicate = try #require(results.first { $0.ruleId == "duplicate-sticker" })
    #expect(duplicate.place.artifactLocation.uri == "Pack/b.png")
    let related = try #require(duplicate.relatedLocations)
    #expect(related.map(\.id) == [1])
    #expect(related.map(\.physicalLocation.artifactLocation.uri) == ["Pack/a.png"])
  }

  @Test("a finding that is fixed in each sticker is a result for each, with its own fingerprint")
  func perSticker() throws {
    let results = try Self.run(unlabeled()).results.filter { $0.ruleId == "label-missing" }
    #expect(
      results.map(\.place.artifactLocation.uri) == ["Pack/a.png", "Pack/b.png", "Pack/c.png"])
    #expect(Set(results.map(\.message.text)) == ["Label is missing."])
    #expect(Set(results.compactMap(\.fingerprint)).count == 3)
    let gitlab = String(
      decoding: ReportContents(unlabeled()).bytes(as: .gitlab), as: UTF8.self)
    for result in results { #expect(gitlab.contains(try #require(result.fingerprint))) }
    // The other formats have one finding with all names.
    let contents = ReportContents(unlabeled())
    for report in [
      MarkdownReport.text(of: contents), JUnitReport.text(of: contents),
      GitHubReport.text(of: contents), XcodeReport.text(of: contents, in: "/packs"),
    ] {
      let line = report.split(separator: "\n").first { $0.contains("stickers have no label") }
      #expect(line.map { ["a.png", "b.png", "c.png"].allSatisfy($0.contains) } == true)
    }
  }

  @Test("a finding about the frames of a sequence is one result, at the first of them")
  func frames() throws {
    var result = unlabeled()
    result.packs[0].findings = [
      Finding(
        rule: "canvas-too-small", severity: .error, about: FileID("Pack/run/1.png", .frame),
        [FileID("Pack/run/2.png", .frame)], message: "Small. 2 of 2 frames are affected.",
        fix: "Scale.")
    ]
    let results = try Self.run(result).results
    #expect(results.map(\.place.artifactLocation.uri) == ["Pack/run/1.png"])
  }

  @Test(
    "a finding that most stickers share is a result for each, with the fingerprint it had alone")
  func shared() throws {
    func results(_ count: Int) throws -> [Result] {
      let files = (0..<count).map { (name: "\($0).png", kind: Findings.Kind.two) }
      return try Self.run(Findings.result(files)).results.filter { $0.ruleId == "canvas-too-small" }
    }
    let (separate, shared) = (try results(4), try results(5))
    #expect(shared.map(\.place.artifactLocation.uri) == (0..<5).map { "Pack/\($0).png" })
    #expect(shared.prefix(4).map(\.fingerprint) == separate.map(\.fingerprint))
    #expect(shared.allSatisfy { $0.message.text.hasPrefix("The canvas ") })
    #expect(separate.allSatisfy { $0.message.text.hasPrefix("The canvas ") })
  }

  @Test("every rule links to its page in a published project")
  func addresses() throws {
    let driver = try Self.run(Findings.none, address: "https://example.com/p").tool.driver
    #expect(driver.informationUri == "https://example.com/p")
    for rule in driver.rules {
      #expect(
        rule.helpUri == "https://example.com/p/blob/main/Documentation/Rules/\(rule.id).md")
      let page = Repository.root.appending(path: "Documentation/Rules/\(rule.id).md")
      #expect(FileManager.default.fileExists(atPath: page.path), "\(rule.id)")
    }
  }

  @Test("has no links while the project has no address")
  func noAddress() throws {
    let driver = try Self.run(Findings.none).tool.driver
    #expect(driver.informationUri == nil)
    #expect(driver.rules.allSatisfy { $0.helpUri == nil })
    let bytes = ReportContents(Findings.none, address: nil).bytes(as: .sarif)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Uri\":null"))
  }
}
