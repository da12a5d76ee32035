import Foundation
import TestSupport
import Testing

@Suite("Special files")
struct OddFilesTests {
  let folder: TemporaryFolder
  let bad = PNGBytes.still(100, 100, [200, 0, 0, 160])

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(bad, to: "Pack/witness.png")
  }

  /// The rules that were broken, by file. The ordinary file beside the odd ones is always checked.
  func findings() throws -> [String: Set<String>] {
    let run = try Program.stickerpack.run(["lint", "Pack", "--format", "json"], in: folder.url)
    #expect(run.status == 1)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    var rules: [String: Set<String>] = [:]
    for finding in try #require(document["findings"] as? [[String: Any]]) {
      let rule = try #require(finding["rule"] as? String)
      // A problem of most of the pack is one finding, which names the stickers.
      let related = finding["related"] as? [String] ?? []
      for file in [try #require(finding["file"] as? String)] + related {
        rules[file, default: []].insert(rule)
      }
    }
    #expect(rules["Pack/witness.png"]?.contains("canvas-too-small") == true)
    return rules
  }

  @Test("pipes, devices and loops are reported, never opened or followed")
  func special() throws {
    #expect(mkfifo(folder.path + "/Pack/pipe.png", 0o644) == 0)
    for (name, target) in [
      ("zero.png", "/dev/zero"), ("self.png", "self.png"), ("one.png", "two.png"),
      ("two.png", "one.png"), ("Up", ".."), ("Here", "."),
    ] {
      try folder.link("Pack/" + name, to: target)
    }
    let rules = try findings()
    #expect(rules["Pack/pipe.png"] == ["unreadable-file"])
    for name in ["zero.png", "self.png", "one.png", "two.png", "Up"] {
      #expect(rules["Pack/" + name] == ["link-outside-folder"], "\(name)")
    }
    #expect(rules["Pack/Here"] == nil)
  }

  @Test("a named pipe or device is rejected without blocking")
  func named() throws {
    #expect(mkfifo(folder.path + "/pipe.png", 0o644) == 0)
    for path in ["pipe.png", "/dev/zero"] {
      let run = try Program.stickerpack.run(["lint", path], in: folder.url)
      #expect(run.status == 1)
      #expect(run.output.contains("The file cannot be read: it is not a regular file."))
    }
  }

  @Test("a folder named like an image is a folder")
  func folderNamedLikeImage() throws {
    try folder.write(bad, to: "Pack/folder.png/inner.png")
    #expect(try findings()["Pack/folder.png/inner.png"]?.contains("canvas-too-small") == true)
  }

  @Test("names with newlines and escapes are reported completely")
  func names() throws {
    let names = ["line\nend", "\u{1B}[2J", "   ", "\u{301}", "-", "\u{202E}gnp"]
    for name in names { try folder.write(bad, to: "Pack/\(name).png") }
    let rules = try findings()
    for name in names {
      #expect(rules["Pack/\(name).png"]?.contains("canvas-too-small") == true, "\(name)")
    }
    let text = try Program.stickerpack.run(["lint", "Pack", "-v"], in: folder.url).output
    #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
    #expect(text.contains("line\\u{A}end.png"))
  }

  @Test("an error message neither colors a terminal nor adds lines to it")
  func errors() throws {
    let run = try Program.stickerpack.run(["lint", "x\u{1B}[31m\ny\u{202E}"], in: folder.url)
    #expect(run.status == 2)
    #expect(
      run.errors == "stickerpack: x\\u{1B}[31m\\u{A}y\\u{202E}: no such file or folder\n")
    let option = try Program.stickerpack.run(
      ["lint", "x", "--format", "x\u{1B}[31m"], in: folder.url)
    #expect(option.status == 2)
    #expect(option.errors.contains("'x\\u{1B}[31m'") && !option.errors.contains("\u{1B}"))
  }

  #if os(Linux)
    // Other systems allow neither such names nor a socket without a process behind it.
    @Test("sockets and names that are not UTF-8 are reported")
    func linux() throws {
      #expect(mknod(folder.path + "/Pack/socket.png", S_IFSOCK | 0o644, 0) == 0)
      let name = Array((folder.path + "/Pack/bytes-").utf8) + [0xFF, 0xFE, 0]
      let descriptor = open(name.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o644)
      #expect(descriptor >= 0)
      close(descriptor)
      let rules = try findings()
      #expect(rules["Pack/socket.png"] == ["unreadable-file"])
      #expect(rules["Pack/bytes-\u{FFFD}\u{FFFD}"] == ["unreadable-file"])
    }
  #endif

  @Test(
    "files and folders without permission are reported",
    .enabled(if: geteuid() != 0, "root may read everything, so there is nothing to refuse"))
  func permissions() throws {
    try folder.write(bad, to: "Pack/closed.png")
    try folder.write(bad, to: "Pack/Closed/inner.png")
    #expect(chmod(folder.path + "/Pack/closed.png", 0) == 0)
    #expect(chmod(folder.path + "/Pack/Closed", 0) == 0)
    defer { chmod(folder.path + "/Pack/Closed", 0o755) }
    let rules = try findings()
    #expect(rules["Pack/closed.png"] == ["unreadable-file"])
    #expect(rules["Pack/Closed"] == ["unreadable-file"])
  }
}
