import Foundation
import TestSupport
import Testing

@Suite("build --archive")
struct ArchiveTests {
  let world: TemporaryFolder

  init() throws {
    world = try TemporaryFolder()
    for (name, green) in [("a", 10), ("größe", 20)] {
      try world.write(
        PNGBytes.still(408, 408, [200, UInt8(green), 0, 128]), to: "Pack/\(name).png")
    }
    #expect(try run("build", "Pack", "-o", "out", "--archive").status == 0)
  }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: world.url)
  }

  /// The bundle's files: the manifest, then the others sorted by bytes.
  func expectedNames() throws -> [String] {
    let names = try world.files().filter { $0.hasPrefix("out/") }.map { String($0.dropFirst(4)) }
      .filter { $0 != "manifest.json" }
      .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    return ["manifest.json"] + names
  }

  /// The archive with another name in both headers of a file.
  func renaming(_ old: String, to new: String) throws -> [UInt8] {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    #expect(old.count == new.count)
    var bytes = try world.bytes("out.zip")
    // The manifest, which also contains the name, is first.
    let start = try 30 + "manifest.json".utf8.count + world.bytes("out/manifest.json").count
    var count = 0
    for index in bytes.indices[start...].dropLast(old.count)
    where bytes[index...].starts(with: old) {
      bytes.replaceSubrange(index..<index + old.count, with: new)
      count += 1
    }
    #expect(count == 2)
    return bytes
  }

  @Test("files are stored uncompressed, the manifest first, without dates or owners")
  func bytes() throws {
    let archive = try world.bytes("out.zip")
    func number(_ offset: Int, _ count: Int) -> Int {
      archive[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func text(_ offset: Int, _ count: Int) -> String {
      String(decoding: archive[offset..<offset + count], as: UTF8.self)
    }
    let names = try expectedNames()
    var offset = 0
    var offsets: [Int] = []
    for name in names {
      offsets.append(offset)
      let content = try world.bytes("out/" + name)
      #expect(archive[offset..<offset + 4] == [0x50, 0x4B, 3, 4])
      // Version 2.0, UTF-8, stored, midnight, 1 January 1980.
      #expect(
        archive[offset + 4..<offset + 14] == [20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0], "\(name)")
      #expect(number(offset + 18, 4) == content.count)
      #expect(number(offset + 22, 4) == content.count)
      #expect(number(offset + 26, 2) == name.utf8.count)
      #expect(number(offset + 28, 2) == 0)
      #expect(text(offset + 30, name.utf8.count) == name)
      let start = offset + 30 + name.utf8.count
      #expect(Array(archive[start..<start + content.count]) == content)
      offset = start + content.count
    }
    let directory = offset
    for (name, local) in zip(names, offsets) {
      #expect(archive[offset..<offset + 4] == [0x50, 0x4B, 1, 2])
      #expect(archive[offset + 5] == 3)
      #expect(Array(archive[offset + 6..<offset + 32]) == Array(archive[local + 4..<local + 30]))
      #expect(number(offset + 32, 6) == 0)
      #expect(number(offset + 38, 4) == 0o100644 << 16)
      #expect(number(offset + 42, 4) == local)
      #expect(text(offset + 46, name.utf8.count) == name)
      offset += 46 + name.utf8.count
    }
    #expect(archive[offset..<offset + 8] == [0x50, 0x4B, 5, 6, 0, 0, 0, 0])
    #expect(number(offset + 8, 2) == names.count)
    #expect(number(offset + 10, 2) == names.count)
    #expect(number(offset + 12, 4) == offset - directory)
    #expect(number(offset + 16, 4) == directory)
    #expect(number(offset + 20, 2) == 0)
    #expect(archive.count == offset + 22)
  }

  @Test(
    "Python reads the archive without errors",
    .enabled(if: OtherProgram.python.isHere, "python3 is not installed, so this test is skipped"))
  func python() throws {
    let program = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as archive:
          assert archive.testzip() is None
          for entry in archive.infolist():
              assert entry.date_time == (1980, 1, 1, 0, 0, 0), entry
              assert entry.compress_type == zipfile.ZIP_STORED and not entry.extra, entry
              assert entry.external_attr >> 16 == 0o100644 and entry.create_system == 3, entry
              print(entry.filename)
          archive.extractall(sys.argv[2])
      """
    let output = try OtherProgram.python.run(
      ["-X", "utf8", "-c", program, world.path + "/out.zip", world.path + "/python"])
    #expect(try output == expectedNames().map { $0 + "\n" }.joined())
    for name in try expectedNames() {
      #expect(try world.bytes("python/" + name) == world.bytes("out/" + name))
    }
  }

  @Test(
    "unzip reads the archive without errors",
    .enabled(if: OtherProgram.unzip.isHere, "unzip is not installed, so this test is skipped"))
  func unzip() throws {
    let output = try OtherProgram.unzip.run(["-tq", world.path + "/out.zip"])
    #expect(output.hasPrefix("No errors detected"), "\(output)")
    _ = try OtherProgram.unzip.run(["-q", world.path + "/out.zip", "-d", world.path + "/unzipped"])
    // The manifest lists every file with its digest.
    #expect(try run("verify", "unzipped").status == 0)
  }

  @Test("the same art produces the same archive, and the summary lists it")
  func reproducible() throws {
    for name in ["a", "größe"] {
      try world.write(try world.bytes("Pack/\(name).png"), to: "Other/Pack/\(name).png")
    }
    let result = try run("build", "Other/Pack", "-o", "Other/made/", "--archive", "--jobs", "7")
    #expect(result.output.hasSuffix("  Other/made/manifest.json\n  Other/made.zip\n"))
    #expect(try world.bytes("Other/made.zip") == world.bytes("out.zip"))
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: world.path + "/Other")) == [
        "Pack", "made", "made.zip",
      ])
  }

  @Test("an existing file is replaced only if it is an archive that stickerpack wrote")
  func replaces() throws {
    try FileManager.default.removeItem(atPath: world.path + "/Pack/a.png")
    let before = try world.bytes("out.zip")
    #expect(try run("build", "Pack", "-o", "out", "--archive").status == 0)
    #expect(try world.bytes("out.zip").count < before.count)
    #expect(try run("verify", "out.zip").status == 0)

    func expectError(_ reason: String) throws {
      let before = try world.snapshot()
      let result = try run("build", "Pack", "-o", "out", "--archive")
      #expect(result.status == 2)
      #expect(result.errors.contains("out.zip is \(reason)"), "\(result.errors)")
      #expect(try world.snapshot() == before)
    }
    try world.write("precious", to: "out.zip")
    try expectError("not an archive that stickerpack wrote")
    try FileManager.default.removeItem(atPath: world.path + "/out.zip")
    try world.write("x", to: "out.zip/file")
    try expectError("not an archive that stickerpack wrote")
    try FileManager.default.removeItem(atPath: world.path + "/out.zip")
    try world.link("out.zip", to: "Pack")
    try expectError("a symbolic link")
  }

  @Test("verify and diff accept an archive instead of the folder")
  func verifyAndDiff() throws {
    #expect(try run("verify", "out.zip").output == run("verify", "out").output)
    #expect(try run("verify", "out.zip", "--format", "json").output.contains("\"passed\" : true"))
    #expect(try run("diff", "out", "out.zip", "--exit-code").status == 0)
    try FileManager.default.removeItem(atPath: world.path + "/Pack/a.png")
    #expect(try run("build", "Pack", "-o", "new").status == 0)
    #expect(try run("diff", "out.zip", "new").output == run("diff", "out", "new").output)
  }

  @Test("a dry run lists the archive but does not write it")
  func dryRun() throws {
    let result = try run("build", "Pack", "-o", "plan/", "--archive", "--dry-run")
    #expect(result.output.contains("\n  plan.zip\n"))
    #expect(try !world.files().contains { $0.hasPrefix("plan") })
  }

  @Test("the archive of a collection has all packs")
  func collection() throws {
    for name in ["One", "Two"] {
      try world.write(PNGBytes.still(408, 408, [0, 99, 0, 128]), to: "Many/\(name)/a.png")
    }
    #expect(try run("build", "Many", "-o", "many", "--archive").status == 0)
    #expect(try run("verify", "many.zip").output == "✓ 44 files match the manifest\n")
    #expect(try run("diff", "many.zip", "many", "--exit-code").status == 0)
  }

  @Test("a changed byte is detected", arguments: [false, true])
  func damage(_ inManifest: Bool) throws {
    let archive = try world.bytes("out.zip")
    let mark = Array((inManifest ? "\"schema\"" : "IDAT").utf8)
    let index = try #require(
      archive.indices.first { archive[$0...].starts(with: mark) })
    var damaged = archive
    damaged[index + 1] ^= 1
    try world.write(damaged, to: "bad.zip")
    let result = try run("verify", "bad.zip")
    #expect(result.status == 1)
    #expect((result.output + result.errors).contains("do not match their CRC-32"))
  }

  @Test(
    "an archive that stickerpack would write differently is rejected, and nothing is unpacked",
    arguments: ["../outside1.png", "images/../b.png", "images/z@1x.png"])
  func rejected(_ name: String) throws {
    try world.write(renaming("images/a@1x.png", to: name), to: "bad.zip")
    let before = try world.snapshot()
    let reason = "stickerpack did not write the archive, or it was changed: unpack it and"
    let verify = try run("verify", "bad.zip")
    #expect(verify.status == 1)
    #expect(verify.output.hasPrefix("  corrupt     bad.zip: \(reason)"))
    let diff = try run("diff", "out", "bad.zip")
    #expect(diff.status == 2)
    #expect(diff.errors.hasPrefix("stickerpack: bad.zip: \(reason)"))
    #expect(try world.snapshot() == before)
  }

  @Test("the exit status of verify is 1 for a damaged archive, including in JSON")
  func exitStatus() throws {
    let archive = try world.bytes("out.zip")
    for (name, bytes) in [
      ("empty.zip", []), ("truncated.zip", Array(archive.dropLast(100))),
      ("headless.zip", [0, 0, 0, 0] + archive.dropFirst(4)), ("longer.zip", archive + [10]),
    ] {
      try world.write(bytes, to: name)
      #expect(try run("verify", name).status == 1, "\(name)")
      let json = try run("verify", name, "--format", "json")
      #expect(json.status == 1, "\(name)")
      #expect(JSONSchemaValidator.complaints(about: json.output, schema: "verification") == "")
    }
    #expect(try run("verify", "nowhere.zip").status == 2)
  }
}
