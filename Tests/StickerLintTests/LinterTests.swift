import Basics
import Foundation
import ImageContainers
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Linting packs")
struct LinterTests {
  let glass: [UInt8] = [255, 0, 0, 128]

  func lint(_ path: String, jobs: Int = 2) async throws -> LintResult {
    try await Linter(jobs: jobs).lint(try PackDiscovery(at: [FilePath(path)]).packs)
  }

  /// Several tests read it. The images, which take much memory, are left out.
  static let broken = Task {
    let path = Repository.root.appending(path: "SampleStickers/Broken").path
    let result = try await LinterTests().lint(path, jobs: 1)
    let packs = result.packs.map(\.facts.source.displayPath)
    return (findings: result.findings, hasErrors: result.hasErrors, packs: packs)
  }

  @Test("only the rule that a sample in Broken is named after finds something in it")
  func broken() async throws {
    let folder = Repository.root.appending(path: "SampleStickers/Broken")
    let result = try await Self.broken.value
    var found: [String: Set<String>] = [:]
    for finding in result.findings where finding.isOpen {
      let sample = try #require(finding.file.split(separator: "Broken/").last).prefix { $0 != "/" }
      found[FilePath(String(sample)).stem, default: []].insert(finding.rule)
    }
    for name in try Repository.names(in: folder, endingIn: "") where name != "stickerpack.json" {
      #expect(found.removeValue(forKey: FilePath(name).stem) == [FilePath(name).stem])
    }
    #expect(found == [:])
    #expect(result.hasErrors)
  }

  @Test("a pack can turn rules off and change their severity")
  func settings() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(200, 300, glass), to: "Pack/a.png")
    // By default an error, an info and a warning.
    let before = try await lint(folder.path + "/Pack")
    #expect(before.findings.map(\.rule).sorted() == Self.found)
    try folder.write(
      """
      { "rules": { "canvas-too-small": "off", "canvas-not-square": "error",
        "label-missing": "info" } }
      """, to: "Pack/stickerpack.json")
    let after = try await lint(folder.path + "/Pack")
    #expect(after.findings.map(\.rule).sorted() == Self.found.filter { $0 != "canvas-too-small" })
    let severities = Dictionary(uniqueKeysWithValues: after.findings.map { ($0.rule, $0.severity) })
    #expect(severities["canvas-not-square"] == .error)
    #expect(severities["label-missing"] == .info)
    // The settings also apply to a file that is linted on its own.
    let alone = try await lint(folder.path + "/Pack/a.png")
    #expect(alone.findings.contains { $0.rule == "canvas-not-square" && $0.severity == .error })
    #expect(!alone.findings.contains { $0.rule == "canvas-too-small" })
  }

  static let found = ["canvas-not-square", "canvas-too-small", "label-missing"]

  @Test("strict mode turns warnings that a pack configures into errors")
  func strictSettings() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 300, glass), to: "Pack/a.png")
    try folder.write(
      #"{ "rules": { "canvas-not-square": "warning" } }"#, to: "Pack/stickerpack.json")
    var linter = Linter(jobs: 1)
    linter.isStrict = true
    let result = try await linter.lint(try PackDiscovery(at: ["\(folder.path)/Pack"]).packs)
    #expect(result.findings.first { $0.rule == "canvas-not-square" }?.severity == .error)
  }

  @Test(
    "Broken covers every rule of Messages, except those that need a file that cannot be committed or a bundle"
  )
  func coverage() async throws {
    let result = try await Self.broken.value
    let seen = Set(result.findings.map(\.rule))
    let unseen = Rule.all.filter { $0.category != .store && !seen.contains($0.id) }
    #expect(unseen.map(\.id) == ["unreadable-file", "product-differs"])
  }

  @Test("Biscuit has no open findings, and each suppression has a reason")
  func biscuit() async throws {
    let result = try await lint(Repository.root.appending(path: "SampleStickers/Biscuit").path)
    #expect(result.isClean)
    #expect(result.findings.compactMap(\.suppressionReason).count == 1)
    #expect(result.stickerCount == 15)
  }

  @Test("the number of jobs does not change the result")
  func jobs() async throws {
    let path = Repository.root.appending(path: "SampleStickers/Broken").path
    let one = try await Self.broken.value
    let many = try await lint(path, jobs: 7)
    #expect(one.findings == many.findings)
    #expect(one.packs == many.packs.map(\.facts.source.displayPath))
  }

  @Test("names that differ only in case or extension collide")
  func collisions() async throws {
    let folder = try TemporaryFolder()
    let png = PNGBytes.still(300, 300, glass)
    try folder.write(png, to: "cat.png")
    try folder.write(GIFBytes.file(300, 300, [.init(width: 1, height: 1, index: 1)]), to: "Cat.gif")
    try folder.write(png, to: "dog.png")
    let found = try await lint(folder.path).findings.filter { $0.rule == "name-collision" }
    #expect(found.count == 1)
  }

  @Test("a suppression applies only to its rule and its sticker")
  func suppressions() async throws {
    let folder = try TemporaryFolder()
    for (name, gray) in [("a.png", 1), ("b.png", 250)] as [(String, UInt8)] {
      try folder.write(PNGBytes.still(300, 300, [gray, gray, gray, 255]), to: name)
    }
    try folder.write(
      """
      { "stickers": [
        { "file": "a.png", "label": "A black page", "suppress": { "no-transparency": "a photo" } },
        { "file": "b.png", "label": "A white page" } ] }
      """, to: "stickerpack.json")
    let result = try await lint(folder.path)
    #expect(result.findings.map(\.suppressionReason) == ["a photo", nil])
    #expect(result.count(of: .warning) == 1)
    #expect(!result.isClean)
  }

  @Test("a file that is removed after discovery is reported as unreadable")
  func removed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, glass), to: "a.png")
    let packs = try PackDiscovery(at: [FilePath(folder.path)]).packs
    try FileManager.default.removeItem(atPath: folder.path + "/a.png")
    let result = try await Linter(jobs: 1).lint(packs)
    #expect(result.findings.map(\.rule).contains("unreadable-file"))
    #expect(result.hasErrors)
  }

  @Test("findings about two files whose names differ only in their bytes are told apart")
  func twoSpellings() {
    let names = ["P/\u{E9}.png", "P/e\u{301}.png"]
    let sources = names.enumerated().map { index, name in
      StickerSource(
        id: "\(index)", at: Location(FilePath(name), displayPath: FilePath(name)),
        label: String(repeating: "A cat \(index) ", count: 100),
        suppressed: index == 0 ? ["label-too-long": "A poem."] : [:])
    }
    let pack = PackSource(
      kind: .folder, name: "P", at: Location("P", displayPath: "P"),
      settings: PackSettings(gridSize: .small),
      stickers: sources)
    let found = Linter(jobs: 1).check(
      PackFacts(source: pack, assets: sources.map { AssetFacts(source: $0) })
    ).findings.filter { $0.rule == "label-too-long" }
    #expect(found.map { Array($0.file.utf8) } == names.map { Array($0.utf8) })
    #expect(found.map(\.isOpen) == [false, true])
  }

  @Test("one file is checked as in its pack, apart from what compares it with others")
  func oneFile() async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write(PNGBytes.still(100, 200, glass), to: "Pack/\(name).png")
    }
    try folder.write(
      #"{ "stickers": [{ "file": "b.png", "suppress": { "canvas-too-small": "Tiny." } }] }"#,
      to: "Pack/stickerpack.json")
    let pack = try #require(PackDiscovery(at: ["\(folder.path)/Pack"]).packs.first)
    func rules(_ name: String) throws -> [String] {
      let sticker = try #require(pack.stickers.first { $0.path.name.string == name })
      return Linter(jobs: 1).check(AssetFacts(reading: sticker, limits: .init()), in: pack)
        .map(\.rule).sorted()
    }
    #expect(try rules("a.png") == ["canvas-not-square", "canvas-too-small", "label-missing"])
    #expect(try rules("b.png") == ["canvas-not-square", "label-missing"])
  }

  @Test("progress counts every file")
  func progress() async throws {
    let packs = try PackDiscovery(
      at: [FilePath(Repository.root.appending(path: "SampleStickers/Broken").path)]
    ).packs
    var seen: [Int] = []
    let result = try await Linter(jobs: 3).lint(packs) { done, total in
      #expect(total == packs.flatMap(\.files).count)
      seen.append(done)
    }
    #expect(seen == Array(1...packs.flatMap(\.files).count))
    #expect(result.stickerCount == packs.flatMap(\.allStickers).count)
  }
}
