import Foundation
import TestSupport
import Testing

@Suite("Lists of files and changes")
struct LargeTreeTests {
  let folder: TemporaryFolder

  /// Packs with an error, a warning and nothing, in this order.
  init() throws {
    folder = try TemporaryFolder()
    for pack in 0..<7 {
      let color = UInt8(pack * 30)
      try folder.write(PNGBytes.still(100, 100, [color, 0, 0, 128]), to: "Art/P\(pack)/small.png")
      try folder.write(PNGBytes.still(300, 300, [0, color, 9, 255]), to: "Art/P\(pack)/box.png")
      try folder.write(PNGBytes.still(300, 300, [0, 9, color, 128]), to: "Art/P\(pack)/good.png")
    }
  }

  func run(_ arguments: [String]) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: folder.url)
  }

  func lint(_ arguments: String...) throws -> Program.Run { try run(["lint"] + arguments) }

  func files(in report: String) throws -> [String] {
    struct Report: Decodable {
      struct Finding: Decodable { var file: String }
      var findings: [Finding]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(report.utf8))
    return Set(report.findings.map(\.file)).sorted()
  }

  // MARK: --files-from

  @Test(
    "a list names files by line, by line as on Windows, or with a NUL after each",
    arguments: ["\n", "\r\n", "\0"])
  func lists(_ separator: String) throws {
    try folder.write(
      #"{ "stickers": [{ "file": "small.png", "label": "A", "suppress": { "canvas-too-small": "Tiny." } }] }"#,
      to: "Art/P1/stickerpack.json")
    try folder.write(
      ["Art/P0/small.png", "Art/P1/small.png"].map { $0 + separator }.joined(), to: "list")
    let run = try lint("--files-from", "list", "--format", "json")
    #expect(run.status == 1)
    #expect(try files(in: run.output) == ["Art/P0/small.png", "Art/P1/small.png"])
    // The exception of its folder's configuration.
    #expect(run.output.contains("\"suppressionReason\" : \"Tiny.\""))
  }

  @Test("a file name with a newline requires a list separated by NUL")
  func oddNames() throws {
    try folder.write(PNGBytes.still(300, 300, [1, 1, 1, 128]), to: "a\nb.png")
    try folder.write("a\nb.png\0", to: "list")
    #expect(try lint("--files-from", "list").status == 0)
    try folder.write("a\nb.png", to: "list")
    let run = try lint("--files-from", "list")
    #expect(run.status == 2)
    #expect(run.errors == "stickerpack: list lists missing files: \"a\", \"b.png\"\n")
  }

  @Test("an empty list succeeds with a message")
  func emptyList() throws {
    try folder.write("", to: "list")
    let run = try lint("--files-from", "list", "--format", "json")
    #expect(run.status == 0)
    #expect(run.errors == "stickerpack: nothing to lint: the list is empty\n")
    #expect(try files(in: run.output) == [])
    // Without anything on standard input.
    #expect(try lint("--files-from", "-").status == 0)
  }

  @Test("invalid option combinations are rejected")
  func refused() throws {
    #expect(try lint("Art", "--files-from", "-").status == 2)
    #expect(try lint("--files-from", "missing").errors.contains("no such file"))
    #expect(try lint("Art", "--changed-since", "main", "--write-baseline", "x").status == 2)
    #expect(try lint("Art", "--changed-since=--output=x").status == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/x"))
  }

  // MARK: --changed-since

  static let hasGit = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")

  @discardableResult
  func git(_ arguments: String..., in place: String = "") throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/git")
    process.arguments =
      ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
      + arguments
    process.currentDirectoryURL = place.isEmpty ? folder.url : folder.url.appending(path: place)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  func commit() throws {
    try git("init")
    try git("add", ".")
    #expect(try git("commit", "-m", "Art") == 0)
  }

  func changed(_ paths: String..., since reference: String = "main") throws -> [String] {
    let run = try run(["lint"] + paths + ["--changed-since", reference, "--format", "json"])
    #expect(run.status < 2, "\(run.errors)")
    return try files(in: run.output)
  }

  @Test(
    "what has changed is reported, committed or not, and nothing else",
    .enabled(if: hasGit, "git is not installed"))
  func changes() throws {
    try folder.write("*.tmp.png\n", to: ".gitignore")
    try commit()
    let nothing = try lint("Art", "--changed-since", "main")
    #expect(nothing.status == 0)
    #expect(nothing.errors.contains("no sticker has changed since \"main\""))
    try git("checkout", "-b", "branch")
    let small = PNGBytes.still(90, 90, [1, 2, 3, 128])
    try folder.write(small, to: "Art/P0/small.png")
    try git("commit", "-am", "Committed")
    try folder.write(small, to: "Art/P1/small.png")
    try git("add", ".")
    try folder.write(PNGBytes.still(91, 91, [1, 2, 3, 128]), to: "Art/P2/small.png")
    try folder.write(PNGBytes.still(92, 92, [1, 2, 3, 128]), to: "Art/P3/né\nw.png")
    try folder.write(small, to: "Art/P4/ignored.tmp.png")
    // Rules about whole packs speak about the packs.
    #expect(
      try changed("Art").filter { $0.hasSuffix(".png") } == [
        "Art/P0/small.png", "Art/P1/small.png", "Art/P2/small.png", "Art/P3/né\nw.png",
      ])
    #expect(try changed("Art/P1", "Art/P6").filter { $0.hasSuffix(".png") } == ["Art/P1/small.png"])
    #expect(try changed("Art/P1/small.png", "Art/P1/box.png") == ["Art/P1/small.png"])
  }

  @Test(
    "a changed configuration is about its whole pack, and a sticker that is gone about the pack",
    .enabled(if: hasGit, "git is not installed"))
  func changedPacks() throws {
    // With a configuration in one pack, folders without one are not packs.
    try folder.write("{}", to: "Art/P6/stickerpack.json")
    try commit()
    try folder.write(#"{ "name": "Five" }"#, to: "Art/P5/stickerpack.json")
    try FileManager.default.removeItem(atPath: folder.path + "/Art/P6/good.png")
    let found = try changed("Art")
    #expect(found.contains("Art/P5/small.png") && found.contains("Art/P5/box.png"))
    #expect(found.allSatisfy { $0.hasPrefix("Art/P5") || $0 == "Art/P6" })
    #expect(found.contains("Art/P6"))
  }

  @Test(
    "a frame that has changed is a change of its sequence, and so is one that is gone",
    .enabled(if: hasGit, "git is not installed"))
  func changedFrames() throws {
    try folder.write(
      """
      { "rules": { "near-duplicate": "off" }, "stickers": [{ "frames": "wave" }, { "frames": "nod" }] }
      """,
      to: "Art/Moving/stickerpack.json")
    for name in ["wave", "nod"] {
      for frame in 1...3 {
        let bytes = PNGBytes.still(100, 100, [UInt8(frame * 40), 0, 0, 128])
        try folder.write(bytes, to: "Art/Moving/\(name)/\(frame).png")
      }
    }
    try commit()
    let wave = folder.path + "/Art/Moving/wave/2.png"
    func moving() throws -> [String] { try changed("Art").filter { $0.contains("Moving/") } }
    #expect(try lint("Art", "--changed-since", "main").errors.contains("no sticker has changed"))
    try folder.write(PNGBytes.still(100, 100, [1, 2, 3, 128]), to: "Art/Moving/wave/2.png")
    #expect(try moving() == ["Art/Moving/wave"])
    try FileManager.default.removeItem(atPath: wave)
    #expect(try moving() == ["Art/Moving/wave"])
    try folder.write(PNGBytes.still(50, 50, [1, 2, 3, 128]), to: "Art/Moving/wave/2.png")
    #expect(try moving() == ["Art/Moving/wave/2.png"])
  }

  @Test(
    "what has changed is held to a baseline, and what --config names is about every pack",
    .enabled(if: hasGit, "git is not installed"))
  func changesAndConfigurations() throws {
    try folder.write("{}", to: "rules.json")
    #expect(try lint("Art", "--write-baseline", "known.json").status == 0)
    try commit()
    try folder.write(PNGBytes.still(90, 90, [1, 2, 3, 128]), to: "Art/P0/small.png")
    let run = try lint("Art", "--changed-since", "main", "--baseline", "known.json")
    #expect(run.status == 1)
    #expect(run.output.contains("90 × 90 px") && !run.output.contains("Art/P1"))
    try FileManager.default.removeItem(atPath: folder.path + "/Art/P0/small.png")
    #expect(try lint("Art", "--changed-since", "main", "--baseline", "known.json").status == 0)
    func packs() throws -> Int {
      let run = try lint(
        "Art", "--changed-since", "main", "--config", "rules.json", "--format", "json")
      return run.output.split(separator: "\n").count { $0.contains("\"gridSize\"") }
    }
    #expect(try packs() == 1)
    try folder.write(#"{ "rules": { "label-missing": "off" } }"#, to: "rules.json")
    #expect(try packs() == 7)
  }

  @Test("git errors suggest a fix", .enabled(if: hasGit, "git is not installed"))
  func noAnswer() throws {
    let outside = try lint("Art", "--changed-since", "main")
    #expect(outside.status == 2)
    #expect(
      outside.errors.contains("--changed-since: Art is not in the work tree of a git repository"))
    try commit()
    let unknown = try lint("Art", "--changed-since", "mian")
    #expect(unknown.status == 2)
    #expect(
      unknown.errors.contains("git does not know the commit \"mian\"; fetch it: git fetch origin"))
    try git("commit", "--allow-empty", "-m", "Second")
    #expect(
      try git("clone", "--depth", "1", "file://" + folder.path, "Shallow") == 0)
    let shallow = try lint("Shallow/Art", "--changed-since", "HEAD~1")
    #expect(shallow.status == 2)
    #expect(
      shallow.errors.contains("the clone is shallow") && shallow.errors.contains("fetch-depth: 0"))
  }
}
