import Basics
import ImageContainers
import StickerLint
import StickerManifest
import StickerPacks
import TestSupport
import Testing

/// Rules at their limits, on generated files.
@Suite("Rules")
struct RuleTests {
  /// The findings for a pack of one file.
  func findings(
    _ bytes: [UInt8], name: String = "a.png", label: String? = "Red glass",
    gridSize: GridSize? = nil,
    strict: Bool = false, limits: DecodingLimits = .init(), budget: Int = 100_000_000
  ) -> [Finding] {
    var linter = Linter(jobs: 1)
    linter.isStrict = strict
    linter.rules["animation-memory"] = RuleSetting(options: ["bytes": Double(budget)])
    let asset = AssetFacts(bytes, name: name, label: label, limits: limits)
    return linter.check(PackFacts([asset], gridSize: gridSize)).findings
  }

  func ids(
    _ bytes: [UInt8], name: String = "a.png", label: String? = "Red glass",
    gridSize: GridSize? = nil
  ) -> [String] {
    findings(bytes, name: name, label: label, gridSize: gridSize).map(\.rule)
  }

  static let red: [UInt8] = [255, 0, 0, 255]
  static let glass: [UInt8] = [255, 0, 0, 128]
  /// So similar to `glass` that an animation of both does not flash.
  static let thicker: [UInt8] = [255, 0, 0, 136]

  /// A semi-transparent still without problems, by default of the regular size class.
  func good(_ width: Int = 408, _ height: Int = 408) -> [UInt8] {
    PNGBytes.still(width, height, Self.glass)
  }

  @Test("a good sticker has no findings")
  func nothing() { #expect(ids(good()) == []) }

  // MARK: Bytes

  /// A good sticker padded to `count` bytes with a private chunk.
  func padded(to count: Int) -> [UInt8] {
    let png = PNGBytes.signature + PNGBytes.header(300, 300)
    let tail =
      PNGBytes.chunk("IDAT", PNGBytes.solid(300, 300, Self.glass)) + PNGBytes.chunk("IEND")
    let padding = [UInt8](repeating: 0, count: count - png.count - tail.count - 12)
    return png + PNGBytes.chunk("paDd", padding) + tail
  }

  @Test(
    "up to 500,000 bytes pass, up to 512,000 are a warning, more are an error",
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

  @Test("strict mode turns warnings into errors but not infos")
  func strict() {
    #expect(findings(padded(to: 500_001), strict: true).map(\.severity) == [.error])
    #expect(findings(good(408, 300), strict: true).map(\.severity) == [.info])
  }

  // MARK: Canvas

  @Test(
    "canvases must have sides of 300 to 618 px, match a size class and be square",
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

  @Test("a canvas must match a configured grid size")
  func gridSize() {
    #expect(ids(good(300, 300), gridSize: .regular) == ["grid-size-mismatch"])
    #expect(ids(good(300, 300), gridSize: .small) == [])
  }

  @Test("a size of other stores is named, and their profiles have it")
  func others() throws {
    let finding = try #require(findings(good(512, 512)).first)
    #expect(
      finding.message == "Messages scales the canvas of 512 × 512 px, so fine lines may look soft."
        + " 512 px is the size of WhatsApp, Signal and Telegram.")
    #expect(
      finding.fix == "Export the art so that its longer side is 408 px, the nearest size class.")
    for (side, stores) in Rule.sidesOfOtherStores {
      for store in stores.replacing(" and ", with: ", ").split(separator: ", ") {
        #expect(
          Destination.all.contains {
            $0.name.hasPrefix(store)
              && ($0.whole(.longerSide) == side
                || ($0.size(.canvas) ?? $0.size(.advisedCanvas))
                  == CanvasSize(width: side, height: side))
          }, "\(store)")
      }
    }
  }

  // MARK: Transparency

  @Test("fully opaque and fully transparent stickers are reported")
  func transparency() {
    #expect(ids(PNGBytes.still(300, 300, Self.red)) == ["no-transparency"])
    #expect(ids(PNGBytes.still(300, 300, [9, 9, 9, 0])) == ["blank-sticker"])
    #expect(
      ids(PNGBytes.animation(300, 300, [Self.red, [250, 0, 0, 255]])) == ["no-transparency"])
    #expect(ids(PNGBytes.animation(300, 300, [Self.red, [255, 0, 0, 250]])) == [])
  }

  // MARK: Formats

  @Test(
    "unsupported content is reported with its format",
    arguments: [
      ("RIFF\u{10}\0\0\0WEBPVP8 ", "unsupported-format", "WebP"),
      ("\0\0\0\u{18}ftypheic", "unsupported-format", "HEIC"),
      ("\0\0\0\u{18}ftyphevc", "animation-unsupported", "HEICS"),
      ("<?xml version=\"1.0\"?><svg/>", "unsupported-format", "SVG"),
      ("%PDF-1.7", "unsupported-format", "PDF"), ("II*\0", "unsupported-format", "TIFF"),
      ("", "empty-file", "empty"), ("hello", "unsupported-format", "not a known format"),
      ("version https://git-lfs.github.com/spec/v1\n", "git-lfs-pointer", "Git LFS"),
    ])
  func formats(_ content: String, _ rule: String, _ word: String) throws {
    let found = findings(Array(content.utf8))
    #expect(found.map(\.rule) == [rule])
    #expect(try #require(found.first).message.contains(word))
  }

  @Test(
    "the extension must match the content",
    arguments: [
      ("a.png", []), ("a.PNG", []), ("a.jpg", ["wrong-extension"]), ("a", ["wrong-extension"]),
      ("a.apng", ["apng-extension"]),
    ])
  func extensions(_ name: String, _ expected: [String]) {
    #expect(ids(good(), name: name) == expected)
  }

  @Test("an animated PNG must be named .png, not .apng")
  func animatedExtension() {
    let animation = PNGBytes.animation(300, 300, [Self.glass, Self.thicker])
    #expect(ids(animation) == [])
    #expect(ids(animation, name: "a.apng") == ["apng-extension"])
  }

  // MARK: Animation

  @Test(
    "short delays are classified by how viewers play them",
    arguments: [
      (0, "delay-zero"), (1, "delay-too-short"), (10, "delay-too-short"), (11, "delay-clamped"),
      (49, "delay-clamped"), (50, nil),
    ])
  func delays(_ milliseconds: Int, _ expected: String?) {
    let animation = PNGBytes.animation(
      300, 300, [Self.glass, Self.thicker], delay: (milliseconds, 1000))
    #expect(ids(animation) == (expected.map { [$0] } ?? []))
  }

  @Test("the fix of a short delay has the minimum of the format")
  func delayFixes() {
    func fixes(_ hundredths: Int) -> [String] {
      let gif = [1, 2].map {
        GIFBytes.Frame(
          x: $0, width: 8, height: 8, index: UInt8($0), delay: hundredths, transparent: 0)
      }
      let apng = PNGBytes.animation(
        300, 300, [Self.glass, Self.thicker], delay: (hundredths, 100))
      let all = findings(GIFBytes.file(300, 300, gif), name: "a.gif") + findings(apng)
      return all.filter { $0.rule.hasPrefix("delay-") }.map(\.fix)
    }
    #expect(
      fixes(4)
        == [10, 20].map {
          "If the speed matters, animate at no more than \($0) frames per second."
        })
    #expect(fixes(1) == ["Use delays of at least 100 ms.", "Use delays of at least 50 ms."])
  }

  @Test("a single frame is not called all frames")
  func onlyFrame() {
    let animation = PNGBytes.animation(300, 300, [Self.glass], delay: (0, 1000))
    let delay = findings(animation).first { $0.rule == "delay-zero" }
    #expect(delay?.message.hasSuffix(": the only frame has a delay of 0 ms.") == true)
  }

  @Test("GIF delays have a minimum of 100 ms", arguments: [(9, true), (10, false)])
  func gifDelays(_ hundredths: Int, _ isClamped: Bool) {
    let frames = [1, 2].map {
      GIFBytes.Frame(
        x: $0, width: 8, height: 8, index: UInt8($0), delay: hundredths, transparent: 0)
    }
    #expect(
      ids(GIFBytes.file(300, 300, frames), name: "a.gif").contains("delay-clamped") == isClamped)
  }

  /// The findings for a GIF of eight frames with these delays in hundredths of a second.
  private func gif(delays: [Int], change: (inout GIFBytes.Frame, Int) -> Void = { _, _ in })
    -> [Finding]
  {
    let frames = delays.enumerated().map { index, delay in
      var frame = GIFBytes.Frame(
        x: index, width: 8, height: 8, index: 1, delay: delay, disposal: 2, transparent: 0)
      change(&frame, index)
      return frame
    }
    return findings(GIFBytes.file(300, 300, frames), name: "a.gif")
  }

  @Test(
    "the frame rate is the number of frames by their time without pauses, with the rounding of GIF",
    arguments: [
      ([12, 13, 12, 13, 12, 13, 12, 13], nil),
      // The mean is 162.5 ms, less than 10 more than the 153.8 ms of 6.5 a second.
      ([16, 17, 16, 16, 16, 17, 16, 16], nil),
      // 8 frames in 1.32 s.
      ([16, 17, 16, 17, 16, 17, 16, 17], 6),
      // The last two are pauses.
      ([12, 13, 12, 13, 12, 13, 30, 90], nil),
      ([20, 20, 20, 20, 20, 20, 20, 90], 5),
    ])
  func frameRate(_ delays: [Int], _ expected: Double?) {
    let found = gif(delays: delays).first { $0.rule == "low-frame-rate" }
    #expect(found?.measured?.value == expected)
    if expected == 5 {
      #expect(
        found?.message
          == "The animation shows 5 pictures a second and looks jerky; 10 to 15 look smooth.")
    }
  }

  @Test("a frame of a GIF that extends beyond its canvas is an error, as in an APNG")
  func gifFrameArea() throws {
    let delays = [10, 10, 10, 10]
    // 292 + 8 = 300.
    #expect(!gif(delays: delays) { $0.x = 292 - $1 }.contains { $0.rule == "gif-frame-area" })
    let found = try #require(
      gif(delays: delays) { if $1 > 1 { $0.y = 293 } }.first { $0.rule == "gif-frame-area" })
    #expect(found.severity == .error)
    #expect(
      found.message == "Frame 3 extends beyond the canvas of 300 × 300 px: it has 8 × 8 px at"
        + " (2, 293). So does 1 other frame.")
    #expect(found.regions.map(\.frame) == [3, 4])
  }

  @Test("disposal methods that GIF does not define are reported", arguments: 0...7)
  func gifDisposal(_ method: Int) {
    let found = gif(delays: [10, 10, 10]) { if $1 == 1 { $0.disposal = method } }
      .filter { $0.rule == "gif-disposal" }
    #expect(found.map(\.measured?.value) == (method > 3 ? [Double(method)] : []))
  }

  @Test("a finite loop and a missing loop block are reported, an infinite loop is not")
  func loops() throws {
    #expect(
      ids(PNGBytes.animation(300, 300, [Self.glass, Self.thicker], plays: 3)) == ["finite-loop"])
    let frames = [1, 2].map { GIFBytes.Frame(width: 8, height: 8, index: UInt8($0)) }
    for (loops, expected) in [(0, []), (2, ["finite-loop"]), (nil, ["missing-loop-block"])] {
      let found = ids(GIFBytes.file(300, 300, frames, loops: loops), name: "a.gif")
      #expect(found.filter { $0.contains("loop") } == expected)
    }
  }

  @Test("a GIF that repeats twice plays three times, not twice")
  func gifPlays() throws {
    let frames = [1, 2].map { GIFBytes.Frame(width: 8, height: 8, index: UInt8($0)) }
    let facts = AssetFacts(GIFBytes.file(300, 300, frames, loops: 2), name: "a.gif", label: "Hi")
    let found = Linter(jobs: 1).check(PackFacts([facts])).findings
    #expect(
      found.filter { $0.rule == "finite-loop" }.map(\.message) == [
        "The animation plays 3 times and then stops."
      ])
  }

  @Test("an animation with one frame is reported, a still GIF is not")
  func singleFrame() {
    #expect(ids(PNGBytes.animation(300, 300, [Self.glass])).contains("single-frame-animation"))
    let frame = GIFBytes.Frame(width: 8, height: 8, index: 1)
    #expect(ids(GIFBytes.file(300, 300, [frame]), name: "a.gif").contains("single-frame-animation"))
    #expect(
      !ids(GIFBytes.file(300, 300, [frame], loops: nil), name: "a.gif")
        .contains("single-frame-animation"))
  }

  @Test("a blank first frame and a static image outside the animation are reported")
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

  @Test("animation memory is frames × canvas × 4 bytes")
  func memory() {
    let animation = PNGBytes.animation(300, 300, [Self.glass, Self.thicker])
    #expect(findings(animation, budget: 720_000).map(\.rule) == [])
    let found = findings(animation, budget: 719_999)
    #expect(found.map(\.rule) == ["animation-memory"])
    #expect(found.first?.measured == Quantity(720_000, .bytes))
  }

  @Test("a pack that is shared with all apps has one info about its animated PNGs")
  func systemSharing() {
    func animation(_ name: String, indexed: Bool = false) -> AssetFacts {
      let frames = [0, 1].map { value in
        let row = [0] + [UInt8](repeating: UInt8(value), count: 300)
        return (Zlib.deflated(Array(repeatElement(row, count: 300).joined())), (1, 10))
      }
      return AssetFacts(
        indexed
          ? PNGBytes.file(
            300, 300, color: 3, PNGBytes.chunk("PLTE", [9, 9, 9, 8, 8, 8]), frames: frames)
          : PNGBytes.animation(300, 300, [Self.glass, Self.thicker]), name: name)
    }
    let assets = [
      animation("a.png"), animation("b.png", indexed: true), AssetFacts(good(), name: "c.png"),
    ]
    func messages(_ level: ProjectSettings.SharingLevel?) -> [String] {
      var source = PackFacts(assets).source
      source.settings.project.sharingLevel = level
      return Linter(jobs: 1).check(PackFacts(source: source, assets: assets)).findings
        .filter { $0.rule == "apng-system-sharing" }.map(\.message)
    }
    #expect(
      messages(.system) == [
        "The pack is shared with all apps, and 2 stickers are animated PNGs, 1 of them with a palette."
      ])
    #expect(messages(.messages) == [] && messages(nil) == [])
  }

  // MARK: Limits

  @Test("each limit is a finding that names it")
  func limits() throws {
    let animation = PNGBytes.animation(300, 300, [Self.glass, Self.thicker])
    for (change, name) in [
      ({ $0.pixels = 89_999 }, "pixel limit"), ({ $0.frames = 1 }, "frame limit"),
      ({ $0.decodedBytes = 719_999 }, "decoded size limit"),
    ] as [((inout DecodingLimits) -> Void, String)] {
      var limits = DecodingLimits()
      change(&limits)
      let found = findings(animation, limits: limits).filter { $0.rule == "limit-exceeded" }
      #expect(found.count == 1)
      #expect(try #require(found.first).message.contains(name))
    }
  }

  @Test("numbers in limit messages have thousands separators")
  func separators() throws {
    let bytes =
      PNGBytes.signature + PNGBytes.header(60_000, 60_000) + PNGBytes.chunk("IDAT", [1])
      + PNGBytes.chunk("IEND")
    let found = try #require(findings(bytes).first { $0.rule == "limit-exceeded" })
    #expect(
      found.message
        == "The canvas of 60,000 × 60,000 px has 3,600,000,000 pixels (pixel limit: 16,777,216).")
  }

  @Test("a canvas whose area overflows Int is reported without a crash")
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

  @Test("every sticker needs a label of at most 150 characters")
  func labels() {
    #expect(ids(good(), label: String(repeating: "ä", count: 150)) == [])
    #expect(ids(good(), label: String(repeating: "ä", count: 151)) == ["label-too-long"])
    #expect(ids(good(), label: nil) == ["label-missing"])
    #expect(ids(good(), label: " ") == ["label-missing"])
  }

  @Test(
    "a percentage is written with the decimals that tell it from its limit",
    arguments: [
      (0.31, 0.29, "31%"), (0.2931, 0.29, "29.3%"), (0.2904, 0.29, "29.04%"),
      (0.2496, 0.25, "24.96%"),
      (0.29, 0.29, "29%"), (0.041, 0.04, "4.1%"),
    ])
  func percentages(_ share: Double, _ limit: Double, _ text: String) {
    #expect(Text.percent(share, besides: limit) == text)
  }
}
