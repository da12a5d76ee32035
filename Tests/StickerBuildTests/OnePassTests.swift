import Foundation
import StickerBuild
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("From lint to build in one pass")
struct OnePassTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func writeSequence(as form: String = "apng") throws {
    for index in 1...3 {
      try folder.write(
        PNGBytes.still(300, 300, [UInt8(index * 50), 0, 0, 255]), to: "Art/wave/\(index).png")
    }
    try folder.write(
      #"{ "name": "P", "stickers": [{ "frames": "wave", "as": "\#(form)" }] }"#,
      to: "Art/stickerpack.json")
  }

  func build(_ plan: BuildPlan) async throws {
    try await PackBuilder(Linter(jobs: 2)).build(plan, to: "\(folder.path)/out")
  }

  @Test("art that has changed since the lint is not built", arguments: ["a.png", "icon.png"])
  func changedArt(_ name: String) async throws {
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Art/a.png")
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 255]), to: "Art/icon.png")
    try folder.write(#"{ "icon": "icon.png" }"#, to: "Art/stickerpack.json")
    let plan = try await folder.plan([try folder.pack("Art")])
    try folder.write(PNGBytes.still(300, 300, [1, 2, 3, 128]), to: "Art/\(name)")
    await #expect(
      throws: BuildError.changed(path: "Art/\(name)")
    ) { try await build(plan) }
    #expect(!(try folder.files().contains { $0.hasPrefix("out") }))
  }

  @Test("art that was removed since the lint fails the build")
  func removedArt() async throws {
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Art/a.png")
    let plan = try await folder.plan([try folder.pack("Art")])
    try FileManager.default.removeItem(atPath: folder.path + "/Art/a.png")
    await #expect(
      throws: BuildError.changed(path: "Art/a.png")
    ) { try await build(plan) }
  }

  @Test("a changed frame is not built, and is named")
  func changedFrame() async throws {
    try writeSequence(as: "sequence")
    let plan = try await folder.plan([try folder.pack("Art")])
    try folder.write(PNGBytes.still(300, 300, [9, 9, 9, 255]), to: "Art/wave/2.png")
    await #expect(
      throws: BuildError.changed(path: "Art/wave/2.png")
    ) { try await build(plan) }
  }

  @Test(
    "a sequence is assembled once: the build takes the lint's, and its frames are not read again")
  func assembledOnce() async throws {
    try writeSequence()
    let plan = try await folder.plan([try folder.pack("Art")])
    let assembled = try #require(plan.packs[0].stickers[0].facts.keptImage)
    try FileManager.default.removeItem(atPath: folder.path + "/Art/wave")
    try await build(plan)
    #expect(try folder.bytes("out/images/wave@3x.png") == assembled.bytes)
  }

  @Test("a sequence that exceeds the budget is assembled again, with the same bytes")
  func budget() async throws {
    try writeSequence()
    try await folder.build("Art", to: "kept")
    let plan = try await folder.plan(
      [try folder.pack("Art")], keepingImages: ImageBudget(bytes: 10))
    #expect(plan.packs[0].stickers[0].facts.keptImage == nil)
    try await build(plan)
    #expect(
      try folder.bytes("out/images/wave@3x.png") == folder.bytes("kept/images/wave@3x.png"))
  }

  @Test("a lint reads an image once that is both the icon art and a slot's icon")
  func sharedIcon() async throws {
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Art/a.png")
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 255]), to: "Art/icon.png")
    try folder.write(
      #"{ "icon": { "file": "icon.png", "slots": { "1024x1024@1x": "icon.png" } } }"#,
      to: "Art/stickerpack.json")
    let reads = Counter()
    var linter = Linter(jobs: 2)
    linter.reader = { source, limits in
      reads.count(source.displayPath)
      return AssetFacts(reading: source, limits: limits)
    }
    _ = try await linter.lint([try folder.pack("Art")])
    #expect(reads.counts == ["Art/a.png": 1, "Art/icon.png": 1])
  }
}

/// Counts names from several threads.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var names: [String: Int] = [:]

  var counts: [String: Int] { lock.withLock { names } }

  func count(_ name: String) { lock.withLock { names[name, default: 0] += 1 } }
}
