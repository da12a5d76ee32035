import Foundation
import TestSupport
import Testing

@Suite("stickerpack verify")
struct VerifyTests {
  let world: TemporaryFolder

  init() throws {
    world = try TemporaryFolder()
    for name in ["a", "b"] {
      try world.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Pack/\(name).png")
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

  /// Replaces a text in the manifest.
  func edit(_ text: String, _ other: String) throws {
    let manifest = String(decoding: try world.bytes("out/manifest.json"), as: UTF8.self)
    #expect(manifest.contains(text))
    try world.write(manifest.replacingOccurrences(of: text, with: other), to: "out/manifest.json")
  }

  func lines(_ result: Program.Run) -> [String] {
    result.output.split(separator: "\n").map { String($0) }
  }

  @Test("a manifest lists all files with size and digest")
  func files() throws {
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

  @Test("an unchanged bundle passes, and verify writes nothing")
  func unchanged() throws {
    let before = try world.snapshot()
    let result = try run("verify", "out/")
    #expect(result.status == 0)
    #expect(result.output == "✓ 26 files match the manifest\n")
    #expect(result.errors == "")
    #expect(try world.snapshot() == before)
  }

  @Test("all differences are reported, and the exit status is 1")
  func differences() throws {
    try remove("out/images/a@1x.png")
    let size = try world.bytes("out/images/a@2x.png").count
    try world.write(try world.bytes("out/images/a@2x.png") + [0], to: "out/images/a@2x.png")
    var flipped = try world.bytes("out/images/b@2x.png")
    flipped[40] ^= 1
    try world.write(flipped, to: "out/images/b@2x.png")
    try world.write("x", to: "out/.hidden")
    try world.write("x", to: "out/images/new\u{1B}[31m.png")
    try remove("out/images/a@3x.png")
    try world.link("out/images/a@3x.png", to: "../../outside.txt")
    try FileManager.default.createDirectory(
      atPath: world.path + "/out/Empty", withIntermediateDirectories: false)
    let result = try run("verify", "out")
    #expect(result.status == 1)
    #expect(
      lines(result) == [
        "  missing     images/a@1x.png: listed in the manifest",
        "  changed     images/a@2x.png: expected \(size) bytes, found \(size + 1)",
        "  changed     images/b@2x.png: other content with the same size of \(flipped.count) bytes",
        "  extra       .hidden: not listed in the manifest",
        "  extra       Empty: an empty folder",
        "  extra       images/new\\u{1B}[31m.png: not listed in the manifest",
        "  link        images/a@3x.png: bundles cannot contain symbolic links",
        "26 files listed: 1 missing, 2 changed, 3 extra, 1 link",
      ])
  }

  @Test("catalog files are verified")
  func catalog() throws {
    let file = "Stickers.xcstickers/Pack.stickerpack/a.sticker/Contents.json"
    try world.write("{}", to: "out/" + file)
    let result = try run("verify", "out")
    #expect(result.status == 1)
    #expect(lines(result).first?.hasSuffix(" bytes, found 2") == true)
  }

  @Test("the exit status is 2 for anything but a bundle of a supported version")
  func unsupported() throws {
    func error(_ path: String) throws -> String {
      let result = try run("verify", path)
      #expect(result.status == 2)
      #expect(result.output == "")
      return result.errors
    }
    #expect(try error("nowhere") == "stickerpack: nowhere does not exist\n")
    #expect(
      try error("outside.txt")
        == "stickerpack: outside.txt is a file: expected a bundle's folder or archive\n")
    #expect(try error("Pack") == "stickerpack: Pack is not a bundle: it has no manifest.json\n")
    try world.write("{}", to: "Pack/manifest.json")
    #expect(
      try error("Pack")
        == "stickerpack: Pack/manifest.json: not a manifest that stickerpack wrote\n")
    try edit("stickerpack.manifest/2", "stickerpack.manifest/3")
    #expect(
      try error("out")
        == "stickerpack: out/manifest.json: written by a newer version of stickerpack: update this one\n"
    )
    try edit("stickerpack.manifest/3", "stickerpack.manifest/2")
    try edit(#""files" :"#, #""tables" :"#)
    #expect(try error("out").contains("lists no files: build the bundle again"))
  }

  @Test("a collection and each of its packs can be verified")
  func collection() throws {
    for name in ["One", "Two"] {
      try world.write(PNGBytes.still(408, 408, [0, 99, 0, 128]), to: "Many/\(name)/a.png")
    }
    #expect(try run("build", "Many", "-o", "many").status == 0)
    #expect(try run("verify", "many").output == "✓ 44 files match the manifest\n")
    #expect(try run("verify", "many/One").output == "✓ 21 files match the manifest\n")
    try remove("many/Two/images/a@1x.png")
    #expect(try run("verify", "many").output.contains("  missing     Two/images/a@1x.png: "))
    #expect(try run("verify", "many/One").status == 0)
    #expect(try run("verify", "many/Two").status == 1)
  }

  @Test("JSON has the same content and conforms to its schema")
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
        ["kind": "missing", "file": "images/a@1x.png", "message": "listed in the manifest"]
      ])
    for text in [whole, result.output] {
      #expect(JSONSchemaValidator.complaints(about: text, schema: "verification") == "")
    }
  }

  @Test("the same art produces the same bundle, whatever the folder, jobs, dates and locale")
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
