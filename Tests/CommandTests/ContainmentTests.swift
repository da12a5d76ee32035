import Foundation
import ImageCodecs
import Pixels
import TestSupport
import Testing

/// `SECURITY.md`: nothing outside of the output folder is made or changed, and nothing outside of
/// the pack gets into a bundle, whatever names, catalogs, configurations and links say.
@Suite("Containment")
struct ContainmentTests {
  let world: TemporaryFolder
  private static let art = square(Pixel(red: 200, green: 0, blue: 0, alpha: 160))
  private static let secret = square(Pixel(red: 1, green: 2, blue: 3, alpha: 4))
  var art: [UInt8] { Self.art }
  var secret: [UInt8] { Self.secret }

  /// A file of a few hundred bytes: each test compares all files before and after.
  private static func square(_ pixel: Pixel) -> [UInt8] {
    (try? ImageEncoder.png(Bitmap(width: 408, height: 408, filledWith: pixel))) ?? []
  }

  init() throws {
    world = try TemporaryFolder()
    try world.write(secret, to: "secret.png")
    try world.write("precious", to: "Outside/notes.txt")
    try world.write(secret, to: "Outside/secret.png")
    try world.write(art, to: "Work/Pack/a.png")
  }

  /// Runs the tool in `Work`, and expects all but `Work/out` to be as it was.
  func run(_ arguments: String...) throws -> Program.Run { try run(arguments) }

  func run(_ arguments: [String]) throws -> Program.Run {
    let before = try world.snapshot(without: ["Work/out"])
    let result = try Program.stickerpack.run(arguments, in: world.url.appending(path: "Work"))
    #expect(try world.snapshot(without: ["Work/out"]) == before)
    return result
  }

  /// Whether a file outside of the pack was copied into the bundle.
  func bundleHoldsSecret() throws -> Bool {
    try world.files().contains {
      try $0.hasPrefix("Work/out/") && world.bytes($0) == secret
    }
  }

  // MARK: Names

  @Test(
    "a pack's name is not a path",
    arguments: [
      "../../x", "/etc/x", "a/b", "..", ".", "", ".hidden", #"a\u0000b"#, #"a\nb"#, #"a\u2028b"#,
      #"\u001b[31m"#, #"a/\u0301b"#, #"a\u0600/../\u0301b"#, #"..\/..\/x"#,
    ])
  func packName(_ name: String) throws {
    try world.write(#"{ "name": "\#(name)" }"#, to: "Work/Pack/stickerpack.json")
    let result = try run("build", "Pack", "-o", "out")
    #expect(result.status == 2)
    #expect(result.errors.contains("line 1, column 11: name is \""))
    #expect(result.errors.count { $0.isNewline } == 1)
    #expect(!result.errors.contains("\u{1B}"))
    #expect(!(try world.files().contains { $0.hasPrefix("Work/out") }))
  }

  @Test("a pack name that is too long for a file system is shortened and reported")
  func longPackName() throws {
    let name = String(repeating: "x", count: 300)
    try world.write(#"{ "name": "\#(name)" }"#, to: "Work/Pack/stickerpack.json")
    let result = try run("build", "Pack", "-o", "out")
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("stickerpack: the pack \"xxx"))
    let catalog = world.path + "/Work/out/Stickers.xcstickers"
    let names = try FileManager.default.contentsOfDirectory(atPath: catalog)
    #expect(names.contains { $0.hasPrefix("xxx") && $0.utf8.count <= 255 })
  }

  @Test(
    "a listed file is in the pack's own folder",
    arguments: ["../../secret.png", "/etc/passwd", "..", #"Sub\/a.png"#, #"a/\u0301"#])
  func listedFile(_ name: String) throws {
    try world.write(
      #"{ "stickers": [{ "file": "\#(name)" }] }"#, to: "Work/Pack/stickerpack.json")
    let result = try run("build", "Pack", "-o", "out", "--force")
    #expect(result.status == 2)
    #expect(result.errors.contains("expected the name of a file in the pack's folder"))
  }

  @Test(
    "a file's odd name stays one file in the bundle",
    arguments: [
      "\u{301}accent", "\u{600}", "a\nb", "\u{1B}[31m", "-rf", "--force", "%n%s", "   ", "$(true)",
      "a\\..\\b", "~", "😀", "\u{202E}x",
    ])
  func fileName(_ name: String) throws {
    try world.write(art, to: "Work/Pack/\(name).png")
    let result = try run("build", "Pack", "-o", "out", "--force")
    #expect(result.status == 0)
    #expect(!result.output.contains("\u{1B}"))
    let images = try FileManager.default.contentsOfDirectory(
      atPath: world.path + "/Work/out/images")
    #expect(images.count == 6)
    // By bytes: U+0600 and the @ behind it are one character.
    #expect(images.count { $0.utf8.suffix(7).elementsEqual("@2x.png".utf8) } == 2)
    #expect(!images.contains { $0.contains("\u{1B}") || $0.contains("\\") })
  }

  // MARK: Catalogs

  func writeSticker(_ filename: String, in folder: String) throws {
    try world.write(
      #"{ "properties": { "filename": "\#(filename)" } }"#, to: folder + "/Contents.json")
  }

  @Test(
    "a catalog's file is in its sticker's own folder",
    arguments: [
      "../../../../secret.png", "/etc/hostname", "Sub/a.png", "..", ".", "link.png",
      #"x/\u0301/../../../../../secret.png"#, #"a\u0000.png"#,
    ])
  func catalogFile(_ name: String) throws {
    let pack = "Work/P.xcstickers/P.stickerpack"
    try world.write("{}", to: "\(pack)/Contents.json")
    try world.write(art, to: "\(pack)/good.sticker/a.png")
    try writeSticker("a.png", in: "\(pack)/good.sticker")
    try world.write(secret, to: "\(pack)/bad.sticker/Sub/a.png")
    try world.link("\(pack)/bad.sticker/link.png", to: "../../../../secret.png")
    try writeSticker(name, in: "\(pack)/bad.sticker")
    let report = try run("lint", "P.xcstickers", "--format", "json")
    #expect(report.status == 1)
    #expect(report.output.contains("bad.sticker/Contents.json"))
    #expect(try run("build", "P.xcstickers", "-o", "out", "--force").status == 0)
    #expect(!(try bundleHoldsSecret()))
    #expect(try world.files().count { $0.hasPrefix("Work/out/images/") } == 3)
  }

  @Test("a catalog's links out of it are reported and not followed")
  func catalogLinks() throws {
    let outside = "Outside/P.stickerpack"
    try world.write("{}", to: "\(outside)/Contents.json")
    try world.write(secret, to: "\(outside)/s.sticker/s.png")
    try writeSticker("s.png", in: "\(outside)/s.sticker")
    try world.write(#"{ "properties": { "grid-size": "hunter2" } }"#, to: "Outside/Contents.json")

    let catalog = "Work/P.xcstickers"
    try world.write(art, to: "\(catalog)/Own.stickerpack/a.sticker/a.png")
    try writeSticker("a.png", in: "\(catalog)/Own.stickerpack/a.sticker")
    try world.link("\(catalog)/Own.stickerpack/Contents.json", to: "../../../Outside/Contents.json")
    try world.link(
      "\(catalog)/Own.stickerpack/s.sticker", to: "../../../Outside/P.stickerpack/s.sticker")
    try world.link("\(catalog)/Linked.stickerpack", to: "../../Outside/P.stickerpack")

    let report = try run("lint", "P.xcstickers").output
    #expect(!report.contains("hunter2"))
    #expect(report.contains("1 sticker in 1 pack:"))
    #expect(
      report.contains(
        """
        P.xcstickers/Own.stickerpack
          warning  link-outside-folder  P.xcstickers/Linked.stickerpack, Contents.json, s.sticker
                   The target of the link is missing or outside the folder.
        """))
    _ = try run("build", "P.xcstickers/Own.stickerpack", "-o", "out", "--force")
    #expect(!(try bundleHoldsSecret()))
  }

  // MARK: Links in a folder

  @Test("links out of a folder are not followed, and files with a second name are copied")
  func links() throws {
    try world.link("Work/Pack/linked.png", to: "../../secret.png")
    try world.link("Work/Pack/Folder", to: "../../Outside")
    let hard = world.path + "/Work/Pack/hard.png"
    #expect(link(world.path + "/Outside/secret.png", hard) == 0)
    let report = try run("lint", "Pack").output
    #expect(
      report.contains(
        """
          warning  link-outside-folder  Folder, linked.png
                   The target of the link is missing or outside the folder.
        """))
    #expect(try run("build", "Pack", "-o", "out", "--force").status == 0)
    let images = try FileManager.default.contentsOfDirectory(
      atPath: world.path + "/Work/out/images")
    #expect(images.filter { $0.contains("@3x") }.sorted() == ["a@3x.png", "hard@3x.png"])
    let copy = try FileManager.default.attributesOfItem(
      atPath: world.path + "/Work/out/images/hard@3x.png")
    #expect(copy[.referenceCount] as? Int == 1)
  }

  @Test("a configuration that is a link out of the folder is not read")
  func linkedConfiguration() throws {
    try world.write("hunter2", to: "Outside/private.txt")
    try world.link("Work/Pack/stickerpack.json", to: "../../Outside/private.txt")
    for path in ["Pack", "Pack/a.png"] {
      let result = try run("lint", path)
      #expect(result.status == 2)
      #expect(
        result.errors == "stickerpack: Pack/stickerpack.json: the link leads out of the folder\n")
    }
  }

  @Test("a named folder is linted even if the name is a link")
  func linkedFolder() throws {
    try world.link("Work/Alias", to: "Pack")
    #expect(try run("lint", "Alias").output.contains("1 sticker in 1 pack"))
  }

  // MARK: Output

  @Test("a bundle is not written through a link", arguments: ["Outside", "Outside/missing"])
  func linkedOutput(_ target: String) throws {
    try world.link("Work/link", to: "../" + target)
    for path in ["link", "link/"] {
      let result = try run("build", "Pack", "-o", path)
      #expect(result.status == 2)
      #expect(
        result.errors == "stickerpack: link is a symbolic link; specify the folder itself\n")
    }
  }

  @Test("links planted in an old bundle are kept, but not followed")
  func linksInBundle() throws {
    #expect(try run("build", "Pack", "-o", "out").status == 0)
    try world.link("Work/out/linked.txt", to: "../../Outside/notes.txt")
    #expect(link(world.path + "/Outside/notes.txt", world.path + "/Work/out/hard.txt") == 0)
    #expect(try run("build", "Pack", "-o", "out").status == 0)
    #expect(try world.snapshot()["Work/out/linked.txt"]?.contains("Outside/notes.txt") == true)
    try FileManager.default.removeItem(atPath: world.path + "/Work/out/images")
    try world.link("Work/out/images", to: "../../Outside")
    let result = try run("build", "Pack", "-o", "out", "--force")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("stickerpack: out/images is not from stickerpack"))
  }

  @Test("links planted as drafts are not followed")
  func plantedDrafts() throws {
    try world.link("Work/.out.draft-1", to: "../Outside")
    try world.write("", to: "Work/.out.draft-1.lock")
    try world.link("Work/.out.draft-1.old", to: "../Outside")
    try world.link("Work/.out.draft-2", to: "../Outside")
    try world.link("Work/.out.draft-2.lock", to: "../Outside/notes.txt")
    #expect(mkfifo(world.path + "/Work/.out.draft-3.lock", 0o644) == 0)
    let before = try world.snapshot(without: ["Work"])
    let result = try Program.stickerpack.run(
      ["build", "Pack", "-o", "out"], in: world.url.appending(path: "Work"))
    #expect(result.status == 0)
    #expect(try world.snapshot(without: ["Work"]) == before)
    #expect(try world.files().count { $0.hasPrefix("Work/out/images/") } == 3)
    #expect(try world.snapshot()["Work/out"] == "NSFileTypeDirectory ")
  }

  @Test("a report is not written through a symbolic or hard link")
  func linkedReport() throws {
    for target in ["Outside/notes.txt", "Outside/new.txt"] {
      try? FileManager.default.removeItem(atPath: world.path + "/Work/report")
      try world.link("Work/report", to: "../" + target)
      let result = try run("lint", "Pack", "--output", "report")
      #expect(result.status == 2)
      #expect(result.errors == "stickerpack: report is a symbolic link; name the file itself\n")
    }
    let out = world.path + "/Work/out"
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    #expect(link(world.path + "/Outside/notes.txt", out + "/hard") == 0)
    #expect(try run("lint", "Pack", "--output", "out/hard").status == 0)
    #expect(try world.bytes("Work/out/hard").count > 20)
    // Devices and pipes are written to and not replaced.
    try world.link("Work/null", to: "/dev/null")
    #expect(try run("lint", "Pack", "--output", "null").status == 0)
  }

  @Test(
    "no output is written through a symbolic link",
    arguments: [
      "lint Pack --report html=link", "lint Pack --write-baseline link",
      "preview Pack -o link", "preview Pack --sheet link", "fit Pack -o copy --report html=link",
      "fit Pack/a.png -o link.png", "build Pack -o folder",
      "diff old old --report html=link",
    ], ["notes.txt", "secret.png", "missing"])
  func linkedOutputs(_ command: String, _ target: String) throws {
    for name in ["link", "link.png"] { try world.link("Work/" + name, to: "../Outside/" + target) }
    try world.link("Work/folder", to: target == "missing" ? "../Outside/missing" : "../Outside")
    if command.hasPrefix("diff") {
      let build = try Program.stickerpack.run(
        ["build", "Pack", "-o", "old"], in: world.url.appending(path: "Work"))
      #expect(build.status == 0)
    }
    let result = try run(command.split(separator: " ").map(String.init))
    #expect(result.status == 2)
    #expect(result.errors.contains(" is a symbolic link; "), "\(result.errors)")
  }

  @Test("init does not write through a link")
  func linkedTemplate() throws {
    try world.link("Work/Pack/stickerpack.json", to: "../../Outside/new.json")
    #expect(try run("init", "Pack").status != 0)
  }
}
