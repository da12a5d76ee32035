import Basics
import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import StickerBuild
import StickerFit
import StickerLint
import StickerManifest
import StickerPacks
import TestSupport
import Testing

@Suite("Building a bundle")
struct BuildTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A pack of one sticker of each format, drawn without the code under test.
  func writePack() throws {
    let glass: [UInt8] = [200, 30, 30, 160]
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/still.png")
    try folder.write(
      PNGBytes.animation(
        300, 300, [glass, [0, 90, 0, 255], [0, 90, 0, 255]], plays: 2, delay: (7, 90)),
      to: "Art/moving.png")
    let frames = [
      GIFBytes.Frame(width: 300, height: 300, index: 1, delay: 12, transparent: 0),
      GIFBytes.Frame(x: 90, y: 90, width: 90, height: 90, index: 2, delay: 34, transparent: 0),
    ]
    try folder.write(GIFBytes.file(300, 300, frames, loops: 0), to: "Art/blink.gif")
    try folder.write(
      """
      { "name": "Test pack", "gridSize": "small",
        "stickers": [{ "file": "moving.png", "label": "It moves" }] }
      """, to: "Art/stickerpack.json")
  }

  @discardableResult
  func build(
    jobs: Int = 2, to name: String = "out", limits: DecodingLimits = .init(),
    skipsUnusableFiles: Bool = false
  ) async throws -> Built {
    try await folder.build(
      "Art", jobs: jobs, to: name, limits: limits, skipsUnusableFiles: skipsUnusableFiles)
  }

  func manifest() throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(folder.bytes("out/manifest.json")))
  }

  @Test("writes the catalog, three scales of each sticker and the manifest, and nothing else")
  func layout() async throws {
    try writePack()
    try await build()
    let pack = "out/Stickers.xcstickers/Test pack.stickerpack"
    let images = ["blink", "moving", "still"].flatMap { name in
      [1, 2, 3].map { "out/images/\(name)@\($0)x.\(name == "blink" ? "gif" : "png")" }
    }
    let stickers = ["blink.gif", "moving.png", "still.png"].flatMap { file in
      let folder = "\(pack)/\(file.dropLast(4)).sticker"
      return ["\(folder)/Contents.json", "\(folder)/\(file)"]
    }
    let set = "out/Stickers.xcstickers/iMessage App Icon.stickersiconset"
    let icons = try folder.files().filter { $0.hasPrefix(set) }
    #expect(icons.count == 14)
    let expected =
      images + stickers + icons + [
        "out/Stickers.xcstickers/Contents.json", "\(pack)/Contents.json", "out/manifest.json",
      ]
    #expect(try folder.files().filter { !$0.hasPrefix("Art/") } == expected.sorted())
  }

  @Test("a built catalog has no findings")
  func clean() async throws {
    try writePack()
    for name in ["1", "2"] {
      try folder.write(PNGBytes.still(300, 300, [9, 9, 9, 128]), to: "Art/Run/\(name).png")
    }
    try folder.write(
      """
      { "name": "Test pack", "gridSize": "small", "stickers": [
        { "file": "moving.png", "label": "It moves" },
        { "frames": "Run", "fps": 12, "as": "sequence", "label": "It runs" } ] }
      """, to: "Art/stickerpack.json")
    try await build()
    let catalog = folder.path + "/out/Stickers.xcstickers"
    let findings = try await Linter(jobs: 2).lint(try PackDiscovery(at: [FilePath(catalog)]).packs)
      .findings
    let catalogRules = Set(Rule.all.filter { $0.category == .catalog }.map(\.id))
    #expect(findings.map(\.rule).filter(catalogRules.contains) == [])
  }

  @Test("a sequence of a catalog is reported as skipped")
  func sequences() async throws {
    try writePack()
    try folder.write(
      #"{ "stickers": [{ "filename": "s.sticker" }, { "filename": "m.stickersequence" }] }"#,
      to: "P.stickerpack/Contents.json")
    try folder.write(
      #"{ "properties": { "filename": "s.png" } }"#, to: "P.stickerpack/s.sticker/Contents.json")
    try folder.write(
      PNGBytes.still(300, 300, [1, 2, 3, 128]), to: "P.stickerpack/s.sticker/s.png")
    try folder.write("{}", to: "P.stickerpack/m.stickersequence/Contents.json")
    let outcome = try await folder.build("P.stickerpack", skipsUnusableFiles: true)
    #expect(outcome.skipped.map(\.displayPath) == ["P.stickerpack/m.stickersequence"])
    #expect(outcome.manifests.flatMap(\.stickers).map(\.id) == ["s"])
  }

  @Test("the art is in the catalog and at @3x byte for byte")
  func originals() async throws {
    try writePack()
    try await build()
    for file in ["blink.gif", "moving.png", "still.png"] {
      let art = try folder.bytes("Art/\(file)")
      let (stem, ending) = (file.dropLast(4), file.suffix(4))
      #expect(try folder.bytes("out/images/\(stem)@3x\(ending)") == art)
      #expect(
        try folder.bytes(
          "out/Stickers.xcstickers/Test pack.stickerpack/\(stem).sticker/\(file)") == art)
    }
  }

  @Test("the catalog names bare files, orders the pack and carries labels and grid size")
  func catalog() async throws {
    try writePack()
    try await build()
    let pack = "out/Stickers.xcstickers/Test pack.stickerpack"
    let text = String(decoding: try folder.bytes("\(pack)/Contents.json"), as: UTF8.self)
    #expect(
      text == """
        {
          "info" : {
            "author" : "stickerpack",
            "version" : 1
          },
          "properties" : {
            "grid-size" : "small"
          },
          "stickers" : [
            {
              "filename" : "moving.sticker"
            },
            {
              "filename" : "blink.sticker"
            },
            {
              "filename" : "still.sticker"
            }
          ]
        }

        """)
    let sticker = String(
      decoding: try folder.bytes("\(pack)/moving.sticker/Contents.json"), as: UTF8.self)
    #expect(
      sticker == """
        {
          "info" : {
            "author" : "stickerpack",
            "version" : 1
          },
          "properties" : {
            "accessibility-label" : "It moves",
            "filename" : "moving.png"
          }
        }

        """)
  }

  @Test("the manifest lists the written files with size and digest")
  func manifestContents() async throws {
    try writePack()
    try await build()
    let manifest = try manifest()
    #expect(manifest.schema == "stickerpack.manifest/2")
    #expect(manifest.name == "Test pack")
    #expect(manifest.stickers.map(\.id) == ["moving", "blink", "still"])
    #expect(manifest.stickers.map(\.label) == ["It moves", nil, nil])
    #expect(manifest.stickers.map(\.format) == ["apng", "gif", "png"])
    #expect(manifest.stickers.map(\.animated) == [true, true, false])
    #expect(manifest.stickers.map { $0.animation?.plays } == [2, 0, nil])
    #expect(manifest.stickers.map(\.mimeType) == ["image/apng", "image/gif", "image/png"])
    #expect(manifest.stickers.allSatisfy { $0.points.width == 100 && $0.points.height == 100 })
    let delay = Delay(numerator: 7, denominator: 90)
    #expect(manifest.stickers[0].animation?.delays == [delay, delay, delay])
    #expect(manifest.stickers[1].animation?.delaysMilliseconds == [120, 340])
    #expect(manifest.stickers[1].animation?.durationMilliseconds == 460)
    for scale in manifest.stickers.flatMap(\.scales) {
      let bytes = try folder.bytes("out/" + scale.file)
      #expect(scale.bytes == bytes.count)
      #expect(scale.sha256 == Digest.sha256(bytes))
      let container = try #require(ImageContainer(bytes))
      #expect(container.canvas == CanvasSize(width: scale.width, height: scale.height))
      #expect(scale.width == 100 * scale.scale)
    }
  }

  @Test("the manifest has the configured facts about the pack and its stickers")
  func facts() async throws {
    try writePack()
    try folder.write(
      """
      { "author": "Ann", "license": "CC-BY-4.0", "cover": "still.png",
        "project": { "bundleId": "com.example.pack", "version": "2.1" },
        "stickers": [{ "file": "moving.png", "emoji": ["👋", "❤️"] }] }
      """, to: "Art/stickerpack.json")
    try await build()
    let manifest = try manifest()
    #expect(manifest.toolVersion == stickerpackVersion)
    #expect(manifest.id == "com.example.pack")
    #expect(manifest.version == "2.1")
    #expect(manifest.author == "Ann")
    #expect(manifest.license == "CC-BY-4.0")
    #expect(manifest.cover == "still")
    #expect(manifest.stickers.map(\.emoji) == [["👋", "❤️"], nil, nil])
    // A sticker without a label has none in the catalog either.
    let contents = try folder.text(
      "out/Stickers.xcstickers/Art.stickerpack/still.sticker/Contents.json")
    #expect(!contents.contains("accessibility-label"))
  }

  @Test("every frame, delay and the loop count are those of the art, at each scale")
  func timing() async throws {
    try writePack()
    try await build()
    for file in ["moving.png", "blink.gif"] {
      let (stem, ending) = (file.dropLast(4), file.suffix(4))
      let art = try Decoded(folder.bytes("Art/\(file)"))
      for scale in [1, 2] {
        let copy = try Decoded(folder.bytes("out/images/\(stem)@\(scale)x\(ending)"))
        #expect(copy.defects == [])
        #expect(copy.container.format == art.container.format)
        #expect(copy.container.loop == art.container.loop)
        #expect(copy.canvases.count == art.canvases.count)
        #expect(
          copy.container.frameTable.map(\.delay) == art.container.frameTable.map(\.delay))
      }
    }
  }

  /// Few colors in large areas, which compress well; their edges get many colors when scaled.
  private static let movingRings = CanvasAnimation(
    canvases: (0..<4).map { step in
      Bitmap(width: 300, height: 300) { x, y in
        let (dx, dy) = (x - 150, y - 150)
        guard dx * dx + dy * dy < 140 * 140 else { return .clear }
        let ring = (dx * dx + dy * dy + step * 400) / 1600
        return Pixel(red: UInt8(ring * 19), green: UInt8(ring * 67 % 256), blue: 90)
      }
    },
    delays: (0..<4).map { _ in Delay(numerator: 1, denominator: 12) })

  @Test("no scale has more bytes than the art, and what was lost is reported")
  func ceilings() async throws {
    let moving = Self.movingRings
    let still = moving.canvases[0]
    try folder.write(
      ScaledCopy(
        of: Artwork(.init(canvases: [still], delays: [.zero])), maximumBytes: .max
      ).bytes, to: "Art/still.png")
    // Too small for full color, so it has a palette.
    try folder.write(
      ScaledCopy(of: Artwork(moving), maximumBytes: 1).bytes, to: "Art/moving.png")
    try folder.write(ImageEncoder.gif(moving, loop: .forever), to: "Art/blink.gif")
    try folder.write(ImageEncoder.jpeg(still, quality: 40), to: "Art/photo.jpg")
    let built = try await build()
    let stickers = built.manifests.flatMap(\.stickers)
    #expect(stickers.count == 4)
    for sticker in stickers {
      let bytes = sticker.scales.sorted { $0.scale > $1.scale }.map(\.bytes)
      #expect(bytes.allSatisfy { $0 <= bytes[0] }, "\(sticker.id)")
    }
    let reduced = built.reducedImages
    #expect(
      Set(reduced.map(\.file)).isSuperset(of: ["images/moving@2x.png", "images/photo@2x.jpg"]))
    #expect(reduced.allSatisfy { $0.loss != nil && $0.bytes <= $0.artBytes })
  }

  @Test(
    "a finding about a scaled image is reported unless the art has it, too, and an error stops the build"
  )
  func findingInScaledImage() async throws {
    let moving = Self.movingRings
    try folder.write(
      ScaledCopy(of: Artwork(moving), maximumBytes: 1).bytes, to: "Indexed/moving.png")
    try folder.write(
      ImageEncoder.apng(moving, loop: .forever), to: "Full/moving.png")
    #expect(try await folder.build("Indexed", to: "one").findings == [])
    let full = try await folder.build("Full", to: "two")
    #expect(!full.findings.isEmpty)
    #expect(full.findings.map(\.rule).allSatisfy { $0 == "indexed-apng" })
    #expect(full.findings.map(\.file) == full.reducedImages.map(\.file))
    try folder.write(#"{ "rules": { "indexed-apng": "error" } }"#, to: "Full/stickerpack.json")
    let error = await #expect(throws: BuildError.self) {
      try await folder.build("Full", to: "three")
    }
    #expect(
      error
        == .errorsFound(
          full.findings.map { finding in
            var finding = finding
            finding.severity = .error
            return finding
          }))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/three"))
    let forced = try await folder.build("Full", to: "three", skipsUnusableFiles: true)
    #expect(forced.findings.map(\.severity).allSatisfy { $0 == .error })
  }

  @Test("an animation stores only the pixels that change")
  func unchangedAreas() async throws {
    try writePack()
    try await build()
    let moving = try Decoded(folder.bytes("out/images/moving@2x.png"))
    // The third frame is the second one again.
    #expect(moving.container.frameTable.map(\.width) == [200, 200, 1])
    let blink = try Decoded(folder.bytes("out/images/blink@1x.gif"))
    let second = try #require(blink.container.frameTable.last)
    // The square that appears is 30 px at this scale, and its edges may blend into one pixel more.
    #expect((29...30).contains(second.x) && (29...30).contains(second.y))
    #expect((30...32).contains(second.width) && (30...32).contains(second.height))
  }

  @Test("the same art produces the same bytes, whatever the number of jobs")
  func reproducible() async throws {
    try writePack()
    try await build(jobs: 1, to: "one")
    try await build(jobs: 5, to: "five")
    let names = try folder.files().filter { $0.hasPrefix("one/") }
    #expect(names.count == 18 + 14)
    for name in names {
      #expect(try folder.bytes(name) == folder.bytes("five/" + name.dropFirst(4)), "\(name)")
    }
  }

  @Test("an old bundle is replaced completely, and no draft is left")
  func replaces() async throws {
    try writePack()
    try await build()
    try FileManager.default.removeItem(atPath: folder.path + "/Art/still.png")
    try await build()
    #expect(!(try folder.snapshot().keys.contains { $0.hasPrefix("out/") && $0.contains("still") }))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Art", "out"])
  }

  @Test("a folder that stickerpack did not build is never changed")
  func keepsForeign() async throws {
    try writePack()
    try folder.write("precious", to: "out/notes.txt")
    await #expect(throws: BuildError.self) { try await build() }
    #expect(try folder.files().filter { $0.hasPrefix("out") } == ["out/notes.txt"])
    try folder.write("precious", to: "file")
    await #expect(throws: BuildError.self) { try await build(to: "file") }
    await #expect(throws: BuildError.self) { try await build(to: "..") }
  }

  @Test("a build that fails leaves the old bundle and no draft")
  func failure() async throws {
    try writePack()
    try await build()
    let before = try folder.bytes("out/manifest.json")
    try folder.write(PNGBytes.signature + [1, 2, 3], to: "Art/broken.png")
    await #expect(throws: BuildError.self) { try await build() }
    #expect(try folder.bytes("out/manifest.json") == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Art", "out"])
  }

  @Test("a build removes the drafts of killed builds, but not those of running ones")
  func abandoned() async throws {
    try writePack()
    try folder.write("half", to: ".out.draft-dead/half.png")
    try folder.write("", to: ".out.draft-dead.lock")
    try folder.write("half", to: ".out.draft-alive/half.png")
    let lock = open(try folder.write("", to: ".out.draft-alive.lock"), O_RDWR)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try await build()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == [".out.draft-alive", ".out.draft-alive.lock", "Art", "out"])
    close(lock)
  }

  @Test("a bundle that a killed build moved aside is restored")
  func putAside() async throws {
    try writePack()
    try await build()
    let before = try folder.files().filter { $0.hasPrefix("out/") }
    try FileManager.default.moveItem(
      atPath: folder.path + "/out", toPath: folder.path + "/.out.draft-dead.old")
    try folder.write("", to: ".out.draft-dead.lock")
    try FileManager.default.removeItem(atPath: folder.path + "/Art/still.png")
    try folder.write(PNGBytes.signature + [1, 2, 3], to: "Art/broken.png")
    await #expect(throws: BuildError.self) { try await build() }
    #expect(try folder.files().filter { $0.hasPrefix("out/") } == before)
  }

  @Test("an animation with a frame that cannot be decoded is skipped, not shortened")
  func damagedFrame() async throws {
    try writePack()
    let glass: [UInt8] = [200, 30, 30, 160]
    let damaged =
      PNGBytes.signature + PNGBytes.header(300, 300) + PNGBytes.animationControl(frames: 2)
      + PNGBytes.frameControl(0, 300, 300)
      + PNGBytes.chunk("IDAT", PNGBytes.solid(300, 300, glass))
      + PNGBytes.frameControl(1, 300, 300) + PNGBytes.frameData(2, [1, 2, 3])
      + PNGBytes.chunk("IEND")
    try folder.write(damaged, to: "Art/damaged.png")
    let outcome = try await build(skipsUnusableFiles: true)
    #expect(outcome.manifests[0].stickers.map(\.id) == ["moving", "blink", "still"])
    #expect(outcome.skipped.count == 1)
    #expect(outcome.skipped.first?.reason.contains("frame 2 cannot be decoded") == true)
    #expect(!(try folder.files().contains { $0.hasPrefix("out/") && $0.contains("damaged") }))
  }

  @Test(
    "no name given by a program leads out of the bundle",
    arguments: ["../x", "../../x", "a/../../../x", "/x", "a//b", "a\0b", "a/\u{301}/../../../../x"])
  func foreignNames(_ name: String) async throws {
    let art = try folder.write(PNGBytes.still(300, 300, [1, 2, 3, 128]), to: "Art/still.png")
    let before = try folder.snapshot()
    for (pack, id) in [(name, "still"), ("Pack", name)] {
      let source = PackSource(
        kind: .folder, name: pack, at: Location("\(folder.path)/Art", displayPath: "Art"),
        settings: PackSettings(gridSize: .small),
        stickers: [StickerSource(id: id, at: Location(FilePath(art), displayPath: "Art/still.png"))]
      )
      let plan = try await folder.plan([source])
      #expect(plan.packs[0].fileName.change != nil || plan.packs[0].stickers[0].id.change != nil)
      _ = try await PackBuilder(Linter(jobs: 1)).build(plan, to: "\(folder.path)/out")
      #expect(try folder.snapshot(without: ["out"]) == before)
      // Three folders deep, as with any other name.
      let files = try folder.files().filter { $0.hasPrefix("out/Stickers.xcstickers/") }
      #expect(
        files.map { $0.split(separator: "/").count }.sorted() == [3]
          + Array(repeating: 4, count: 1 + 14) + [5, 5])
    }
  }

  @Test("an added file is written, but never outside of the output")
  func addedFiles() async throws {
    try writePack()
    var plan = try await folder.plan([try folder.pack("Art")])
    plan.addedFiles = [.init(path: plan.packs[0].catalog.appending("Icon/a.png"), bytes: [1, 2])]
    _ = try await PackBuilder(Linter(jobs: 1)).build(plan, to: "\(folder.path)/out")
    #expect(try folder.bytes("out/Stickers.xcstickers/Icon/a.png") == [1, 2])
    let before = try folder.snapshot()
    for path: FilePath in ["../x", "a/../../x", "/x", "", "."] {
      plan.addedFiles = [.init(path: path, bytes: [])]
      await #expect(throws: BuildError.self) {
        try await PackBuilder(Linter(jobs: 1)).build(plan, to: "\(folder.path)/out")
      }
      #expect(try folder.snapshot() == before)
    }
  }

  @Test("a file that cannot be decoded fails the build, and the old output stays")
  func fails() async throws {
    try writePack()
    _ = try await build()
    let before = try folder.snapshot(without: ["Art"])
    try folder.write("no image", to: "Art/fake.png")
    let failure = await #expect(throws: BuildError.self) { try await build() }
    #expect(failure?.description.contains("Art/fake.png cannot be built") == true)
    #expect(try folder.snapshot(without: ["Art"]) == before)
  }

  @Test("files that cannot be decoded can be skipped, and are reported")
  func skipped() async throws {
    try writePack()
    try folder.write("no image", to: "Art/fake.png")
    let outcome = try await build(skipsUnusableFiles: true)
    #expect(outcome.skipped.count == 1)
    #expect(outcome.skipped.first?.displayPath.hasSuffix("Art/fake.png") == true)
    #expect(outcome.manifests[0].stickers.count == 3)
  }
}

@Suite("SHA-256")
struct SHA256Tests {
  @Test("agrees with the system's at every length around a block's end")
  func lengths() async throws {
    // The manifest's hashes are checked against the system's program for whole files; here are the
    // lengths where padding goes wrong, through a PNG of exactly that many bytes.
    let folder = try TemporaryFolder()
    let base = PNGBytes.still(300, 300, [1, 2, 3, 128])
    let head = Array(base.prefix(33))
    for length in 0..<70 {
      let padding = PNGBytes.chunk("paDd", [UInt8](repeating: 7, count: length))
      try folder.write(head + padding + base.dropFirst(33), to: "Art/p\(length).png")
    }
    let outcome = try await folder.build("Art")
    for sticker in outcome.manifests[0].stickers {
      let original = try #require(sticker.scales.first)
      #expect(original.sha256 == Digest.sha256(try folder.bytes("out/" + original.file)))
    }
    #expect(outcome.manifests[0].stickers.count == 70)
  }
}
