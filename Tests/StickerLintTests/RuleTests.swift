import Basics
import ImageContainers
import StickerLint
import StickerManifest
import StickerPacks
import TestSupport
import Testing

/// Each rule at its limits, on files made here byte by byte.
@Suite("Rules")
struct RuleTests {
  /// Lints one file and returns the ids of its findings without those about its pack.
  func findings(
    _ bytes: [UInt8], name: String = "a.png", label: String? = "Red glass",
    gridSize: GridSize? = nil,
    strict: Bool = false, limits: DecodingLimits = .init(), budget: Int = 100_000_000
  ) -> [Finding] {
    let source = StickerSource(
      id: FilePath(name).stem, path: FilePath(name), displayPath: name, label: label)
    let pack = PackSource(
      kind: .folder, name: "P", path: ".", displayPath: ".", gridSize: gridSize,
      stickers: [source], problems: [])
    var linter = Linter(jobs: 1)
    linter.isStrict = strict
    linter.rules["animation-memory"] = RuleSetting(options: ["bytes": Double(budget)])
    let asset = AssetFacts(source: source, bytes: bytes, limits: limits)
    return linter.judge(PackFacts(source: pack, assets: [asset])).findings
  }

  func ids(
    _ bytes: [UInt8], name: String = "a.png", label: String? = "Red glass",
    gridSize: GridSize? = nil
  ) -> [String] {
    findings(bytes, name: name, label: label, gridSize: gridSize).map(\.rule)
  }

  static let red: [UInt8] = [255, 0, 0, 255]
  static let glass: [UInt8] = [255, 0, 0, 128]
  /// So near to `glass` that an animation of the two does not flash.
  static let thicker: [UInt8] = [255, 0, 0, 136]

  /// A translucent still of the regular size class, which nothing is wrong with.
  func good(_ width: Int = 408, _ height: Int = 408) -> [UInt8] {
    PNGBytes.still(width, height, Self.glass)
  }

  @Test("a good sticker has no finding")
  func nothing() { #expect(ids(good()) == []) }

  // MARK: Bytes

  /// A good sticker with a private chunk that brings it to `count` bytes.
  func padded(to count: Int) -> [UInt8] {
    let png = PNGBytes.signature + PNGBytes.header(300, 300)
    let tail =
      PNGBytes.chunk("IDAT", PNGBytes.solid(300, 300, Self.glass)) + PNGBytes.chunk("IEND")
    let padding = [UInt8](repeating: 0, count: count - png.count - tail.count - 12)
    return png + PNGBytes.chunk("paDd", padding) + tail
  }

  @Test(
    "500,000 bytes are fine, up to 512,000 a warning, more an error",
    arguments: [
      (500_000, []), (500_001, ["file-near-limit"]), (512_000, ["file-near-limit"]),
      (512_001, ["file-too-large"]),
    ])
  func size(_ count: Int, _ expected: [String]) throws {
    let found = findings(padded(to: count))
    #expect(found.map(\.rule) == expected)
    if let finding = found.first {
      #expect(finding.measured == Quantity(count, .bytes))
      #expect(finding.severity == (expected == ["file-too-large"] ? .error : .warning))
    }
  }

  @Test("--strict turns a warning into an error and leaves an info")
  func strict() {
    #expect(findings(padded(to: 500_001), strict: true).map(\.severity) == [.error])
    #expect(findings(good(408, 300), strict: true).map(\.severity) == [.info])
  }

  // MARK: Canvas

  @Test(
    "sides of 300 to 618 px, best of a size class and square",
    arguments: [
      (299, 300, ["canvas-too-small", "canvas-not-square"]),
      (300, 300, []), (408, 408, []), (618, 618, []),
      (619, 619, ["canvas-too-large"]), (500, 500, ["canvas-off-size"]),
      (408, 300, ["canvas-not-square"]),
      (700, 200, ["canvas-too-small", "canvas-too-large", "canvas-not-square"]),
    ])
  func canvas(_ width: Int, _ height: Int, _ expected: [String]) {
    #expect(ids(good(width, height)) == expected)
  }

  @Test("the pack's grid size decides, where it is written down")
  func gridSize() {
    #expect(ids(good(300, 300), gridSize: .regular) == ["grid-size-mismatch"])
    #expect(ids(good(300, 300), gridSize: .small) == [])
  }

  // MARK: Transparency

  @Test("no transparent pixel, and no visible one")
  func transparency() {
    #expect(ids(PNGBytes.still(300, 300, Self.red)) == ["no-transparency"])
    #expect(ids(PNGBytes.still(300, 300, [9, 9, 9, 0])) == ["blank-sticker"])
    #expect(
      ids(PNGBytes.animation(300, 300, [Self.red, [250, 0, 0, 255]])) == ["no-transparency"])
    #expect(ids(PNGBytes.animation(300, 300, [Self.red, [255, 0, 0, 250]])) == [])
  }

  // MARK: Formats

  @Test(
    "what is no sticker format is named",
    arguments: [
      ("RIFF\u{10}\0\0\0WEBPVP8 ", "unsupported-format", "WebP"),
      ("\0\0\0\u{18}ftypheic", "unsupported-format", "HEIC"),
      ("\0\0\0\u{18}ftyphevc", "animation-unsupported", "HEICS"),
      ("<?xml version=\"1.0\"?><svg/>", "unsupported-format", "SVG"),
      ("%PDF-1.7", "unsupported-format", "PDF"), ("II*\0", "unsupported-format", "TIFF"),
      ("", "empty-file", "empty"), ("hello", "unsupported-format", "no image"),
      ("version https://git-lfs.github.com/spec/v1\n", "git-lfs-pointer", "Git LFS"),
    ])
  func formats(_ content: String, _ rule: String, _ word: String) throws {
    let found = findings(Array(content.utf8))
    #expect(found.map(\.rule) == [rule])
    #expect(try #require(found.first).message.contains(word))
  }

  @Test(
    "the extension is that of the content",
    arguments: [
      ("a.png", []), ("a.PNG", []), ("a.jpg", ["wrong-extension"]), ("a", ["wrong-extension"]),
      ("a.apng", ["apng-extension"]),
    ])
  func extensions(_ name: String, _ expected: [String]) {
    #expect(ids(good(), name: name) == expected)
  }

  @Test("an animation named .png is right, and .apng is refused")
  func animatedExtension() {
    let animation = PNGBytes.animation(300, 300, [Self.glass, Self.thicker])
    #expect(ids(animation) == [])
    #expect(ids(animation, name: "a.apng") == ["apng-extension"])
  }

  // MARK: Animation

  @Test(
    "delays, by what viewers make of them",
    arguments: [
      (0, "delay-zero"), (1, "delay-too-short"), (10, "delay-too-short"), (11, "delay-clamped"),
      (49, "delay-clamped"), (50, nil),
    ])
  func delays(_ milliseconds: Int, _ expected: String?) {
    let animation = PNGBytes.animation(
      300, 300, [Self.glass, Self.thicker], delay: (milliseconds, 1000))
    #expect(ids(animation) == (expected.map { [$0] } ?? []))
  }

  @Test("a GIF's delays are judged by a GIF's floor", arguments: [(9, true), (10, false)])
  func gifDelays(_ hundredths: Int, _ isClamped: Bool) {
    let frames = [1, 2].map {
      GIFBytes.Frame(
        x: $0, width: 8, height: 8, index: UInt8($0), delay: hundredths, transparent: 0)
    }
    #expect(
      ids(GIFBytes.file(300, 300, frames), name: "a.gif").contains("delay-clamped") == isClamped)
  }

  @Test("loops: forever is silent, a number is an info, no block a warning")
  func loops() throws {
    #expect(
      ids(PNGBytes.animation(300, 300, [Self.glass, Self.thicker], plays: 3)) == ["finite-loop"])
    let frames = [1, 2].map { GIFBytes.Frame(width: 8, height: 8, index: UInt8($0)) }
    for (loops, expected) in [(0, []), (2, ["finite-loop"]), (nil, ["missing-loop-block"])] {
      let found = ids(GIFBytes.file(300, 300, frames, loops: loops), name: "a.gif")
      #expect(found.filter { $0.contains("loop") } == expected)
    }
  }

  @Test("one frame is no animation, and a still GIF says nothing of one")
  func singleFrame() {
    #expect(ids(PNGBytes.animation(300, 300, [Self.glass])).contains("single-frame-animation"))
    let frame = GIFBytes.Frame(width: 8, height: 8, index: 1)
    #expect(ids(GIFBytes.file(300, 300, [frame]), name: "a.gif").contains("single-frame-animation"))
    #expect(
      !ids(GIFBytes.file(300, 300, [frame], loops: nil), name: "a.gif")
        .contains("single-frame-animation"))
  }

  @Test("a blank first frame, and an image that only some viewers show")
  func firstFrame() {
    let clear: [UInt8] = [0, 0, 0, 0]
    #expect(
      ids(PNGBytes.animation(300, 300, [clear, Self.red], delay: (1, 1))) == ["blank-first-frame"])
    let hidden =
      PNGBytes.signature + PNGBytes.header(300, 300) + PNGBytes.animationControl(frames: 1)
      + PNGBytes.chunk("IDAT", PNGBytes.solid(300, 300, Self.red))
      + PNGBytes.frameControl(0, 300, 300)
      + PNGBytes.frameData(1, PNGBytes.solid(300, 300, Self.glass)) + PNGBytes.chunk("IEND")
    #expect(ids(hidden).contains("hidden-default-image"))
  }

  @Test("an animation's memory is its frames as full canvases")
  func memory() {
    let animation = PNGBytes.animation(300, 300, [Self.glass, Self.thicker])
    #expect(findings(animation, budget: 720_000).map(\.rule) == [])
    let found = findings(animation, budget: 719_999)
    #expect(found.map(\.rule) == ["animation-memory"])
    #expect(found.first?.measured == Quantity(720_000, .bytes))
  }

  // MARK: Limits

  @Test("each limit is a finding that names its option")
  func limits() throws {
    let animation = PNGBytes.animation(300, 300, [Self.glass, Self.thicker])
    for (change, option) in [
      ({ $0.pixels = 89_999 }, "--max-pixels"), ({ $0.frames = 1 }, "--max-frames"),
      ({ $0.decodedBytes = 719_999 }, "--max-decoded-bytes"),
    ] as [((inout DecodingLimits) -> Void, String)] {
      var limits = DecodingLimits()
      change(&limits)
      let found = findings(animation, limits: limits).filter { $0.rule == "limit-exceeded" }
      #expect(found.count == 1)
      #expect(try #require(found.first).message.contains(option))
    }
  }

  @Test("sides whose product no integer holds are a finding and no crash")
  func overflow() {
    let side = Int(Int32.max)
    let bytes =
      PNGBytes.signature + PNGBytes.header(side, side) + PNGBytes.animationControl(frames: 2)
      + PNGBytes.frameControl(0, side, side) + PNGBytes.chunk("IDAT", [1])
      + PNGBytes.frameControl(1, side, side) + PNGBytes.frameData(2, [1]) + PNGBytes.chunk("IEND")
    #expect(ids(bytes).contains("limit-exceeded"))
    var limits = DecodingLimits()
    limits.pixels = .max
    limits.decodedBytes = 1 << 40
    #expect(findings(bytes, limits: limits).map(\.rule).contains("limit-exceeded"))
  }

  // MARK: Labels

  @Test("labels: 150 characters at most, and one for each sticker")
  func labels() {
    #expect(ids(good(), label: String(repeating: "ä", count: 150)) == [])
    #expect(ids(good(), label: String(repeating: "ä", count: 151)) == ["label-too-long"])
    #expect(ids(good(), label: nil) == ["label-missing"])
    #expect(ids(good(), label: " ") == ["label-missing"])
  }
}
