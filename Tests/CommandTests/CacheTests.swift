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

  func entries() throws -> [String] {
    try Repository.names(in: folder.url.appending(path: "cache"), endingIn: ".facts")
  }

  /// Python's hashlib: an opinion on the checksum that is not ours.
  func seal(_ name: String, _ content: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import hashlib, sys; p, n, c = sys.argv[1:]; "
        + "open(p, 'w').write(hashlib.sha256((n + c).encode()).hexdigest() + c)",
      folder.path + "/cache/" + name, String(name.dropLast(6)), content,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("a run with an empty or filled cache reports the same as one without")
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
    #expect(try entries().count == 2)
    for name in try entries() {
      let text = String(decoding: try folder.bytes("cache/" + name), as: UTF8.self).dropFirst(64)
      let forged = text.replacing("\"width\":300", with: "\"width\":299")
      #expect(forged != text)
      try seal(name, String(forged))
    }
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

  @Test("an entry that is truncated, of another file or malformed is ignored and replaced")
  func torn() throws {
    let whole = try lint().output
    let names = try entries()
    let first = try folder.bytes("cache/" + names[0])
    for (index, name) in names.enumerated() {
      let path = folder.path + "/cache/" + name
      let bytes = try folder.bytes("cache/" + name)
      switch index % 6 {
      case 0: try folder.write(Array(bytes.dropLast(9)), to: "cache/" + name)
      case 1: try folder.write([], to: "cache/" + name)
      case 2: try folder.write(first, to: "cache/" + name)
      case 3: try seal(name, "{}")
      case 4:
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(
          atPath: path, withDestinationPath: folder.path + "/outside")
      default:
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
      }
    }
    try folder.write("mine", to: "outside")
    #expect(try lint().output == whole)
    #expect(try folder.bytes("outside") == Array("mine".utf8))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.path + "/cache/" + names[4])
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
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
