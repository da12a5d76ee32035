import Basics
import Foundation
import StickerPacks
import TestSupport
import Testing

@Suite("Finding packs")
struct PackDiscoveryTests {
  let folder: TemporaryFolder
  let png = PNGBytes.still(2, 2, [1, 2, 3, 255])

  init() throws { folder = try TemporaryFolder() }

  func discover(_ name: String = "") throws -> [PackSource] {
    try PackDiscovery(at: [FilePath(folder.path + (name.isEmpty ? "" : "/" + name))]).packs
  }

  @Test("every folder that holds images is a pack, in natural order")
  func tree() throws {
    for name in ["10.png", "9.png", "Cats/a.png", "Cats/Deep/b.gif", "Empty/readme.txt"] {
      try folder.write(png, to: name)
    }
    try folder.write("text", to: "Empty/readme.txt")
    let packs = try discover()
    let root = folder.url.lastPathComponent
    #expect(packs.map(\.displayPath) == [root, "\(root)/Cats", "\(root)/Cats/Deep"])
    #expect(packs[0].stickers.map(\.id) == ["9", "10"])
    #expect(packs[1].name == "Cats")
  }

  @Test("a tree of any depth is searched completely")
  func deepTree() throws {
    let depth = 1_900
    let path = String(repeating: "/d", count: depth)
    // One by one, because creating all at once is recursive.
    for level in 1...depth {
      try FileManager.default.createDirectory(
        atPath: folder.path + path.prefix(2 * level), withIntermediateDirectories: false)
    }
    try Data(png).write(to: URL(filePath: folder.path + path + "/a.png"))
    #expect(try discover().map(\.stickers.count) == [1])
    #expect(FolderStamp(of: FilePath(folder.path)) == FolderStamp(of: FilePath(folder.path)))
  }

  @Test("the configuration orders, labels and names the pack; unlisted files follow")
  func configuration() throws {
    for name in ["a.png", "b.png", "c.png"] { try folder.write(png, to: name) }
    try folder.write(
      #"""
      { "name": "N", "gridSize": "small", "stickers": [
        { "file": "c.png", "label": "C", "translations": { "de": "Z" } }] }
      """#,
      to: "stickerpack.json")
    let pack = try #require(try discover().first)
    #expect(pack.stickers.map(\.translations) == [["de": "Z"], [:], [:]])
    #expect(pack.name == "N")
    #expect(pack.settings.gridSize == .small)
    #expect(pack.stickers.map(\.id) == ["c", "a", "b"])
    #expect(pack.stickers.map(\.label) == ["C", nil, nil])
    #expect(pack.observations == [])
  }

  @Test("a folder that is listed as frames is one sticker with its frames in natural order")
  func frames() throws {
    for name in ["b.png", "wave/f-10.png", "wave/f-9.png", "wave/deep/c.png"] {
      try folder.write(png, to: name)
    }
    try folder.write("text", to: "wave/notes.txt")
    try folder.write(
      #"{ "stickers": [{ "frames": "wave", "label": "W" }] }"#, to: "stickerpack.json")
    // Folders below the frames are searched as usual.
    try folder.write("{}", to: "wave/deep/stickerpack.json")
    let packs = try discover()
    let root = folder.url.lastPathComponent
    #expect(packs.map(\.displayPath) == [root, "\(root)/wave/deep"])
    #expect(packs[0].observations == [])
    #expect(packs[0].stickers.map(\.id) == ["wave", "b"])
    #expect(packs[0].stickers.map(\.label) == ["W", nil])
    let sequence = try #require(packs[0].stickers[0].sequence)
    #expect(sequence.frames.map(\.name) == ["f-9.png", "f-10.png"])
    #expect(sequence.frames[0].displayPath == "\(root)/wave/f-9.png")
  }

  @Test("an unlisted folder of frames is a pack that is reported as probable frames")
  func unlistedFrames() throws {
    for name in ["b.png", "wave/1.png", "wave/2.png"] { try folder.write(png, to: name) }
    let packs = try discover()
    #expect(packs.map(\.stickers.count) == [1, 2])
    let parent = folder.url.lastPathComponent
    #expect(
      packs.map { $0.observations.map(\.kind) } == [
        [], [.numberedImages(count: 2, parent: parent)],
      ])
    // In a folder of folders, numbered names are not frames.
    #expect(try discover("wave")[0].observations == [])
    try folder.write("{}", to: "wave/stickerpack.json")
    #expect(try discover()[1].observations == [])
  }

  @Test(
    "images that are not frames are reported by name",
    arguments: [
      (["1.png", "2.png", "cover.png"], ["cover.png"], 2), (["1.png"], [], 0),
      (["a1b1.png", "a2b1.png", "a2b2.png", "a3b1.png"], ["a2b2.png"], 3),
      (["1.png", "01.png", "2.png"], ["1.png"], 2), (["x.png", "y.png"], [], 0),
    ])
  func oddFrames(_ names: [String], _ others: [String], _ count: Int) throws {
    for name in names { try folder.write(png, to: "wave/" + name) }
    try folder.write(#"{ "stickers": [{ "frames": "wave" }] }"#, to: "stickerpack.json")
    let pack = try #require(try discover().first)
    let observations = pack.observations.filter { $0.kind != .noStickers }
    if count > 0 {
      #expect(pack.stickers.first?.sequence?.frames.count == count)
      #expect(
        observations.map(\.displayPath)
          == others.map { "\(folder.url.lastPathComponent)/wave/\($0)" })
    } else {
      #expect(pack.stickers.isEmpty)
      #expect(observations.map(\.kind) == [.noFrames])
    }
  }

  @Test("frames without a folder are noted")
  func missingFrames() throws {
    try folder.write(png, to: "wave")
    try folder.write(
      #"{ "stickers": [{ "frames": "wave" }, { "frames": "gone" }] }"#, to: "stickerpack.json")
    let pack = try #require(try discover().first)
    #expect(
      pack.observations.map(\.kind) == [.missing("wave", .frames), .missing("gone", .frames)])
  }

  @Test("a listed file that is missing, and a pack without stickers, are noted")
  func missingFile() throws {
    try folder.write(#"{ "stickers": [{ "file": "gone.png" }] }"#, to: "stickerpack.json")
    let pack = try #require(try discover().first)
    #expect(pack.observations.map(\.kind) == [.missing("gone.png", .file), .noStickers])
  }

  @Test("an invalid configuration is a usage error that names the file")
  func brokenConfiguration() throws {
    try folder.write("{", to: "stickerpack.json")
    let failure = #expect(throws: LintError.self) { try discover() }
    #expect(failure?.description.contains("stickerpack.json: line 1") == true)
  }

  @Test("hidden and other files are ignored; images without an extension are found")
  func otherFiles() throws {
    try folder.write(png, to: ".hidden.png")
    try folder.write(png, to: ".git/x.png")
    try folder.write("notes", to: "notes.txt")
    try folder.write(png, to: "picture")
    try folder.write("%PDF-1.7", to: "drawing.ai")
    try folder.write("8BPS", to: "fake.psd")
    try folder.write("not an image", to: "fake.png")
    #expect(try discover().flatMap(\.stickers).map(\.id) == ["fake", "picture"])
    // A document without its export is one that somebody wants to have as a sticker.
    try folder.write("8BPS", to: "wave.psd")
    #expect(try discover().flatMap(\.stickers).map(\.id) == ["fake", "picture", "wave"])
  }

  @Test("a bundle that stickerpack built is not art")
  func ownOutput() throws {
    try folder.write(png, to: "a.png")
    try folder.write(png, to: "out/images/a@3x.png")
    try folder.write(#"{ "schema": "stickerpack.manifest/2" }"#, to: "out/manifest.json")
    #expect(try discover().flatMap(\.stickers).map(\.id) == ["a"])
  }

  @Test("links inside the folder are followed; links out of it are reported")
  func links() throws {
    let other = try TemporaryFolder()
    try other.write(png, to: "outside.png")
    try folder.write(png, to: "a.png")
    for (name, target) in [
      ("inside.png", "a.png"), ("outside.png", other.path + "/outside.png"),
      ("nowhere.png", "missing.png"), ("loop", "."),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: target)
    }
    let packs = try discover()
    #expect(packs.count == 1)
    #expect(packs[0].stickers.map(\.id) == ["a", "inside"])
    #expect(packs[0].observations.map(\.kind) == [.linkOutside, .linkOutside])
  }

  #if os(Linux)
    @Test("an observation keeps the bytes of a name that is not UTF-8")
    func invalidName() throws {
      try folder.write(png, to: "Pack/a.png")
      let name = FilePath(bytes: Array("b".utf8) + [0xFF])
      let path = FilePath(folder.path).appending("Pack").appending(name)
      close(path.withCString { open($0, O_CREAT | O_WRONLY, 0o644) })
      let observation = try #require(try discover("Pack").first?.observations.first)
      #expect(observation.kind == .invalidName)
      #expect(observation.location.displayPath.name == name)
    }
  #endif

  @Test("a folder whose name begins with the name of the linted folder is outside of it")
  func sibling() throws {
    try folder.write(png, to: "Pack2/a.png")
    var pairs = [("Pack", "Pack2")]
    #if os(Linux)
      // Two spellings of one name are two folders here.
      try folder.write(png, to: "Cafe\u{301}/a.png")
      pairs.append(("Caf\u{E9}", "Cafe\u{301}"))
    #endif
    for (pack, target) in pairs {
      try folder.link("\(pack)/linked.png", to: "../\(target)/a.png")
      let found = try #require(try discover(pack).first)
      #expect(found.stickers == [])
      #expect(found.observations.map(\.kind) == [.linkOutside, .noStickers])
    }
  }

  @Test(
    "a listed name finds its file in any Unicode spelling, and both files if there are two")
  func spellings() throws {
    try folder.write(png, to: "Cafe\u{301}.png")
    try folder.write(
      #"{ "stickers": [{ "file": "Caf\u00e9.png", "label": "C" }] }"#, to: "stickerpack.json")
    let pack = try #require(try discover().first)
    #expect(pack.observations == [])
    #expect(pack.stickers.map(\.label) == ["C"])
    #expect(try FileReading.bytes(ofFileAt: try #require(pack.stickers.first).path) == png)
    // Some file systems treat both names as the same.
    try folder.write(png, to: "Caf\u{E9}.png")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(try #require(try discover().first).stickers.count == files.count - 1)
  }

  @Test(
    "messages leave out a catalog's folder of the same name, with or without a scale",
    arguments: [
      ("wave.sticker/wave.png", "wave.png"), ("wave.sticker/wave@3x.png", "wave@3x.png"),
      ("wave.sticker/1.png", "wave.sticker/1.png"),
      ("wave.sticker/wave2.png", "wave.sticker/wave2.png"), ("wave/wave.png", "wave/wave.png"),
    ])
  func shortNames(_ path: String, _ name: String) {
    #expect(FilePath(path).withoutStickerFolder.string == name)
  }

  @Test("names can begin with a combining accent")
  func accents() throws {
    try folder.write(png, to: "\u{301}x.png")
    #expect(try discover().first?.stickers.map(\.id) == ["\u{301}x"])
    try folder.write(png, to: "P.stickerpack/\u{301}s.sticker/\u{301}.png")
    try folder.write(
      #"{ "properties": { "filename": "\u0301.png" } }"#,
      to: "P.stickerpack/\u{301}s.sticker/Contents.json")
    #expect(try discover().first?.stickers.map(\.id) == ["\u{301}s"])
    #expect(try discover("\u{301}x.png").first?.stickers.map(\.id) == ["\u{301}x"])
    #expect(try discover("P.stickerpack").first?.stickers.map(\.id) == ["\u{301}s"])
  }

  @Test("a configuration over 1 MiB is not read")
  func largeConfiguration() throws {
    try folder.write(png, to: "a.png")
    try folder.write(
      [UInt8](repeating: 0x20, count: 1_048_574) + Array("{}".utf8), to: "stickerpack.json")
    #expect(try discover().first?.stickers.map(\.id) == ["a"])
    try folder.write(
      [UInt8](repeating: 0x20, count: 1_048_575) + Array("{}".utf8), to: "stickerpack.json")
    let failure = #expect(throws: LintError.self) { try discover() }
    #expect(failure?.description.contains("(limit: 1048576)") == true)
  }

  @Test("a pipe named like an image is reported and never opened")
  func pipe() throws {
    try folder.write(png, to: "a.png")
    #expect(mkfifo(folder.path + "/pipe.png", 0o644) == 0)
    let pack = try #require(try discover().first)
    #expect(pack.stickers.map(\.id) == ["a"])
    #expect(pack.observations.map(\.kind) == [.unreadableFile(reason: "it is not a regular file")])
    #expect(throws: FileError.notRegularFile) {
      try FileReading.bytes(ofFileAt: FilePath(folder.path + "/pipe.png"))
    }
  }

  @Test("single files keep the labels of their folder's configuration")
  func singleFiles() throws {
    try folder.write(png, to: "a.png")
    try folder.write(png, to: "b.png")
    try folder.write(
      #"{ "stickers": [{ "file": "b.png", "label": "B" }] }"#, to: "stickerpack.json")
    let packs = try discover("b.png")
    #expect(packs.map(\.kind) == [.files])
    #expect(packs.flatMap(\.stickers).map(\.label) == ["B"])
  }

  @Test("a missing path is a usage error")
  func missing() {
    #expect(throws: LintError.notFound(path: folder.path + "/nothing")) { try discover("nothing") }
  }

  @Test("a catalog gives order, labels, grid size and observations")
  func catalog() throws {
    let pack = "Stickers.xcstickers/Cats.stickerpack"
    try folder.write(
      """
      { "properties": { "grid-size": "large" },
        "stickers": [{ "filename": "b.sticker" }, { "filename": "gone.sticker" }] }
      """, to: "\(pack)/Contents.json")
    for name in ["a", "b"] {
      try folder.write(png, to: "\(pack)/\(name).sticker/\(name).png")
      try folder.write(
        #"{ "properties": { "filename": "\#(name).png", "accessibility-label": "L\#(name)" } }"#,
        to: "\(pack)/\(name).sticker/Contents.json")
    }
    try folder.write(
      #"{ "properties": { "filename": "../a.sticker/a.png" } }"#,
      to: "\(pack)/c.sticker/Contents.json")
    try folder.write("{", to: "\(pack)/d.sticker/Contents.json")
    try folder.write("{}", to: "\(pack)/e.stickersequence/Contents.json")
    try folder.write(png, to: "Stickers.xcstickers/icon.stickersiconset/i.png")
    let packs = try discover()
    #expect(packs.map(\.name) == ["Cats"])
    #expect(packs[0].settings.gridSize == .large)
    #expect(packs[0].stickers.map(\.id) == ["b", "a"])
    #expect(packs[0].stickers.map(\.label) == ["Lb", "La"])
    #expect(
      packs[0].observations.map { "\($0.kind)".prefix { $0 != "(" } }
        == ["catalog", "unreadableFile", "missing"] + Array(repeating: "unlisted", count: 4) + [
          "pathAsFilename", "invalidJSON", "emptySequence",
        ])
    #expect(packs[0].sequences.map(\.sticker.id) == ["e"])
  }

  @Test("a file over the limit is not read")
  func tooLarge() throws {
    let path = try folder.write([1, 2, 3], to: "three")
    #expect(throws: FileError.tooLarge(size: 3, limit: 2)) {
      try FileReading.bytes(ofFileAt: FilePath(path), limit: 2)
    }
    #expect(try FileReading.bytes(ofFileAt: FilePath(path), limit: 3) == [1, 2, 3])
    #expect(try FileReading.head(ofFileAt: FilePath(path), count: 2) == [1, 2])
  }
}
