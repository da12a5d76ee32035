import Foundation
import TestSupport
import Testing

@Suite("stickerpack verify")
struct VerifyTests {
  let world: TemporaryFolder

  init() throws {
    world = try TemporaryFolder()
    for name in ["a", "b"] {
      try world.write(PNGBytes.still(408, 408, [200, 0, 0, 128]), to: "Pack/\(name).png")
    }
    try world.write("precious", to: "outside.txt")
    #expect(try run("build", "Pack", "-o", "out").status == 0)
  }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: world.url)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: world.path + "/" + name)
  }

  /// The manifest with some of its text replaced by other.
  func edit(_ text: String, _ other: String) throws {
    let manifest = String(decoding: try world.bytes("out/manifest.json"), as: UTF8.self)
    #expect(manifest.contains(text))
    try world.write(manifest.replacingOccurrences(of: text, with: other), to: "out/manifest.json")
  }

  func lines(_ result: Program.Run) -> [String] {
    result.output.split(separator: "\n").map { String($0) }
  }

  @Test("a manifest lists every other file of its folder with its size and digest")
  func table() throws {
    struct Manifest: Decodable {
      struct File: Decodable {
        var file: String
        var bytes: Int
        var sha256: String
      }
      var files: [File]
    }
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(world.bytes("out/manifest.json")))
    let present = try world.files().filter {
      $0.hasPrefix("out/") && $0 != "out/manifest.json"
    }
    #expect(manifest.files.map { "out/" + $0.file } == present)
    #expect(present.count == 12 + 14)
    for file in manifest.files {
      let bytes = try world.bytes("out/" + file.file)
      #expect(file.bytes == bytes.count)
      #expect(file.sha256 == Digest.sha256(bytes))
    }
  }

  @Test("0 for a bundle as it was built, and nothing is changed by looking")
  func whole() throws {
    let before = try world.snapshot()
    let result = try run("verify", "out/")
    #expect(result.status == 0)
    #expect(result.output == "✓ 26 files, each as the manifest says\n")
    #expect(result.errors == "")
    #expect(try world.snapshot() == before)
  }

  @Test("1 for everything that differs, in one pass")
  func differences() throws {
    try remove("out/images/a@1x.png")
    let size = try world.bytes("out/images/a@2x.png").count
    try world.write(try world.bytes("out/images/a@2x.png") + [0], to: "out/images/a@2x.png")
    var flipped = try world.bytes("out/images/b@2x.png")
    flipped[40] ^= 1
    try world.write(flipped, to: "out/images/b@2x.png")
    try world.write("x", to: "out/.DS_Store")
    try world.write("x", to: "out/images/new\u{1B}[31m.png")
    try remove("out/images/a@3x.png")
    try world.link("out/images/a@3x.png", to: "../../outside.txt")
    try FileManager.default.createDirectory(
      atPath: world.path + "/out/Empty", withIntermediateDirectories: false)
    let result = try run("verify", "out")
    #expect(result.status == 1)
    #expect(
      lines(result) == [
        "  missing     images/a@1x.png: the manifest lists it",
        "  changed     images/a@2x.png: it has \(size + 1) bytes instead of \(size)",
        "  changed     images/b@2x.png: it has other bytes, \(flipped.count) as before",
        "  extra       .DS_Store: the manifest does not list it",
        "  extra       Empty: the folder is empty",
        "  extra       images/new\\u{1B}[31m.png: the manifest does not list it",
        "  link        images/a@3x.png: it is a symbolic link, and a bundle has none",
        "26 files listed: 1 missing, 2 changed, 3 extra, 1 link",
      ])
  }

  @Test("catalog files are covered like images")
  func catalog() throws {
    let file = "Stickers.xcstickers/Pack.stickerpack/a.sticker/Contents.json"
    try world.write("{}", to: "out/" + file)
    let result = try run("verify", "out")
    #expect(result.status == 1)
    #expect(lines(result).first?.hasPrefix("  changed     \(file): it has 2 bytes instead") == true)
  }

  @Test(
    "a manifest that names files outside of the bundle has them reported and never opened",
    arguments: ["../outside.txt", "/etc/passwd", "images/../../outside.txt", #"a\u0000b"#, ".."])
  func outside(_ name: String) throws {
    try edit("images/a@1x.png", name)
    let result = try run("verify", "out")
    #expect(result.status == 1)
    #expect(result.output.contains("does not name a file of the bundle"))
    #expect(result.output.contains("  missing     "))
    #expect(result.output.contains("  extra       images/a@1x.png"))
    #expect(!result.output.contains("bytes instead of"))
  }

  @Test("a linked folder is not followed")
  func linkedFolder() throws {
    try FileManager.default.moveItem(
      atPath: world.path + "/out/images", toPath: world.path + "/Elsewhere")
    try world.link("out/images", to: "../Elsewhere")
    let result = try run("verify", "out")
    #expect(result.status == 1)
    #expect(lines(result).last == "26 files listed: 6 missing, 1 link")
  }

  @Test("a manifest that lists a file twice contradicts itself")
  func twice() throws {
    try edit("images/a@1x.png", "images/a@2x.png")
    let result = try run("verify", "out")
    #expect(result.status == 1)
    #expect(result.output.contains("is listed twice"))
  }

  @Test("a manifest that was cut short is a problem of the bundle")
  func cutShort() throws {
    try world.write(
      Array(try world.bytes("out/manifest.json").dropLast(10)), to: "out/manifest.json")
    let result = try run("verify", "out")
    #expect(result.status == 1)
    #expect(
      lines(result).first
        == "  manifest    manifest.json: it is damaged or cut short: it is not JSON")
  }

  @Test("2 for what is no bundle, or one that a newer version built")
  func usage() throws {
    func complaint(_ path: String) throws -> String {
      let result = try run("verify", path)
      #expect(result.status == 2)
      #expect(result.output == "")
      return result.errors
    }
    #expect(try complaint("nowhere") == "stickerpack: nowhere does not exist\n")
    #expect(
      try complaint("outside.txt")
        == "stickerpack: outside.txt is a file; name a bundle's folder or archive\n")
    #expect(try complaint("Pack") == "stickerpack: Pack is no bundle: it has no manifest.json\n")
    try world.write("{}", to: "Pack/manifest.json")
    #expect(
      try complaint("Pack") == "stickerpack: Pack/manifest.json: it is not the manifest of a bundle"
        + " that stickerpack built\n")
    try edit("stickerpack.manifest/1", "stickerpack.manifest/2")
    #expect(
      try complaint("out")
        == "stickerpack: out/manifest.json: a newer stickerpack wrote it; update this one\n")
    try edit("stickerpack.manifest/2", "stickerpack.manifest/1")
    try edit(#""files" :"#, #""tables" :"#)
    #expect(try complaint("out").contains("lists no files; build the bundle again"))
  }

  @Test("a collection is verified as a whole, and each of its packs by itself")
  func collection() throws {
    for name in ["One", "Two"] {
      try world.write(PNGBytes.still(408, 408, [0, 99, 0, 128]), to: "Many/\(name)/a.png")
    }
    #expect(try run("build", "Many", "-o", "many").status == 0)
    #expect(try run("verify", "many").output == "✓ 44 files, each as the manifest says\n")
    #expect(try run("verify", "many/One").output == "✓ 21 files, each as the manifest says\n")
    try remove("many/Two/images/a@1x.png")
    #expect(try run("verify", "many").output.contains("  missing     Two/images/a@1x.png: "))
    #expect(try run("verify", "many/One").status == 0)
    #expect(try run("verify", "many/Two").status == 1)
  }

  @Test("JSON says the same, and its schema describes it")
  func json() throws {
    let whole = try run("verify", "out", "--format", "json").output
    try remove("out/images/a@1x.png")
    let result = try run("verify", "out", "--format", "json")
    #expect(result.status == 1)
    struct Document: Decodable {
      var schema: String
      var passed: Bool
      var name: String
      var files: Int
      var manifestSHA256: String
      var problems: [[String: String]]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.schema == "stickerpack.verification/1")
    #expect(!document.passed)
    #expect(document.name == "Pack")
    #expect(document.files == 12 + 14)
    #expect(document.manifestSHA256 == Digest.sha256(try world.bytes("out/manifest.json")))
    #expect(
      document.problems == [
        ["kind": "missing", "file": "images/a@1x.png", "message": "the manifest lists it"]
      ])
    guard JSONSchemaValidator.isHere else { return }
    for text in [whole, result.output] {
      #expect(
        JSONSchemaValidator.complaints(
          about: Array(text.utf8), schema: "Sources/StickerReports/Bundle/verification.schema.json")
          == "")
    }
  }

  @Test("the same art gives the same bundle in any folder, with any jobs, dates and environment")
  func reproducible() throws {
    for name in ["a", "b"] {
      try world.write(try world.bytes("Pack/\(name).png"), to: "Other/Deep/Pack/\(name).png")
    }
    let process = Program.stickerpack.process(
      ["build", "Other/Deep/Pack", "-o", "Other/out", "--jobs", "8"], in: world.url)
    process.environment = ["TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"]
    process.standardOutput = FileHandle.nullDevice
    for name in ["a", "b"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 86_400)],
        ofItemAtPath: world.path + "/Other/Deep/Pack/\(name).png")
    }
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try run("build", "Pack", "-o", "out", "--jobs", "1").status == 0)
    let names = try world.files().filter { $0.hasPrefix("out/") }
    #expect(names.count == 13 + 14)
    #expect(try world.files().count { $0.hasPrefix("Other/out/") } == 13 + 14)
    for name in names { #expect(try world.bytes(name) == world.bytes("Other/" + name), "\(name)") }
  }
}
