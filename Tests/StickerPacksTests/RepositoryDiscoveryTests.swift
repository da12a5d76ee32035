import Basics
import StickerPacks
import TestSupport
import Testing

@Suite("Finding packs in repositories")
struct RepositoryDiscoveryTests {
  let folder: TemporaryFolder
  let png = PNGBytes.still(2, 2, [1, 2, 3, 255])
  let catalog = "App/Stickers.xcstickers/Cats.stickerpack"

  init() throws { folder = try TemporaryFolder() }

  func write(_ files: String...) throws {
    for file in files { try folder.write(png, to: "Repo/" + file) }
  }

  func discover(_ name: String = "Repo") throws -> PackDiscovery {
    try PackDiscovery(at: [FilePath("\(folder.path)/\(name)")])
  }

  func writeCatalog(_ stickers: String...) throws {
    let list = stickers.map { #"{ "filename": "\#($0).sticker" }"# }.joined(separator: ", ")
    try folder.write(#"{ "stickers": [\#(list)] }"#, to: "Repo/\(catalog)/Contents.json")
    for name in stickers {
      try write("\(catalog)/\(name).sticker/\(name).png")
      try folder.write(
        #"{ "properties": { "filename": "\#(name).png", "accessibility-label": "L\#(name)" } }"#,
        to: "Repo/\(catalog)/\(name).sticker/Contents.json")
    }
  }

  // MARK: What is a pack

  @Test("in a tree with a stickerpack.json, other folders of images are left out unless named")
  func configured() throws {
    try write("Biscuit/a.png", "docs/1.png", "docs/2.png")
    try folder.write(#"{ "name": "B" }"#, to: "Repo/Biscuit/stickerpack.json")
    let found = try discover()
    #expect(found.packs.map(\.name) == ["B"])
    #expect(
      found.leftOut == [
        LeftOut(displayPath: "Repo/docs", isFolder: true, reason: .undeclared(images: 2))
      ])
    #expect(try discover("Repo/docs").packs.map(\.stickers.count) == [2])
    #expect(try discover("Repo/docs").leftOut.isEmpty)
  }

  @Test(
    "in a tree with a catalog, folders of images are left out, and so are images of the named one")
  func catalogs() throws {
    try writeCatalog("a")
    try write("docs/1.png", "own.png")
    let found = try discover()
    #expect(found.packs.map(\.displayPath) == ["Repo/\(catalog)"])
    #expect(found.leftOut.map(\.displayPath) == ["Repo", "Repo/docs"])
    try folder.write(#"{ "stickers": [{ "file": "own.png" }] }"#, to: "Repo/stickerpack.json")
    #expect(try discover().packs.map(\.displayPath) == ["Repo", "Repo/\(catalog)"])
  }

  @Test("folders about an app are packs only if they are named, in any tree")
  func documents() throws {
    try write("Cats/a.png", "Docs/b.png", "web/screenshots/c.png", "fastlane/en/d.png", "e.png")
    let found = try discover()
    #expect(found.packs.map(\.displayPath) == ["Repo", "Repo/Cats"])
    #expect(
      found.leftOut.map(\.displayPath)
        == ["Repo/Docs", "Repo/fastlane/en", "Repo/web/screenshots"])
    for name in ["Docs", "web/screenshots", "fastlane"] {
      #expect(try discover("Repo/\(name)").packs.count == 1, "\(name)")
    }
  }

  @Test("settings for a whole tree do not make a folder a pack")
  func settings() throws {
    try write("A/a.png", "B/b.png")
    try folder.write(#"{ "rules": {} }"#, to: "Repo/stickerpack.json")
    #expect(try discover().packs.map(\.name) == ["A", "B"])
  }

  @Test(
    "folders of dependencies are skipped unless named",
    arguments: ["node_modules", "Pods", "Carthage", "DerivedData"])
  func dependencies(_ name: String) throws {
    try write("a.png", "Sub/\(name)/x/b.png")
    let found = try discover()
    #expect(found.packs.flatMap(\.stickers).map(\.id) == ["a"])
    #expect(
      found.leftOut
        == [LeftOut(displayPath: "Repo/Sub/\(name)", isFolder: true, reason: .dependencies)])
    #expect(try discover("Repo/Sub/\(name)").packs.flatMap(\.stickers).map(\.id) == ["b"])
  }

  @Test("an unlisted folder of frames that is left out is reported in the pack above it")
  func frames() throws {
    try write("a.png", "wave/1.png", "wave/2.png")
    try folder.write("{}", to: "Repo/stickerpack.json")
    let packs = try discover().packs
    #expect(
      packs.map { $0.observations.map(\.kind) } == [[.numberedImages(count: 2, parent: "Repo")]])
  }

  // MARK: Scales

  @Test("images at several scales are one sticker whose art is the one at @3x")
  func scales() throws {
    try write("love.png", "love@2x.png", "love@3x.png", "hug@1x.png", "hug@3x.png", "sit@3x.png")
    let pack = try #require(try discover().packs.first)
    #expect(pack.stickers.map(\.id) == ["hug", "love", "sit"])
    #expect(
      pack.stickers.map(\.path.name.string) == ["hug@3x.png", "love@3x.png", "sit@3x.png"])
    #expect(
      pack.stickers.map { $0.smaller.map { "\($0.scale) \($0.file.path.name)" } }
        == [["1 hug@1x.png"], ["2 love@2x.png", "1 love.png"], []])
    #expect(pack.observations == [])
  }

  @Test("without @3x the largest image is the art, and that is noted")
  func noArt() throws {
    try write("love.png", "love@2x.png", "hug@1x.png", "@3x.png", "a@4x.png")
    let pack = try #require(try discover().packs.first)
    #expect(pack.stickers.map(\.id) == ["@3x", "a@4x", "hug", "love"])
    #expect(pack.stickers.map(\.smaller.count) == [0, 0, 0, 0])
    #expect(
      pack.observations.map(\.kind) == [.missingScale(largest: 1), .missingScale(largest: 2)])
    #expect(pack.observations.map(\.displayPath) == ["Repo/hug@1x.png", "Repo/love@2x.png"])
  }

  @Test(
    "a stickerpack.json lists a sticker by the name of any scale",
    arguments: ["love.png", "love@2x.png", "love@3x.png"])
  func listedScale(_ name: String) throws {
    try write("a.png", "love@2x.png", "love@3x.png")
    try folder.write(
      #"{ "stickers": [{ "file": "\#(name)", "label": "L", "suppress": { "not-srgb": "R" } }] }"#,
      to: "Repo/stickerpack.json")
    let pack = try #require(try discover().packs.first)
    #expect(pack.stickers.map(\.id) == ["love", "a"])
    #expect(pack.stickers.map(\.label) == ["L", nil])
    #expect(pack.configurations.suppressions.map(\.files) == [["Repo/love@3x.png"]])
    #expect(pack.observations == [])
  }

  @Test("a sticker that is listed under two names is noted")
  func listedTwice() throws {
    try write("love@2x.png", "love@3x.png")
    try folder.write(
      #"{ "stickers": [{ "file": "love.png" }, { "file": "love@3x.png" }] }"#,
      to: "Repo/stickerpack.json")
    let pack = try #require(try discover().packs.first)
    #expect(pack.stickers.count == 1)
    #expect(pack.observations.map(\.kind) == [.repeatedEntry("love@3x.png")])
  }

  @Test("a single file at one scale is linted with the others of its sticker")
  func singleScale() throws {
    try write("love.png", "love@2x.png", "love@3x.png")
    let pack = try #require(try discover("Repo/love@2x.png").packs.first)
    #expect(pack.stickers.map(\.path.name.string) == ["love@3x.png"])
    #expect(pack.stickers[0].smaller.map(\.scale) == [2, 1])
    #expect(pack.observations == [])
  }

  // MARK: Frames

  @Test(
    "gaps in the numbers of frames are noted, constant steps are none",
    arguments: [
      ([1, 2, 4], [2...4]), ([1, 2, 3], []), ([10, 20, 30], []), ([10, 20, 40], [20...40]),
      ([1, 5], []), ([1, 2, 10, 11, 20], [2...10, 11...20]),
    ])
  func gaps(_ numbers: [Int], _ gaps: [ClosedRange<Int>]) throws {
    for number in numbers { try write("wave/\(number).png") }
    try folder.write(#"{ "stickers": [{ "frames": "wave" }] }"#, to: "Repo/stickerpack.json")
    let pack = try #require(try discover().packs.first)
    #expect(
      pack.observations.map(\.kind) == (gaps.isEmpty ? [] : [.missingFrames(gaps: gaps)]))
  }

  @Test("a list of frames gives their order, repetitions and delays; missing ones are noted")
  func listedFrames() throws {
    try write("wave/up.png", "wave/down.png", "wave/other.png")
    try folder.write(
      #"""
      { "stickers": [{ "frames": ["wave/up.png", { "file": "wave/down.png", "delay": 0.5 },
        "wave/up.png", "wave/gone.png"], "fps": 10 }] }
      """#, to: "Repo/stickerpack.json")
    let pack = try #require(try discover().packs.first)
    let sequence = try #require(pack.stickers.first?.sequence)
    #expect(pack.stickers.map(\.id) == ["wave"])
    #expect(sequence.frames.map(\.name) == ["up.png", "down.png", "up.png"])
    #expect(sequence.delays == [0.1, 0.5, 0.1])
    #expect(pack.observations.map(\.kind) == [.missing("wave/gone.png", .file)])
  }

  // MARK: Catalogs

  @Test("a stickerpack.json beside a catalog sets order, labels, icon, project and suppressions")
  func beside() throws {
    // Configurations above a named path are read up to the root of the repository.
    try folder.write("ref: refs/heads/main\n", to: "Repo/.git/HEAD")
    try writeCatalog("a", "b")
    try folder.write(
      #"{ "properties": { "filename": "a.png" }, "frames": [{ "filename": "1.png" }] }"#,
      to: "Repo/\(catalog)/run.stickersequence/Contents.json")
    try write("\(catalog)/run.stickersequence/1.png", "App/icon.png")
    try folder.write(
      #"""
      { "name": "N", "gridSize": "large", "icon": "icon.png",
        "project": { "bundleId": "com.example.n" },
        "stickers": [
          { "file": "run.stickersequence", "label": "R" },
          { "file": "b.sticker", "label": "B", "translations": { "de": "Bd" },
            "suppress": { "not-srgb": "On purpose." } },
          { "file": "gone.sticker" } ] }
      """#, to: "Repo/App/stickerpack.json")
    for place in ["Repo", "Repo/App", "Repo/App/Stickers.xcstickers", "Repo/\(catalog)"] {
      let packs = try discover(place).packs
      let pack = try #require(packs.first)
      #expect(packs.count == 1, "\(place)")
      #expect(pack.kind == .catalog)
      #expect(pack.name == "N")
      #expect(pack.settings.gridSize == .large)
      #expect(pack.allStickers.map(\.id) == ["run", "b", "a"])
      #expect(pack.allStickers.map(\.label) == ["R", "B", "La"])
      #expect(pack.stickers.map(\.translations) == [["de": "Bd"], [:]])
      #expect(pack.icons.art?.path.name == "icon.png")
      #expect(pack.settings.project.bundleIdentifier?.description == "com.example.n")
      #expect(
        pack.configurations.suppressions.flatMap(\.files).map {
          $0.string.hasSuffix("b.sticker/b.png")
        } == [true])
      #expect(
        pack.observations.contains { $0.kind == .missing("gone.sticker", .file) }
          == !place.hasSuffix("stickerpack"))
    }
  }

  @Test("a stickerpack.json of a pack of images does not apply to catalogs below it")
  func imagesAbove() throws {
    try writeCatalog("a")
    try write("b.png")
    try folder.write(
      #"{ "name": "N", "stickers": [{ "file": "b.png" }] }"#, to: "Repo/stickerpack.json")
    #expect(try discover().packs.map(\.name) == ["N", "Cats"])
  }

  @Test("--config applies to a catalog")
  func named() throws {
    try writeCatalog("a")
    try folder.write(
      #"{ "stickers": [{ "file": "a.png", "label": "Config" }] }"#, to: "ci.json")
    let packs = try PackDiscovery(
      at: [FilePath(folder.path + "/Repo")], configuration: FilePath(folder.path + "/ci.json")
    ).packs
    #expect(packs.flatMap(\.stickers).map(\.label) == ["Config"])
  }

  @Test("a changed strings file affects all of a catalog beside it")
  func changedStrings() throws {
    try writeCatalog("a")
    let path = try folder.write("\"a\" = \"Ah\";", to: "Repo/App/de.lproj/Cats.strings")
    let pack = try #require(try discover().packs.first)
    #expect(ChangedPaths([FilePath(path)]).effect(on: pack) == .pack)
    let other = FilePath(folder.path + "/Repo/Other/de.lproj/Cats.strings")
    #expect(ChangedPaths([other]).effect(on: pack) == .none)
    let stamp = FolderStamp(of: FilePath(folder.path + "/Repo/App/Stickers.xcstickers"))
    try folder.write("\"a\" = \"Ahoi\";", to: "Repo/App/de.lproj/Cats.strings")
    #expect(stamp != FolderStamp(of: FilePath(folder.path + "/Repo/App/Stickers.xcstickers")))
  }

  @Test("strings files beside a catalog translate its labels")
  func strings() throws {
    try writeCatalog("a", "b")
    try folder.write("\"a\" = \"Ah\";\n\"c\" = \"Weg\";", to: "Repo/App/de.lproj/Cats.strings")
    try folder.write(
      "\"a.png.accessibilityLabel\" = \"Á\";", to: "Repo/App/pt_BR.lproj/Cats.strings")
    try folder.write("\"a\" = ", to: "Repo/App/fr.lproj/Cats.strings")
    try folder.write("\"a\" = \"x\";", to: "Repo/App/es.lproj/Dogs.strings")
    for place in ["Repo", "Repo/App/Stickers.xcstickers", "Repo/\(catalog)"] {
      let pack = try #require(try discover(place).packs.first)
      #expect(pack.stickers.map(\.translations) == [["de": "Ah", "pt-BR": "Á"], [:]], "\(place)")
      let found = pack.observations.filter { $0.displayPath.hasSuffix(".strings") }
      #expect(
        found.map(\.kind) == [
          .unknownSticker("c"), .invalidStrings("expected a value, found the end of the file"),
        ])
    }
  }
}
