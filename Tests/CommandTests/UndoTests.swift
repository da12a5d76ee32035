import Foundation
import ImageCodecs
import Pixels
import TestSupport
import Testing

@Suite("stickerpack undo")
struct UndoTests {
  let folder: TemporaryFolder
  static let backup = "Pack/.stickerpack-backup-1"

  /// A pack with an animation whose extension is wrong, an image with trailing bytes in a subfolder, and one
  /// without problems.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.wave, to: "Pack/wave.apng")
    try folder.write(
      PNGBytes.still(408, 408, [9, 90, 200, 255]) + [1, 2, 3], to: "Pack/Sub/tail.png")
    try folder.write(PNGBytes.still(408, 408, [200, 90, 9, 255]), to: "Pack/good.png")
    try folder.write(Self.list, to: "Pack/stickerpack.json")
    try folder.write("{}", to: "Pack/Sub/stickerpack.json")
  }

  private static let wave: [UInt8] = {
    let canvases = [10, 200].map { red in
      Bitmap(width: 408, height: 408) { x, y in
        x > 100 && y > 100 && x < 308 && y < 308 ? Pixel(red: red, green: 60, blue: 90) : .clear
      }
    }
    let delays = canvases.map { _ in Delay(numerator: 1, denominator: 10) }
    let file = try? ImageEncoder.apng(.init(canvases: canvases, delays: delays), loop: .forever)
    return file ?? []
  }()

  private static let list = """
    { "stickers": [
      { "file": "wave.apng", "label": "Waves" }, { "file": "good.png", "label": "Good" }
    ] }
    """

  private func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: folder.url)
  }

  private func fix() throws {
    _ = try run("lint", "Pack", "--fix", "--select", "apng-extension", "--select", "trailing-bytes")
    #expect(try folder.files().contains("Pack/wave.png"))
    #expect(try !folder.files().contains("Pack/wave.apng"))
    #expect(try folder.files().contains("\(Self.backup)/Sub/tail.png"))
  }

  @Test("everything is as it was, including names in lists, and the backup is gone")
  func all() throws {
    let before = try folder.snapshot()
    try fix()
    let run = try run("undo", "Pack")
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.output == """
        Sub/tail.png: restored
        wave.apng: restored, wave.png removed
        stickerpack.json: restored
        3 files restored. Removed Pack/.stickerpack-backup-1.

        """)
    #expect(try folder.snapshot() == before)
    let second = try self.run("undo", "Pack")
    #expect(second.status == 2)
    #expect(second.errors == "stickerpack: Pack has no backup, so there is nothing to undo\n")
  }

  @Test("fit --in-place can be undone, even for a GIF that became an APNG")
  func fit() throws {
    let gif = try ImageEncoder.gif(
      .init(
        canvases: [1, 2].map { step in
          Bitmap(width: 300, height: 300) { x, _ in
            x > 50 * step ? Pixel(red: 200, green: 10, blue: 10) : .clear
          }
        }, delays: [.init(numerator: 1, denominator: 10), .init(numerator: 1, denominator: 10)]),
      loop: .forever)
    try folder.write(gif, to: "Pack/dance.gif")
    let before = try folder.snapshot()
    let fit = try run("fit", "Pack", "--in-place", "--to-apng")
    #expect(
      fit.output.hasSuffix(
        "\nOriginals: Pack/.stickerpack-backup-1 (undo: stickerpack undo Pack)\n"))
    #expect(try folder.files().contains("Pack/dance.png"))
    #expect(try run("undo", "Pack").status == 0)
    #expect(try folder.snapshot() == before)
  }

  @Test("a file that changed after the fix stays, with its original in the backup")
  func changed() throws {
    try fix()
    try folder.write("mine", to: "Pack/Sub/tail.png")
    let run = try run("undo", "Pack")
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        "Sub/tail.png: not restored: tail.png has changed after the fix. If you want the original, it is "
          + ".stickerpack-backup-1/Sub/tail.png.\n"))
    #expect(
      run.output.hasSuffix(
        "2 files restored, 1 not. The other files of the backup stay in Pack/.stickerpack-backup-1.\n"
      ))
    #expect(try folder.bytes("Pack/Sub/tail.png") == Array("mine".utf8))
    #expect(try folder.bytes("\(Self.backup)/Sub/tail.png").suffix(3) == [1, 2, 3])
    #expect(try folder.bytes("Pack/wave.apng") == Self.wave)
    #expect(try String(decoding: folder.bytes("Pack/stickerpack.json"), as: UTF8.self) == Self.list)
  }

  @Test("a list that was edited after the fix keeps the edits and gets the original names")
  func editedList() throws {
    try fix()
    let edited = Self.list.replacing("wave.apng", with: "wave.png").replacing(
      "Waves", with: "Hello")
    try folder.write(edited, to: "Pack/stickerpack.json")
    let run = try run("undo", "Pack")
    #expect(
      run.status == 1 && run.output.contains("stickerpack.json: not restored: it was changed"))
    #expect(
      try String(decoding: folder.bytes("Pack/stickerpack.json"), as: UTF8.self)
        == Self.list.replacing("Waves", with: "Hello"))
    #expect(try folder.bytes("\(Self.backup)/stickerpack.json") == Array(Self.list.utf8))
  }

  @Test("backups are restored one by one, the newest first, or the one with a number")
  func several() throws {
    let before = try folder.snapshot()
    _ = try run("lint", "Pack", "--fix", "--select", "trailing-bytes")
    let between = try folder.snapshot(without: [Self.backup])
    _ = try run("lint", "Pack", "--fix", "--select", "apng-extension")
    // 22:13:20 UTC, in a zone that is an hour ahead.
    let ignore = folder.path + "/Pack/.stickerpack-backup-1/.gitignore"
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: ignore)
    let list = try Program.stickerpack.run(
      ["undo", "Pack", "--list"], in: folder.url, variables: ["TZ": "UTC-1"])
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.wholeMatch(
        of: /2  .stickerpack-backup-2  20\d\d-\d\d-\d\d \d\d:\d\d  1 file/) != nil)
    #expect(lines.last == "1  .stickerpack-backup-1  2023-11-14 23:13  1 file")
    #expect(try run("undo", "Pack", "--backup", "3").status == 2)
    #expect(try run("undo", "Pack").status == 0)
    #expect(try folder.snapshot(without: [Self.backup]) == between)
    #expect(try run("undo", "Pack", "--backup", "1").status == 0)
    #expect(try folder.snapshot() == before)
  }

  @Test("after a fix or an undo that was interrupted anywhere, undo restores everything")
  func interrupted() throws {
    let before = try folder.snapshot()
    let tail = try folder.bytes("Pack/Sub/tail.png")
    let files = FileManager.default
    func path(_ name: String) -> String { "\(folder.path)/\(name)" }
    // What is left of a fix or an undo, from the end of the fix.
    let interruptions: [() throws -> Void] = [
      // The original is still there.
      { try folder.write(Self.wave, to: "Pack/wave.apng") },
      // And its list was not changed yet.
      {
        try folder.write(Self.wave, to: "Pack/wave.apng")
        try folder.write(Self.list, to: "Pack/stickerpack.json")
      },
      // A file was recorded, but neither kept nor replaced.
      {
        try folder.write(tail, to: "Pack/Sub/tail.png")
        try files.removeItem(atPath: path("\(Self.backup)/Sub/tail.png"))
      },
      // An original has a second name in the backup, and the file was not replaced.
      {
        try files.removeItem(atPath: path("Pack/Sub/tail.png"))
        try files.linkItem(
          atPath: path("\(Self.backup)/Sub/tail.png"), toPath: path("Pack/Sub/tail.png"))
      },
      // The last line is incomplete.
      {
        let record = "\(Self.backup)/.record.jsonl"
        try folder.write(folder.bytes(record) + Array("\n{\"file\":\"go".utf8), to: record)
      },
    ]
    for interruption in interruptions {
      try fix()
      try interruption()
      let run = try run("undo", "Pack")
      #expect(run.status == 0, "\(run.output)")
      #expect(try folder.snapshot() == before)
    }
  }

  /// Adds images with trailing bytes. Returns the arguments of a fix of them all, one after the other.
  private func addTails(_ count: Int) throws -> [String] {
    for index in 0..<count {
      try folder.write(
        PNGBytes.still(300, 300, [UInt8(index), 90, 200, 255]) + [1, 2, 3], to: "Pack/\(index).png")
    }
    return [
      "lint", "Pack", "--fix", "--select", "trailing-bytes", "--select", "apng-extension", "--jobs",
      "1",
    ]
  }

  private func started(_ arguments: [String]) throws -> Process {
    let process = Program.stickerpack.process(arguments, in: folder.url)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test("after kill -9 of a fix, undo restores everything")
  func killed() throws {
    let arguments = try addTails(30)
    let before = try folder.snapshot()
    let process = try started(arguments)
    while process.isRunning,
      !FileManager.default.fileExists(atPath: "\(folder.path)/\(Self.backup)/0.png")
    {}
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let run = try run("undo", "Pack")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try folder.snapshot() == before)
  }

  @Test("of several fixes at once, one undo restores everything", arguments: [2, 3])
  func together(_ count: Int) throws {
    let arguments = try addTails(10)
    let before = try folder.snapshot()
    let processes = try (0..<count).map { _ in try started(arguments) }
    for process in processes {
      process.waitUntilExit()
      #expect([0, 1].contains(process.terminationStatus))
    }
    #expect(try folder.bytes("Pack/0.png").suffix(3) != [1, 2, 3])
    let run = try run("undo", "Pack")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try folder.snapshot() == before)
  }

  // MARK: Hostile backups

  /// An entry of a forged record.
  struct Forgery: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var newName: String?
    var list: String?

    var testDescription: String { name }
  }

  @Test(
    "a forged backup changes nothing outside of the folder, nothing hidden, and no other files",
    arguments: [
      Forgery(name: "parent", file: "../victim.png"),
      Forgery(name: "absolute", file: "/ROOT/victim.png"),
      Forgery(name: "hidden", file: ".git/victim.png"),
      Forgery(name: "hidden after a folder", file: "Sub/../.git/victim.png"),
      Forgery(name: "behind a link", file: "Link/victim.png"),
      Forgery(name: "a link", file: "linked.png"),
      Forgery(name: "another stem", file: "new.png", newName: "victim.png"),
      Forgery(name: "name with a folder", file: "new.png", newName: "../new.png"),
      Forgery(name: "no image", file: "script.sh"),
      Forgery(name: "removes a result elsewhere", file: "victim.gif", newName: "../victim.png"),
      Forgery(name: "list outside", file: "new.gif", newName: "new.png", list: "../list.json"),
      Forgery(name: "hidden list", file: "new.gif", newName: "new.png", list: ".git/list.json"),
      Forgery(name: "empty", file: ""),
      Forgery(name: "the folder", file: "."),
      Forgery(name: "NUL", file: "victim.png\u{0}"),
    ])
  func forged(_ forgery: Forgery) throws {
    let victim = PNGBytes.still(8, 8, [1, 2, 3, 255])
    let planted =
      forgery.file.hasSuffix(".sh")
      ? Array("#!/bin/sh\n".utf8) : PNGBytes.still(8, 8, [9, 9, 9, 255])
    for place in ["", "Pack/", "Pack/.git/", "Outside/"] {
      try folder.write(victim, to: "\(place)victim.png")
      try folder.write("[\"new.png\"]", to: "\(place)list.json")
    }
    try folder.write(victim, to: "Pack/script.sh")
    if forgery.list != nil { try folder.write(victim, to: "Pack/new.png") }
    try folder.link("Pack/Link", to: "../Outside")
    try folder.link("Pack/linked.png", to: "../victim.png")
    let file = forgery.file.replacing("/ROOT", with: folder.path)
    for name in [file, "victim.gif"] where !name.isEmpty && name != "." && !name.contains("\0") {
      // Not all of these names can be in a backup.
      _ = try? folder.write(planted, to: "\(Self.backup)/\(name.hasPrefix("..") ? "x.png" : name)")
    }
    var entry: [String: Any] = [
      "file": file, "before": Digest.sha256(planted), "after": Digest.sha256(victim),
    ]
    entry["newName"] = forgery.newName
    entry["lists"] = forgery.list.map { [$0] }
    let line = try JSONSerialization.data(withJSONObject: entry)
    try folder.write(
      Array("{\"schema\":\"stickerpack.backup/1\"}\n".utf8) + line,
      to: "\(Self.backup)/.record.jsonl")
    let before = try folder.snapshot(without: [Self.backup])
    let run = try run("undo", "Pack")
    var after = try folder.snapshot(without: [Self.backup])
    if forgery.list != nil {
      // The image itself is one that a fix could have written.
      #expect(after.removeValue(forKey: "Pack/new.gif") != nil)
      after["Pack/new.png"] = before["Pack/new.png"]
    }
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(after == before)
  }

  @Test("a forged backup cannot remove other files than images", arguments: [false, true])
  func forgedRemoval(isInPlace: Bool) throws {
    let (planted, text) = (PNGBytes.still(8, 8, [9, 9, 9, 255]), Array("# Read me".utf8))
    try folder.write(text, to: "Pack/README.md")
    try folder.write(planted, to: isInPlace ? "Pack/README.gif" : "\(Self.backup)/README.gif")
    let line = """
      {"schema":"stickerpack.backup/1"}
      {"file":"README.gif","newName":"README.md","before":"\(Digest.sha256(planted))","after":"\(Digest.sha256(text))"}
      """
    try folder.write(line, to: "\(Self.backup)/.record.jsonl")
    let before = try folder.snapshot(without: [Self.backup])
    // One that keeps no original has nothing to undo.
    #expect(try run("undo", "Pack").status == (isInPlace ? 2 : 1))
    #expect(try folder.snapshot(without: [Self.backup]) == before)
  }

  @Test("an original that is not the one that was kept is refused")
  func exchangedOriginal() throws {
    try fix()
    try folder.write(PNGBytes.still(8, 8, [9, 9, 9, 255]), to: "\(Self.backup)/Sub/tail.png")
    let before = try folder.bytes("Pack/Sub/tail.png")
    let run = try run("undo", "Pack")
    #expect(run.status == 1)
    #expect(
      run.output.contains("Sub/tail.png: not restored: the original in .stickerpack-backup-1 is"))
    #expect(try folder.bytes("Pack/Sub/tail.png") == before)
  }

  @Test("a backup that is a link, and one without a record, are not used")
  func invalidBackups() throws {
    try folder.write("{\"schema\":\"stickerpack.backup/1\"}\n", to: "Elsewhere/.record.jsonl")
    try folder.link("Pack/.stickerpack-backup-7", to: "../Elsewhere")
    #expect(try run("undo", "Pack").status == 2)
    try folder.write("x", to: "Pack/.stickerpack-backup-2/a.png")
    let before = try folder.snapshot()
    let run = try run("undo", "Pack")
    #expect(run.status == 3)
    #expect(
      run.errors
        == "stickerpack: cannot undo Pack/.stickerpack-backup-2: it has no valid record of "
        + "what was changed; move the files back yourself\n")
    #expect(try folder.snapshot() == before)
  }
}
