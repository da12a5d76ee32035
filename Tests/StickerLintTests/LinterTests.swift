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
    await Linter(jobs: jobs).lint(try PackDiscovery(at: [FilePath(path)]).packs)
  }

  @Test("every file of Broken shows the rule that it is named for")
  func broken() async throws {
    let folder = Repository.root.appending(path: "SampleStickers/Broken")
    let result = try await lint(folder.path)
    var missing = try Repository.names(in: folder, endingIn: "")
      .filter { !$0.hasSuffix(".json") && !$0.hasSuffix(".xcstickers") && $0 != "Empty" }
      .map { ($0 as NSString).deletingPathExtension.lowercased() }
    missing += ["empty-pack", "mixed-sizes", "listed-file-missing"]
    missing += Rule.all.filter { $0.category == .catalog }.map(\.id)
    for finding in result.findings { missing.removeAll { $0 == finding.rule } }
    #expect(missing == [])
    #expect(result.hasErrors)
  }

  @Test("a pack switches rules off and gives them another severity")
  func settings() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(200, 300, glass), to: "Pack/a.png")
    // Too small is an error, not square an info, no label a warning.
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
    // The same for files that are named one by one.
    let alone = try await lint(folder.path + "/Pack/a.png")
    #expect(alone.findings.contains { $0.rule == "canvas-not-square" && $0.severity == .error })
    #expect(!alone.findings.contains { $0.rule == "canvas-too-small" })
  }

  static let found = ["canvas-not-square", "canvas-too-small", "label-missing"]

  @Test("--strict makes errors of what a pack calls warnings")
  func strictSettings() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 300, glass), to: "Pack/a.png")
    try folder.write(
      #"{ "rules": { "canvas-not-square": "warning" } }"#, to: "Pack/stickerpack.json")
    var linter = Linter(jobs: 1)
    linter.isStrict = true
    let result = await linter.lint(try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs)
    #expect(result.findings.first { $0.rule == "canvas-not-square" }?.severity == .error)
  }

  @Test("Broken covers every rule but those that no repository can hold a file for")
  func coverage() async throws {
    let result = try await lint(Repository.root.appending(path: "SampleStickers/Broken").path)
    let seen = Set(result.findings.map(\.rule))
    #expect(Rule.all.map(\.id).filter { !seen.contains($0) } == ["unreadable-file"])
  }

  @Test("Biscuit is clean, and its exceptions have reasons")
  func biscuit() async throws {
    let result = try await lint(Repository.root.appending(path: "SampleStickers/Biscuit").path)
    #expect(result.isClean)
    #expect(result.findings.compactMap(\.suppressionReason).count == 2)
    #expect(result.stickerCount == 15)
  }

  @Test("the result is the same for any number of jobs")
  func jobs() async throws {
    let path = Repository.root.appending(path: "SampleStickers/Broken").path
    let one = try await lint(path, jobs: 1)
    let many = try await lint(path, jobs: 7)
    #expect(one.findings == many.findings)
    #expect(one.packs.map(\.facts.source.displayPath) == many.packs.map(\.facts.source.displayPath))
  }

  @Test("names that differ in case or extension only collide")
  func collisions() async throws {
    let folder = try TemporaryFolder()
    let png = PNGBytes.still(300, 300, glass)
    try folder.write(png, to: "cat.png")
    try folder.write(GIFBytes.file(300, 300, [.init(width: 1, height: 1, index: 1)]), to: "Cat.gif")
    try folder.write(png, to: "dog.png")
    let found = try await lint(folder.path).findings.filter { $0.rule == "name-collision" }
    #expect(found.count == 1)
  }

  @Test("an exception silences its rule for its sticker and no other")
  func exceptions() async throws {
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

  @Test("a file that vanishes after it was found is an error of its own")
  func vanished() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, glass), to: "a.png")
    let packs = try PackDiscovery(at: [FilePath(folder.path)]).packs
    try FileManager.default.removeItem(atPath: folder.path + "/a.png")
    let result = await Linter(jobs: 1).lint(packs)
    #expect(result.findings.map(\.rule).contains("unreadable-file"))
    #expect(result.hasErrors)
  }

  @Test("progress counts every file")
  func progress() async throws {
    let packs = try PackDiscovery(
      at: [FilePath(Repository.root.appending(path: "SampleStickers/Broken").path)]
    ).packs
    var seen: [Int] = []
    let result = await Linter(jobs: 3).lint(packs) { done, total in
      #expect(total == packs.flatMap(\.files).count)
      seen.append(done)
    }
    #expect(seen == Array(1...packs.flatMap(\.files).count))
    #expect(result.stickerCount == packs.flatMap(\.allStickers).count)
  }
}
