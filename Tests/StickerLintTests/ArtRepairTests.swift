import Basics
import ImageCodecs
import ImageContainers
import Pixels
import RuleExamples
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Repairs that keep the art")
struct ArtRepairTests {
  private static func pack(
    _ stickers: [(name: String, sketch: Sketch)], _ configuration: String = "{}"
  ) throws -> RepairedPack {
    try RepairedPack(
      stickers.map { .init(path: $0.name, content: .sticker($0.sketch), label: nil) }
        + [.init(path: "stickerpack.json", content: .text(configuration), label: nil)])
  }

  private static func sides(_ pack: RepairedPack, _ names: [String]) throws -> [[Int]] {
    try names.map { name in
      let canvas = try Decoded(pack.bytes(name)).canvases[0]
      return [canvas.width, canvas.height]
    }
  }

  // MARK: Harm

  @Test(
    "a result whose art disappears on a background is refused",
    arguments: [(0xFFFFFF, "white"), (0x000000, "black"), (0x007AFF, "a blue bubble")])
  func disappearing(color: UInt32, backdrop: String) async throws {
    func image(_ color: UInt32) async throws -> ImageFacts {
      let pack = try Self.pack([("a.png", Sketch(Sketch.Art { $0.fill = color }))])
      return try #require(try await pack.lint().packs[0].facts.stickers[0].image)
    }
    let brown = try await image(0x9C5F32)
    let lost = try await image(color)
    #expect(
      lost.harm(comparedWith: brown) == "100% of the art would disappear on \(backdrop)")
    #expect(brown.harm(comparedWith: lost) == nil)
    // It was not visible before.
    #expect(lost.harm(comparedWith: lost) == nil)
  }

  // MARK: Findings

  @Test("a card that was only padded is still a box, without an outline")
  func paddedCard() async throws {
    let card = Sketch(
      Sketch.Art {
        $0.shape = .box; $0.fill = 0xFFFFFF; $0.backdrop = 0x3F7A4D
      }, height: 350)
    let pack = try Self.pack([("card.png", card)])
    let before = try await pack.rules()
    #expect(before.isSuperset(of: ["no-transparency", "canvas-not-square"]))
    let repaired = try await pack.repair()
    #expect(repaired.map(\.repairs) == [[.padToSquare]])
    #expect(try await pack.rules() == before.subtracting(["canvas-not-square"]))
    #expect(try Self.sides(pack, ["card.png"]) == [[408, 408]])
  }

  @Test("an error is fixed although the art has a halo")
  func errorFirst() async throws {
    let pack = try Self.pack(
      [("hello.png", Sketch(Sketch.Art { $0.leftover = 0x00C800 }, side: 1600))],
      #"{ "gridSize": "regular" }"#)
    let before = try await pack.rules()
    #expect(before.isSuperset(of: ["canvas-too-large", "edge-halo"]))
    let repaired = try await pack.repair()
    #expect(repaired.map(\.repairs) == [[.scale]])
    #expect(try await !pack.rules().contains("canvas-too-large"))
  }

  @Test("a canvas is not padded if it cannot be scaled")
  func halfDone() async throws {
    let pack = try Self.pack(
      [("hello.png", Sketch(side: 320, height: 310))], #"{ "gridSize": "regular" }"#)
    let before = try pack.bytes("hello.png")
    let repaired = try await pack.repair()
    #expect(repaired.flatMap(\.repairs) == [])
    #expect(Set(repaired.flatMap(\.problems).map(\.repair)) == [.scale, .padToSquare])
    #expect(try pack.bytes("hello.png") == before)
  }

  @Test("a long canvas is scaled before it is padded, and not padded alone")
  func longCanvas() async throws {
    let sketch = Sketch(
      Sketch.Art {
        $0.shape = .box; $0.width = 1; $0.height = 9000
      }, side: 1, height: 20_000)
    let pack = try Self.pack([("line.png", sketch)])
    try await pack.repair()
    let side = try Self.sides(pack, ["line.png"])[0]
    #expect(side == [618, 618] || side == [1, 618] || side == [1, 20_000])
    let bytes = try sketch.bytes()
    let other = try Self.pack([("line.png", sketch)])
    let source = try #require(try await other.lint().packs[0].facts.assets.first?.source)
    let task = RepairTask(
      source: source, pack: try await other.lint().packs[0].facts.source,
      repairs: [.padToSquare], contentHash: HashedBytes(bytes).sha256)
    #expect(
      other.repair([task]).flatMap(\.problems).map(\.reason)
        == ["the canvas would become 20,000 × 20,000 px; scale it, too"])
  }

  @Test("a background stays if the art would disappear without it, and no outline is added")
  func background() async throws {
    let art = Sketch.Art {
      ($0.width, $0.x) = (240, -40); $0.fill = 0x2C2C2E; $0.backdrop = 0xFFFFFF
    }
    let pack = try Self.pack([("hello.png", Sketch(art))])
    #expect(try await pack.rules().contains("background-box"))
    let repaired = try await pack.repair()
    #expect(
      repaired.flatMap(\.repairs).allSatisfy { ![.removeBackground, .addOutline].contains($0) })
    #expect(
      repaired.flatMap(\.problems).first { $0.repair == .removeBackground }?.reason
        .contains("of the art would disappear on") == true)
  }

  // MARK: Packs

  @Test("all files of a pack are scaled to one size class")
  func oneClass() async throws {
    // The nearest class of 520 px is 618 px, that of most of the pack 408 px.
    let names = ["a.png", "b.png", "c.png"]
    let pack = try Self.pack(
      zip(names, [420, 430, 520]).enumerated().map {
        ($1.0, Sketch(.other($0), side: $1.1))
      })
    try await pack.repair()
    #expect(try Self.sides(pack, names) == [[408, 408], [408, 408], [408, 408]])
  }

  @Test("an outline for some stickers of a pack is left out, with an offer for all of them")
  func someOutlines() async throws {
    let pack = try Self.pack([
      ("a.png", Sketch(Sketch.Art { $0.fill = 0xFFFFFF })), ("b.png", Sketch(.other(1))),
      ("c.png", Sketch(.other(2))),
    ])
    #expect(try await Self.promisesOutlines(pack) == [false])
    let repaired = try await pack.repair()
    #expect(repaired.flatMap(\.repairs) == [])
    #expect(
      repaired.flatMap(\.problems).map(\.reason) == [
        "1 of 3 stickers would get an outline; outline the whole pack with stickerpack fit --outline 12"
      ])
  }

  /// Whether each finding about contrast promises an outline.
  private static func promisesOutlines(_ pack: RepairedPack) async throws -> [Bool] {
    try await pack.lint().packs.flatMap(\.separateFindings).filter { $0.rule == "low-contrast" }
      .map { $0.repair == .addOutline }
  }

  @Test("an outline is promised where all stickers of a pack get one")
  func promised() async throws {
    let pack = try Self.pack([
      ("a.png", Sketch(Sketch.Art { $0.lower = 0xFFFFFF })),
      ("b.png", Sketch(Sketch.Art { ($0.fill, $0.lower) = (0x50A0C0, 0xFFFFFF) })),
    ])
    #expect(try await Self.promisesOutlines(pack) == [true, true])
    #expect(try await pack.repair().allSatisfy { $0.repairs.contains(.addOutline) })
  }

  @Test("a pack in which one sticker cannot get an outline gets none")
  func noOutlines() async throws {
    // The second one is cut off at the bottom.
    let pack = try Self.pack([
      ("a.png", Sketch(Sketch.Art { $0.lower = 0xFFFFFF })),
      (
        "b.png",
        Sketch(
          Sketch.Art {
            $0.width = 300; $0.y = 150; $0.fill = 0xFFFFFF
          })
      ),
    ])
    #expect(try await Self.promisesOutlines(pack) == [false, false])
    let tasks = try await pack.lint().repairTasks(allowsUnsafe: true)
    #expect(tasks.allSatisfy { $0.repairs.contains(.addOutline) })
    let agreed = try await FileRepairer(Linter(jobs: 1), allowsUnsafe: true)
      .agreed(on: tasks, jobs: 1)
    #expect(agreed.allSatisfy { !$0.repairs.contains(.addOutline) })
    let problems = pack.repair(agreed).flatMap(\.problems).filter { $0.repair == .addOutline }
    #expect(problems.count == 2)
    #expect(
      problems.first?.reason.hasPrefix(
        "1 of 2 stickers of the pack cannot get an outline, such as b.png: the bottom edge") == true
    )
  }

  @Test("art that stands on the line of its pack is centered only horizontally")
  func baseline() async throws {
    func standing(_ height: Int, x: Int = 0, _ fill: UInt32) -> Sketch {
      // All end 40 px above the lower edge.
      Sketch(
        Sketch.Art {
          ($0.shape, $0.width, $0.height) = (.box, 200, height)
          ($0.x, $0.y, $0.fill) = (x, 164 - height / 2, fill)
        })
    }
    let pack = try Self.pack([
      ("a.png", standing(300, 0x9C5F32)), ("b.png", standing(310, 0xC8402E)),
      ("c.png", standing(320, x: 60, 0x3F7A4D)), ("d.png", standing(250, 0x8A4FA3)),
      ("e.png", standing(240, 0xB05A8A)),
    ])
    let repaired = try await pack.repair()
    let moved = try Decoded(pack.bytes("c.png")).canvases[0].visibleArea
    #expect(moved == PixelRect(x: 104, y: 48, width: 200, height: 320))
    #expect(repaired.map(\.source.path.name.string) == ["c.png", "e.png"])
    // With 128 free rows of 408 above it, it is low, but moved alone it would leave the line.
    #expect(
      try Decoded(pack.bytes("e.png")).canvases[0].visibleArea
        == PixelRect(x: 104, y: 128, width: 200, height: 240))
    #expect(
      repaired.flatMap(\.problems).map(\.reason) == [
        "it stands on the same line as most of its pack; move all of them by hand"
      ])
    let left = try await pack.lint().findings.filter { $0.rule == "off-center" }
    #expect(left.map(\.isRepairable) == [false])
  }

  @Test(
    "art that touches an edge below 30% of free rows stays on it, and is centered along the other axis"
  )
  func edges() async throws {
    func box(_ x: Int, _ y: Int) -> Sketch {
      Sketch(
        Sketch.Art {
          ($0.shape, $0.width, $0.height, $0.x, $0.y) = (.box, 288, 288, x, y)
        })
    }
    // 60 px on each side of a box in the center.
    let pack = try Self.pack([("left.png", box(-60, 50)), ("corner.png", box(60, 60))])
    let repaired = try await pack.repair()
    #expect(repaired.map(\.source.path.name.string) == ["left.png"])
    #expect(
      try Decoded(pack.bytes("left.png")).canvases[0].visibleArea
        == PixelRect(x: 0, y: 60, width: 288, height: 288))
  }

  @Test("art that an edge cuts off is not pulled off it, although a third of the canvas is free")
  func cutOff() async throws {
    func disc(_ x: Int, _ y: Int) -> Sketch {
      Sketch(Sketch.Art { ($0.width, $0.height, $0.x, $0.y) = (260, 260, x, y) })
    }
    // The second one is too near the center from left to right to be reported for that, the third one also sits high.
    let names = ["cut.png", "right.png", "left.png"]
    let pack = try Self.pack([
      (names[0], disc(0, 140)), (names[1], disc(10, 140)), (names[2], disc(-140, -60)),
    ])
    let before = try names.map { try pack.bytes($0) }
    let repaired = try await pack.repair()
    #expect(
      repaired.map { $0.problems.map(\.reason) }
        == names.map { _ in
          ["an edge of the canvas cuts the art off, which would show; move it by hand"]
        })
    #expect(try names.map { try pack.bytes($0) } == before)
    let left = try await pack.lint().findings.filter { $0.rule == "off-center" }
    #expect(left.map(\.isRepairable) == [false, false, false])

    // It touches the edge, which does not cut it off.
    let touching = try Self.pack([("touching.png", disc(0, 74))])
    try await touching.repair()
    #expect(
      try Decoded(touching.bytes("touching.png")).canvases[0].visibleArea
        == PixelRect(x: 74, y: 74, width: 260, height: 260))
  }

  @Test("large art is scaled to the size that the other art of its size or larger has")
  func sizeClass() async throws {
    func pack(_ sides: [Int]) throws -> RepairedPack {
      try Self.pack(
        sides.enumerated().map { ("\($0).png", Sketch(.other($0), side: $1)) })
    }
    // Small art does not decide.
    for (sides, result, fix) in [
      ([800, 256, 256, 256], 618, "Scale it to 618 px, the largest size class."),
      ([800, 408, 408, 256], 408, "Scale it to 408 px, the nearest size class."),
      ([800, 408, 408, 408], 408, "Scale it to 408 px, as most of the pack."),
    ] {
      let pack = try pack(sides)
      #expect(
        try await pack.lint().findings.filter { $0.rule == "canvas-too-large" }.map(\.fix) == [fix])
      try await pack.repair()
      #expect(try Self.sides(pack, ["0.png"]) == [[result, result]])
    }
  }

  // MARK: Files

  @Test("an image with a full palette keeps one when it is padded")
  func palette() async throws {
    // 256 colors and noise, which compresses badly without a palette.
    var random = SplitMix(state: 5)
    let canvas = Bitmap(width: 408, height: 300) { x, y in
      let code = x < 256 && y == 0 ? UInt8(x) : UInt8(truncatingIfNeeded: random.next())
      return Pixel(red: code, green: code &* 7, blue: 255 - code)
    }
    let file = try LosslessOptimizer().png(canvas)
    #expect(try Decoded(file).isIndexed)
    let pack = try RepairedPack([.init(path: "noise.png", content: .bytes(file), label: nil)])
    let repaired = try await pack.repair()
    #expect(repaired.flatMap(\.repairs).contains(.padToSquare))
    let result = try pack.bytes("noise.png")
    #expect(try Decoded(result).isIndexed)
    #expect(result.count < file.count * 11 / 10)
  }

  @Test("a GIF with palettes of its frames is padded without encoding them again")
  func paddedGIF() async throws {
    var random = SplitMix(state: 8)
    let canvases = (0..<3).map { frame in
      Bitmap(width: 408, height: 300) { _, _ in
        let code = UInt8(truncatingIfNeeded: random.next())
        return Pixel(red: code & 0xFC, green: 255 - code & 0xFC, blue: UInt8(frame * 90))
      }
    }
    let delays = [Delay](repeating: Delay(numerator: 12, denominator: 100), count: 3)
    let file = try ImageEncoder.gif(.init(canvases: canvases, delays: delays), loop: .forever)
    let pack = try RepairedPack([.init(path: "noise.gif", content: .bytes(file), label: nil)])
    #expect(try await pack.repair().flatMap(\.repairs) == [.padToSquare])
    let result = try pack.bytes("noise.gif")
    let (old, new) = (GIFContainer(file), GIFContainer(result))
    #expect(zip(old.frames, new.frames).allSatisfy { file[$0.data] == result[$1.data] })
    #expect(result.count <= file.count + 3 * 256)
    #expect(
      try Decoded(result).canvases
        == canvases.map { $0.shown(in: PixelRect(x: 0, y: -54, width: 408, height: 408)) })
  }
}

extension Sketch.Art {
  fileprivate init(_ change: (inout Sketch.Art) -> Void) {
    self = .disc
    change(&self)
  }
}

extension Decoded {
  fileprivate var isIndexed: Bool {
    guard case .png(let png) = container else { return false }
    return png.header?.colorType == .indexed
  }
}
