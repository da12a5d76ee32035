import Foundation
import TestSupport
import Testing

@Suite("The cache")
struct CacheTests {
  let folder: TemporaryFolder
  static let samples = ["SampleStickers/Biscuit", "SampleStickers/Broken"]

  init() throws { folder = try TemporaryFolder() }

  func lint(_ arguments: String..., cache: String = "cache") throws -> Program.Run {
    try Program.stickerpack.run(
      ["lint"] + Self.samples + ["--format", "json", "--cache-folder", folder.path + "/" + cache]
        + arguments)
  }

  /// Changes the bytes of all records of a cache and seals them with checksums that are not ours.
  /// `Documentation/LargeTrees.md` describes the file.
  func forge(_ change: ([UInt8]) -> [UInt8]) throws -> Int {
    let file = try folder.bytes("cache/facts")
    func integer(_ offset: Int) -> Int {
      (0..<8).reduce(0) { $0 | Int(file[offset + $1]) << ($1 * 8) }
    }
    var table = Array(file[48..<48 + integer(8) * 88])
    var content: [UInt8] = []
    var forged = 0
    for start in stride(from: 0, to: table.count, by: 88) where integer(48 + start + 72) > 0 {
      let offset = integer(48 + start + 64)
      let old = Array(file[offset..<offset + integer(48 + start + 72)])
      let new = change(old)
      #expect(new.count == old.count)
      if new != old { forged += 1 }
      table.replaceSubrange(start + 32..<start + 64, with: digest(new))
      content += new
    }
    try folder.write(file[..<16] + digest(table) + table + content, to: "cache/facts")
    return forged
  }

  func digest(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(Digest.sha256(bytes))
    return stride(from: 0, to: 64, by: 2).compactMap {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16)
    }
  }

  @Test("a run with an empty or filled cache reports the same as one without, byte for byte")
  func same() throws {
    let plain = try Program.stickerpack.run(["lint"] + Self.samples + ["--format", "json"])
    for _ in 0..<2 {
      let run = try lint()
      #expect(run.output == plain.output)
      #expect(run.status == plain.status)
      #expect(run.errors == plain.errors)
    }
  }

  @Test("a second run decodes nothing and reports the cached facts")
  func warm() throws {
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Art/a.png")
    try folder.write(PNGBytes.animation(300, 300, [[0, 0, 0, 9], [0, 0, 0, 8]]), to: "Art/b.png")
    func run() throws -> Program.Run {
      try Program.stickerpack.run(
        ["lint", "Art", "--cache-folder", "cache", "--format", "jsonl"], in: folder.url)
    }
    #expect(try run().output.contains("canvas-too-small") == false)
    // The width of the canvas, 300, before the same height.
    let canvas: [UInt8] = [44, 1, 0, 0, 0, 0, 0, 0, 44, 1, 0, 0, 0, 0, 0, 0]
    let forged = try forge { bytes in
      var bytes = bytes
      for index in 0..<bytes.count - 16 where Array(bytes[index..<index + 16]) == canvas {
        bytes[index] -= 1
      }
      return bytes
    }
    #expect(forged == 2)
    let output = try run().output
    #expect(output.split(separator: "\n").count { $0.contains("299 × 300 px (minimum") } == 2)
    // Other limits could make other facts.
    let other = try Program.stickerpack.run(
      ["lint", "Art", "--cache-folder", "cache", "--max-frames", "7"], in: folder.url)
    #expect(!other.output.contains("299"))
  }

  @Test("nothing is cached unless requested, and then outside the folder of art")
  func offByDefault() throws {
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Art/a.png")
    func files(_ option: String...) throws -> [String] {
      let run = try Program.stickerpack.run(["lint", "Art"] + option, in: folder.url)
      #expect(run.status == 0)
      return try folder.files().filter { $0 != "Art/a.png" }
    }
    #expect(try files() == [])
    let kept = try files("--cache")
    #expect(kept.count == 3 && kept.allSatisfy { $0.hasPrefix(".stickerpack-cache/") })
    // It can be deleted at any time.
    try FileManager.default.removeItem(atPath: folder.path + "/.stickerpack-cache")
    #expect(try files("--cache") == kept)
  }

  @Test(
    "a file of facts that is damaged, a link or a pipe is ignored and replaced",
    arguments: ["truncated", "empty", "foreign", "forged", "link", "pipe"])
  func torn(_ damage: String) throws {
    let whole = try lint().output
    let bytes = try folder.bytes("cache/facts")
    let path = folder.path + "/cache/facts"
    try folder.write("mine", to: "outside")
    switch damage {
    case "truncated": try folder.write(Array(bytes.dropLast(9)), to: "cache/facts")
    case "empty": try folder.write([], to: "cache/facts")
    case "foreign": try folder.write("{}", to: "cache/facts")
    case "forged":
      // Correct checksums of facts that are none.
      _ = try forge { $0.map { _ in 0xFF } }
    case "link":
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: folder.path + "/outside")
    default:
      try FileManager.default.removeItem(atPath: path)
      #expect(mkfifo(path, 0o600) == 0)
    }
    #expect(try lint().output == whole)
    #expect(try folder.bytes("outside") == Array("mine".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    #expect(try folder.bytes("cache/facts").count == bytes.count)
    #expect(try lint().output == whole)
  }

  @Test("concurrent runs agree, and entries of a killed run are ignored")
  func together() throws {
    let whole = try Program.stickerpack.run(["lint"] + Self.samples + ["--format", "json"]).output
    for moment in 0..<6 {
      let process = Program.stickerpack.process(
        ["lint"] + Self.samples + ["--cache-folder", folder.path + "/cache"], in: Repository.root)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      if moment < 4 {
        Thread.sleep(forTimeInterval: Double(moment) * 0.02)
        kill(process.processIdentifier, SIGKILL)
      }
      #expect(try lint().output == whole)
      process.waitUntilExit()
    }
  }

  @Test("--cache takes no value, so that it cannot swallow the path after it")
  func value() throws {
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Art/a.png")
    let run = try Program.stickerpack.run(["lint", "--cache", "Art"], in: folder.url)
    #expect(run.status == 0)
    #expect(run.output.contains("1 sticker in 1 pack"))
  }

  @Test("a folder that is not a cache is a warning, and nothing outside the cache changes")
  func foreign() throws {
    try folder.write("mine", to: "cache/letter.txt")
    let before = try folder.snapshot()
    let run = try lint()
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "stickerpack: linting without a cache: \(folder.path)/cache is not empty and not a"
          + " stickerpack cache; choose another folder\n"))
    #expect(run.output == (try lint(cache: "new").output))
    try FileManager.default.removeItem(atPath: folder.path + "/new")
    #expect(try folder.snapshot() == before)
    #expect(try lint(cache: "new").status == 1)
    #expect(try folder.snapshot(without: ["new"]) == before)
    // Whatever else is put there later stays.
    try folder.write("mine", to: "new/letter.txt")
    #expect(try lint(cache: "new").status == 1)
    #expect(try folder.bytes("new/letter.txt") == Array("mine".utf8))
  }
}
