import Basics
import Foundation
import StickerBuild
import StickerLint
import StickerManifest
import StickerPacks
import TestSupport
import Testing

@Suite("Planning a build")
struct BuildPlanTests {
  func pack(
    _ name: String, _ stickers: [String], _ capacity: PackSettings.Capacity? = nil,
    change: (inout PackSource) -> Void = { _ in }
  ) -> LintedPack {
    let sources = stickers.map {
      StickerSource(id: $0, at: Location(FilePath($0), displayPath: "Art/\($0)"))
    }
    var pack = PackSource(
      kind: .folder, name: name, at: Location("Art", displayPath: "Art"),
      stickers: sources)
    pack.settings.gridSize = .large
    pack.settings.capacity = capacity
    change(&pack)
    let png = PNGBytes.still(2, 2, [1, 2, 3, 4])
    return Linter(jobs: 1).check(
      PackFacts(
        source: pack,
        assets: sources.map { AssetFacts(source: $0, bytes: png, limits: .init()) }))
  }

  func capacity(_ maximum: Int, _ text: String) throws -> PackSettings.Capacity? {
    try PackConfiguration(
      parsing: Array(
        #"{ "maximumStickersPerPack": \#(maximum), "whenOverfull": "\#(text)" }"#.utf8)
    ).settings.capacity
  }

  @Test("one pack fills the output itself, in the order of its stickers")
  func one() {
    let plan = BuildPlan([pack("Pets", ["b", "a"])])
    #expect(plan.packs.count == 1)
    let pack = plan.packs[0]
    #expect(pack.catalogPack == "Stickers.xcstickers/Pets.stickerpack")
    #expect(pack.manifest == "manifest.json")
    #expect(pack.stickers.map(\.catalogFolder) == ["b.sticker", "a.sticker"])
    #expect(pack.stickers.map(\.catalogImage) == ["b.png", "a.png"])
    #expect(pack.stickers[0].image(scale: 2) == "images/b@2x.png")
  }

  @Test("several packs have distinct folders, none with the manifest's name")
  func several() {
    let names = ["Pets", "pets", "Who?", "manifest.json", "Ca$h"]
    let plan = BuildPlan(names.map { pack($0, ["a"]) })
    #expect(plan.packs.map(\.folder) == ["Pets", "pets-2", "Who-", "manifest.json-2", "Ca-h"])
    #expect(plan.packs[0].catalogPack == "Pets/Stickers.xcstickers/Pets.stickerpack")
    #expect(plan.packs[1].catalogPack == "pets-2/Stickers.xcstickers/pets.stickerpack")
    #expect(plan.packs.map { $0.fileName.change == nil } == [true, false, false, false, false])
    #expect(plan.packs[4].fileName.change == "Xcode expands \"$\" as a build setting")
  }

  @Test("a sticker keeps its name, or the plan has the reason")
  func renames() {
    let plan = BuildPlan([pack("P", ["cat", "Cat", "what?"])])
    #expect(plan.packs[0].stickers.map(\.id.text) == ["cat", "Cat-2", "what-"])
    #expect(
      plan.packs[0].stickers.map(\.id.change)
        == [nil, "\"cat\" has the same name", "Windows does not allow \"?\" in a name"])
  }

  @Test("an unset label stays unset, and the own labels are the development region's")
  func labels() throws {
    var plan = BuildPlan([pack("P", ["good-morning", "wave"])])
    #expect(plan.packs[0].stickers.map(\.label) == [nil, nil])
    plan.packs[0].stickers[1].facts.source.label = "Waves"
    plan.packs[0].project.bundleIdentifier = try BundleIdentifier("a.b")
    plan.packs[0].project.developmentRegion = "pt-BR"
    #expect(plan.packs[0].languages == [])
    try plan.addProjects([.xcodeproj])
    #expect(plan.packs[0].languages == ["pt-BR"])
    // A translation for the development region takes precedence, whatever its case.
    plan.packs[0].stickers[0].facts.source.translations = ["PT-br": "Bom dia"]
    #expect(plan.packs[0].languages == ["PT-br"])
  }

  @Test("the parts of a split pack have their own identifiers and covers")
  func parts() throws {
    let big = pack("Big", ["a", "b", "c"], try capacity(2, "split")) {
      $0.settings.id = "com.example.big"
      $0.settings.cover = "b"
    }
    let plan = BuildPlan([big])
    #expect(plan.packs.map(\.id) == ["com.example.big", "com.example.big-2"])
    #expect(plan.packs.map { $0.cover?.id.text } == ["b", "c"])
  }

  @Test("a pack with too many stickers is split into numbered packs, with each sticker once")
  func split() throws {
    let names = (1...101).map { "s\($0)" }
    let plan = BuildPlan([pack("Big", names, try capacity(100, "split"))])
    #expect(plan.packs.map(\.name) == ["Big 1", "Big 2"])
    #expect(plan.packs.map(\.folder) == ["Big 1", "Big 2"])
    #expect(plan.packs.map(\.stickers.count) == [100, 1])
    #expect(plan.packs.flatMap { $0.stickers.map(\.source.id) } == names)
  }

  @Test("a full pack is not split, and neither is one that refuses more", arguments: [100, 101])
  func whole(_ count: Int) throws {
    let names = (1...count).map { "s\($0)" }
    let text = count == 100 ? "split" : "refuse"
    let plan = BuildPlan([pack("Big", names, try capacity(100, text))])
    #expect(plan.packs.map(\.name) == ["Big"])
    #expect(plan.packs.map(\.folder) == ["."])
  }

  @Test("a file that is not an image is skipped, with the reason")
  func skipped() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(2, 2, [1, 2, 3, 200]), to: "Art/a.png")
    try folder.write("no image", to: "Art/b.png")
    let plan = try await folder.plan([try folder.pack("Art")])
    #expect(plan.packs[0].stickers.map(\.id.text) == ["a"])
    #expect(plan.packs[0].skipped.map(\.displayPath) == ["Art/b.png"])
    #expect(plan.packs[0].skipped.map(\.reason) == ["it is not a PNG, APNG, GIF or JPEG"])
  }
}

@Suite("Building several packs")
struct CollectionTests {
  let folder: TemporaryFolder
  let png = PNGBytes.still(300, 300, [200, 30, 30, 160])

  init() throws { folder = try TemporaryFolder() }

  @Test("each pack has a folder with a complete bundle, and the root lists them")
  func layout() async throws {
    try folder.write(png, to: "Art/Cats/tom.png")
    try folder.write(png, to: "Art/Dogs/rex.png")
    let outcome = try await folder.build("Art")
    #expect(outcome.manifests.map(\.name) == ["Cats", "Dogs"])
    let expected = [("Cats", "tom"), ("Dogs", "rex")].flatMap { pack, sticker in
      [
        "Stickers.xcstickers/Contents.json",
        "Stickers.xcstickers/\(pack).stickerpack/Contents.json",
        "Stickers.xcstickers/\(pack).stickerpack/\(sticker).sticker/Contents.json",
        "Stickers.xcstickers/\(pack).stickerpack/\(sticker).sticker/\(sticker).png",
        "images/\(sticker)@1x.png", "images/\(sticker)@2x.png", "images/\(sticker)@3x.png",
        "manifest.json",
      ].map { "out/\(pack)/\($0)" }
    }
    // `IconTests` cover the icons.
    let files = try folder.files().filter { !$0.contains(".stickersiconset/") }
    #expect(files.filter { $0.hasPrefix("out/") } == expected.sorted() + ["out/manifest.json"])
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: Data(try folder.bytes("out/manifest.json")))
        as? NSDictionary)
    #expect(manifest["schema"] as? String == "stickerpack.collection/1")
    #expect(
      manifest["packs"] as? NSArray == [
        ["manifest": "Cats/manifest.json", "name": "Cats", "stickers": 1],
        ["manifest": "Dogs/manifest.json", "name": "Dogs", "stickers": 1],
      ])
    let listed = try #require(manifest["files"] as? [NSDictionary])
    let names = listed.map { "out/\($0["file"] ?? "")" }
    #expect(names.filter { !$0.contains(".stickersiconset/") } == expected.sorted())
    // Each folder is a bundle like any other: its files are named from itself.
    #expect(try folder.text("out/Cats/manifest.json").contains("\"images/tom@3x.png\""))
  }

  @Test("a pack that cannot be built fails the build, and the old output stays")
  func whole() async throws {
    try folder.write(png, to: "Art/Cats/tom.png")
    try folder.write(png, to: "Art/Dogs/rex.png")
    try await folder.build("Art")
    let before = try folder.snapshot(without: ["Art"])
    try folder.write(PNGBytes.signature, to: "Art/Dogs/torn.png")
    await #expect(throws: BuildError.self) { try await folder.build("Art") }
    #expect(try folder.snapshot(without: ["Art"]) == before)
  }

  @Test("a collection is replaced by one pack, and one pack by a collection")
  func replaces() async throws {
    try folder.write(png, to: "Art/Cats/tom.png")
    try folder.write(png, to: "Art/Dogs/rex.png")
    try folder.write(png, to: "One/a.png")
    try await folder.build("Art")
    try await folder.build("One")
    #expect(!(try folder.files().contains { $0.hasPrefix("out/Cats") }))
    try await folder.build("Art")
    #expect(try folder.files().contains("out/Dogs/manifest.json"))
    #expect(!(try folder.files().contains { $0.hasPrefix("out/images") }))
  }
}
