import Basics
import Foundation
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// Links to one image, which a repository can have by the hundred thousand.
@Suite("Files that are one image")
struct SharedFileTests {
  @Test("are read once and reported for each name, with the settings of each")
  func links() async throws {
    let folder = try TemporaryFolder()
    let art = PNGBytes.still(300, 300, [1, 2, 3, 128])
    try folder.write(art + [0], to: "Pack/a.png")
    for name in ["b", "c"] { try folder.link("Pack/\(name).png", to: "a.png") }
    try folder.write(art, to: "Pack/other.png")
    try folder.write(
      #"{ "stickers": [{ "file": "c.png", "suppress": { "trailing-bytes": "On purpose." } }] }"#,
      to: "Pack/stickerpack.json")
    let read = Counter()
    var linter = Linter(jobs: 2)
    linter.reader = { source, limits in
      read.count()
      return AssetFacts(reading: source, limits: limits)
    }
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs
    let result = try await linter.lint(packs)
    #expect(read.number == 2)
    let names = result.packs[0].facts.stickers.map(\.source.path.name.string)
    #expect(names.sorted() == ["a.png", "b.png", "c.png", "other.png"])
    let found = result.findings.filter { $0.rule == "trailing-bytes" }
    let files: [String] = found.flatMap { [$0.file] + $0.related }
    #expect(files.map { FilePath($0).name.string }.sorted() == ["a.png", "b.png", "c.png"])
    let suppressed = found.filter { $0.suppressionReason != nil }
    #expect(suppressed.map { FilePath($0.file).name.string } == ["c.png"])
  }

  /// The sizes are those of today, in bytes.
  @Test("and their findings take little memory each")
  func sizes() {
    #expect(MemoryLayout<AssetFacts>.stride <= 1408)
    #expect(MemoryLayout<Finding>.stride <= 216)
  }

  @Test("have each problem once, except for the first, which has all")
  func repeated() async throws {
    let folder = try TemporaryFolder()
    let header = PNGBytes.header(300, 300)
    let unknown = Array(repeatElement(PNGBytes.chunk("ABCD"), count: 5).joined())
    try folder.write(
      PNGBytes.signature + header + unknown + PNGBytes.chunk("IEND"), to: "Pack/a.png")
    try folder.link("Pack/b.png", to: "a.png")
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs
    let found = try await Linter(jobs: 1).lint(packs).findings.filter {
      $0.message.contains("ABCD")
    }
    #expect(found.count { $0.file.hasSuffix("a.png") } == 5)
    #expect(found.count { $0.file.hasSuffix("b.png") } == 1)
  }

  @Test("have each problem of a frame once, except for the first, which has all")
  func repeatedFrames() async throws {
    let folder = try TemporaryFolder()
    // Two frames that extend beyond the canvas.
    let controls = (0..<2).flatMap { PNGBytes.frameControl($0, 400, 300) }
    try folder.write(
      PNGBytes.signature + PNGBytes.header(300, 300) + PNGBytes.animationControl(frames: 2)
        + controls + PNGBytes.chunk("IEND"), to: "Pack/a.png")
    try folder.link("Pack/b.png", to: "a.png")
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs
    let found = try await Linter(jobs: 1).lint(packs).findings
      .filter { $0.rule == "apng-frame-area" }
    #expect(found.count { $0.file.hasSuffix("a.png") } == 2)
    #expect(found.count { $0.file.hasSuffix("b.png") } == 1)
  }
}

/// A number that several threads count.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  var number: Int { lock.withLock { value } }
  func count() { lock.withLock { value += 1 } }
}
