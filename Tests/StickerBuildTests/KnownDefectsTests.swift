import Foundation
import ImageContainers
import Pixels
import StickerBuild
import StickerManifest
import StickerPacks
import TestSupport
import Testing

/// The known faults of the best-known exporter of sticker packs, each as the behavior that is right.
@Suite("Defects of other exporters")
struct KnownDefectsTests {
  let folder: TemporaryFolder
  let glass: [UInt8] = [200, 30, 30, 160]

  init() throws { folder = try TemporaryFolder() }

  /// All `Contents.json` files below the output, by the folder they stand in.
  func contents() throws -> [String: [String: Any]] {
    let files = try folder.files().filter {
      $0.hasPrefix("out/") && $0.hasSuffix("/Contents.json")
    }
    return try Dictionary(
      uniqueKeysWithValues: files.map { file in
        let json = try JSONSerialization.jsonObject(with: Data(folder.bytes(file)))
        return (String(file.dropLast("/Contents.json".count)), try #require(json as? [String: Any]))
      })
  }

  /// Every name that a catalog's files give, by the folder in which it must stand.
  func namedFiles() throws -> [(folder: String, name: String)] {
    try contents().flatMap { path, json in
      let lists = ["stickers", "frames", "images"].flatMap { json[$0] as? [[String: String]] ?? [] }
      let properties = json["properties"] as? [String: Any]
      let names =
        lists.compactMap { $0["filename"] }
        + [properties?["filename"] as? String]
        .compactMap(\.self)
      return names.map { (path, $0) }
    }
  }

  @Test("1: catalogs name files without folders, whatever the working directory")
  func bareNames() async throws {
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/deep/down/wave.png")
    try await folder.build("Art")
    let names = try namedFiles().map(\.name)
    #expect(names.filter { $0.contains("wave") }.sorted() == ["wave.png", "wave.sticker"])
    #expect(!names.contains { $0.contains("/") })
  }

  @Test("2: the grid size is the pack's own", arguments: GridSize.allCases)
  func gridSize(_ size: GridSize) async throws {
    try folder.write(PNGBytes.still(size.pixels, size.pixels, glass), to: "Art/a.png")
    try await folder.build("Art", gridSize: size)
    let pack = try #require(try contents()["out/Stickers.xcstickers/Art.stickerpack"])
    #expect((pack["properties"] as? [String: String]) == ["grid-size": size.rawValue])
  }

  @Test("3: icons are opaque and have no alpha channel")
  func opaqueIcons() async throws {
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/a.png")
    try await folder.build("Art")
    let icons = try namedFiles().filter {
      $0.folder.hasSuffix("/iMessage App Icon.stickersiconset")
    }
    #expect(icons.count == 13)
    for icon in icons {
      let bytes = try folder.bytes("\(icon.folder)/\(icon.name)")
      // Bit depth and color type (PNG Third Edition, 11.2.1): 2 is RGB, 6 would be RGBA.
      #expect(bytes[24...25] == [8, 2])
      #expect(PNGBytes.offset(of: "tRNS", in: bytes) == nil)
    }
  }

  @Test("4: every named file exists with exactly that name")
  func letterCase() async throws {
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/BIG Wave.PNG")
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/small.png")
    for number in 1...3 {
      try folder.write(PNGBytes.still(300, 300, glass), to: "Art/Hop/HOP \(number).PNG")
    }
    try folder.write(
      #"{ "name": "Pack", "stickers": [{ "frames": "Hop", "as": "sequence" }] }"#,
      to: "Art/stickerpack.json")
    try await folder.build("Art")
    let named = try namedFiles()
    #expect(named.count == 8 + 13)
    for file in named {
      let entries = try FileManager.default.contentsOfDirectory(
        atPath: folder.path + "/" + file.folder)
      #expect(entries.contains(file.name))
    }
  }

  @Test("5: 101 stickers in packs of 100 are 101 stickers in two packs")
  func splitting() async throws {
    for number in 1...101 {
      try folder.write(PNGBytes.still(3, 3, [UInt8(number), 0, 0, 128]), to: "Art/s\(number).png")
    }
    try folder.write(
      #"{ "name": "Big", "maximumStickersPerPack": 100, "whenOverfull": "split" }"#,
      to: "Art/stickerpack.json")
    let outcome = try await folder.build("Art")
    #expect(outcome.manifests.map(\.name) == ["Big 1", "Big 2"])
    #expect(outcome.manifests.map(\.stickers.count) == [100, 1])
    let hashes = outcome.manifests.flatMap { $0.stickers.map { $0.scales[0].sha256 } }
    #expect(Set(hashes).count == 101)
    let stickers = try folder.files().filter { $0.hasSuffix(".sticker/Contents.json") }
    #expect(stickers.count { $0.hasPrefix("out/Big 1/") } == 100)
    #expect(stickers.count { $0.hasPrefix("out/Big 2/") } == 1)
  }

  @Test("6: PNG, JPEG and GIF are all in the pack, and the count is that of the pack")
  func formats() async throws {
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/a.png")
    try folder.write(
      GIFBytes.file(300, 300, [.init(width: 300, height: 300, index: 1)]), to: "Art/b.gif")
    let jpeg = Repository.root.appending(path: "SampleStickers/Biscuit/beach-photo.jpg")
    try folder.write(Repository.bytes(jpeg), to: "Art/c.jpg")
    let outcome = try await folder.build("Art")
    #expect(outcome.skipped == [])
    #expect(outcome.manifests[0].stickers.map(\.format) == ["png", "gif", "jpeg"])
    let catalog = try folder.files().filter { $0.contains(".sticker/") }.map {
      URL(filePath: $0).lastPathComponent
    }
    #expect(catalog.filter { $0 != "Contents.json" }.sorted() == ["a.png", "b.gif", "c.jpg"])
  }

  @Test("7 and 9: a valid animation keeps its bytes: frames, delays, loops, colors")
  func untouched() async throws {
    let reds: [[UInt8]] = (0..<20).map { [UInt8($0 * 12), 0, 90, 200] }
    let art = PNGBytes.animation(300, 300, reds, plays: 3, delay: (2, 10))
    try folder.write(art, to: "Art/a.png")
    let outcome = try await folder.build("Art")
    #expect(try folder.bytes("out/Stickers.xcstickers/Art.stickerpack/a.sticker/a.png") == art)
    let animation = try #require(outcome.manifests[0].stickers[0].animation)
    #expect(animation.frameCount == 20)
    #expect(animation.durationMilliseconds == 4000)
    #expect(animation.plays == 3)
    // The smaller ones too, of which no file was there before.
    for scale in [1, 2] {
      let copy = try Decoded(folder.bytes("out/images/a@\(scale)x.png"))
      let shown: [UInt8] = copy.canvases.map { $0[9, 9].red }
      #expect(shown == reds.map { $0[0] })
      #expect(copy.container.frameTable.allSatisfy { $0.delay.milliseconds == 200 })
      #expect(copy.container.loop == .times(3))
    }
  }

  @Test("8: assembled animations are the smallest lossless ones")
  func lossless() async throws {
    // Noise that a plain frame covers: stored once, unless each frame is stored over the previous one.
    var random = SplitMix(state: 8)
    let noise = Bitmap(width: 300, height: 300) { x, y in
      max(x, y) < 60 ? Pixel(packed: UInt32(truncatingIfNeeded: random.next()) | 0xFF) : .clear
    }
    let cover = Bitmap(width: 300, height: 300) { x, y in max(x, y) < 60 ? .gray(9) : .clear }
    let frames = [noise, cover, noise, cover]
    for (number, frame) in frames.enumerated() {
      try folder.write(PNGBytes.file(frame), to: "Art/hop/\(number).png")
    }
    try folder.write(
      #"{ "name": "Pack", "stickers": [{ "frames": "hop" }] }"#, to: "Art/stickerpack.json")
    try await folder.build("Art")
    let bytes = try folder.bytes("out/images/hop@3x.png")
    let noiseBytes = 3 * 60 * 60
    #expect(bytes.count < 2 * noiseBytes)
    #expect(try Decoded(bytes).canvases == frames)
  }

  @Test("10: a sticker that cannot be built is named and can be skipped")
  func hardSticker() async throws {
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/good.png")
    try folder.write(PNGBytes.signature + PNGBytes.header(300, 300), to: "Art/hard.png")
    let failure = await #expect(throws: BuildError.self) { try await folder.build("Art") }
    #expect(failure?.description.hasPrefix("Art/hard.png cannot be built") == true)
    let outcome = try await folder.build("Art", skipsUnusableFiles: true)
    #expect(outcome.manifests[0].stickers.map(\.id) == ["good"])
    #expect(outcome.skipped.map(\.displayPath) == ["Art/hard.png"])
  }

  @Test("11: cat.png and cat.gif are two stickers")
  func sameName() async throws {
    let png = PNGBytes.still(300, 300, glass)
    let gif = GIFBytes.file(300, 300, [.init(width: 300, height: 300, index: 1)])
    try folder.write(png, to: "Art/cat.png")
    try folder.write(gif, to: "Art/cat.gif")
    let outcome = try await folder.build("Art")
    // In natural order the GIF comes first and keeps the name.
    #expect(outcome.manifests[0].stickers.map(\.id) == ["cat", "cat-2"])
    let pack = "out/Stickers.xcstickers/Art.stickerpack"
    #expect(try folder.bytes("\(pack)/cat.sticker/cat.gif") == gif)
    #expect(try folder.bytes("\(pack)/cat-2.sticker/cat-2.png") == png)
  }

  @Test("12: an identifier with an underscore is rejected, and none is derived from a name")
  func identifiers() throws {
    try folder.write(PNGBytes.still(300, 300, glass), to: "Jane Doe/a.png")
    #expect(try folder.pack("Jane Doe").settings.project.bundleIdentifier == nil)
    try folder.write(
      #"{ "project": { "bundleId": "com.Jane_Doe.Stickers" } }"#, to: "Jane Doe/stickerpack.json")
    let failure = #expect(throws: LintError.self) { try folder.pack("Jane Doe") }
    #expect(failure?.description.contains("contains an underscore") == true)
  }

  @Test("13: each sticker keeps its own size")
  func sizes() async throws {
    for (name, side) in [("a", 300), ("b", 408), ("c", 618)] {
      try folder.write(PNGBytes.still(side, side, glass), to: "Art/\(name).png")
    }
    let stickers = try await folder.build("Art").manifests[0].stickers
    #expect(
      stickers.map { $0.scales.map(\.width) } == [
        [300, 200, 100], [408, 272, 136], [618, 412, 206],
      ])
  }

  @Test("14: an invalid value is reported before anything is written")
  func validation() throws {
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/a.png")
    try folder.write(#"{ "gridSize": "medium" }"#, to: "Art/stickerpack.json")
    let failure = #expect(throws: LintError.self) { try folder.pack("Art") }
    #expect(failure?.description.hasSuffix("expected small, regular or large") == true)
  }

  @Test("15: all written files are readable and match the manifest")
  func everyFile() async throws {
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/a.png")
    try folder.write(
      PNGBytes.animation(300, 300, [glass, [0, 90, 0, 255]], delay: (1, 10)), to: "Art/b.png")
    try await folder.build("Art")
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(folder.bytes("out/manifest.json")))
    var seen: Set<String> = ["out/manifest.json"]
    for scale in manifest.stickers.flatMap(\.scales) {
      let bytes = try folder.bytes("out/" + scale.file)
      #expect(Digest.sha256(bytes) == scale.sha256)
      #expect(try Decoded(bytes).defects == [])
      seen.insert("out/" + scale.file)
    }
    for path in try contents().keys { seen.insert(path + "/Contents.json") }
    for file in try namedFiles() where file.name.hasSuffix(".png") {
      #expect(try Decoded(folder.bytes("\(file.folder)/\(file.name)")).defects == [])
      seen.insert("\(file.folder)/\(file.name)")
    }
    #expect(try folder.files().filter { $0.hasPrefix("out/") } == seen.sorted())
  }

  @Test("an exporter in Ruby: a sequence has only its own frames, 2 before 10")
  func separateSequences() async throws {
    for (name, numbers) in [("hop", [1, 2, 10]), ("run", [1, 2])] {
      for number in numbers {
        let color = [UInt8(number), UInt8(name.utf8.count), UInt8(name.utf8.first ?? 0), 128]
        try folder.write(PNGBytes.still(300, 300, color), to: "Art/\(name)/\(number).png")
      }
    }
    try folder.write(
      #"{ "stickers": [{ "frames": "hop", "as": "sequence" }, { "frames": "run", "as": "sequence" }] }"#,
      to: "Art/stickerpack.json")
    try await folder.build("Art")
    for (name, files) in [("hop", ["1.png", "2.png", "10.png"]), ("run", ["1.png", "2.png"])] {
      let sequence = "out/Stickers.xcstickers/Art.stickerpack/\(name).stickersequence"
      let frames = try contents()[sequence]?["frames"] as? [[String: String]]
      #expect(frames?.compactMap { $0["filename"] } == files)
      for file in files {
        #expect(
          try folder.bytes("\(sequence)/\(file)") == folder.bytes("Art/\(name)/\(file)"))
      }
    }
  }
}
