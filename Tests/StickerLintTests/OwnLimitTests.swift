import Basics
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Limits of a file that extends imessage")
struct OwnLimitTests {
  /// A limit that the pictures below exceed, and the rule that reports it.
  static let cases: [(key: Limit.Key, value: String, rule: String)] = [
    (.formats, #"["jpeg"]"#, "unsupported-format"),
    (.transparency, "false", "store-alpha"),
    (.indexedAnimations, "false", "store-palette"),
    (.canvas, "[408, 408]", "store-canvas"),
    (.longerSide, "408", "store-canvas"),
    (.maximumCanvas, "[618, 298]", "canvas-too-large"),
    (.minimumLongerSide, "301", "store-canvas"),
    (.minimumSide, "299", "canvas-too-small"),
    (.square, "true", "store-canvas"),
    (.evenSides, "true", "store-canvas"),
    (.maximumRatio, "1", "store-canvas"),
    (.sizeClasses, "[408]", "canvas-off-size"),
    (.maximumBytes, "10", "file-too-large"),
    (.maximumStillBytes, "10", "store-bytes"),
    (.maximumAnimatedBytes, "10", "store-bytes"),
    (.minimumBytes, "400000", "store-bytes"),
    (.safeBytes, "10", "file-near-limit"),
    (.durations, "[1000]", "store-duration"),
    (.wholeSeconds, "true", "store-duration"),
    (.minimumDuration, "1000", "store-duration"),
    (.maximumDuration, "100", "store-duration"),
    (.maximumDurationWithLoops, "250", "store-duration"),
    (.minimumFrames, "3", "store-frames"),
    (.maximumFrames, "1", "store-frames"),
    (.maximumFrameRate, "5", "store-frames"),
    (.minimumDelay, "200", "store-frames"),
    (.minimumLoops, "3", "store-loops"),
    (.maximumLoops, "1", "store-loops"),
    (.endless, "true", "store-loops"),
    (.maximumLabel, "8", "label-too-long"),
    (.minimumEmoji, "1", "store-emoji"),
    (.maximumEmoji, "0", "store-emoji"),
    (.minimumKeywords, "1", "store-keywords"),
    (.maximumKeywords, "1", "store-keywords"),
    (.maximumKeywordCharacters, "4", "store-keywords"),
    (.stickerCounts, "[3, 4]", "store-count"),
    (.minimumStickers, "3", "store-count"),
    (.maximumStickers, "1", "store-count"),
    (.oneKind, "true", "store-count"),
  ]

  /// A translucent still of 300 × 298 px with an emoji and two keywords, and an indexed animation of 300 × 299 px that plays two frames
  /// of 130 ms twice.
  static let files: [(name: FilePath, bytes: [UInt8])] = {
    let still = PNGBytes.still(300, 298, [255, 0, 0, 128])
    let frames = [0, 1].map { index in
      let row = [0] + [UInt8](repeating: UInt8(index), count: 300)
      return PNGBytes.zlib(Array([[UInt8]](repeating: row, count: 299).joined()))
    }
    let palette =
      PNGBytes.chunk("PLTE", [255, 0, 0, 250, 0, 0]) + PNGBytes.chunk("tRNS", [128, 128])
    let animation = PNGBytes.file(
      300, 299, color: 3, palette, frames: frames.map { ($0, (13, 100)) }, plays: 2)
    return [("still.png", still), ("animation.png", animation)]
  }()

  static func rules(for destination: Destination) -> Set<String> {
    Set(findings(for: destination).map(\.rule))
  }

  static func findings(for destination: Destination) -> [Finding] {
    let assets = files.map { file in
      var source = StickerSource(
        id: file.name.stem, at: Location(file.name, displayPath: file.name), label: "Red glass")
      if file.name.stem == "still" { (source.emoji, source.keywords) = (["🍷"], ["glass", "red"]) }
      return AssetFacts(
        source: source, bytes: file.bytes, limits: .init(), destination: destination)
    }
    let source = PackSource(
      kind: .folder, name: "P", at: Location(".", displayPath: "."),
      stickers: assets.map(\.source))
    let pack = PackFacts(source: source, assets: assets, destination: destination)
    return Linter(jobs: 1).check(pack).findings
  }

  static func own(_ limits: String) throws -> Destination {
    let file = "{ \"extends\": \"imessage\", \"limits\": { \(limits) } }"
    return try Destination(parsing: Array(file.utf8), named: "own")
  }

  @Test("each limit is judged, although Messages has none of that kind", arguments: cases)
  func judged(_ key: Limit.Key, _ value: String, _ rule: String) throws {
    #expect(!Self.rules(for: try Self.own("\"minimumSide\": null")).contains(rule))
    let others = key == .minimumSide ? "" : "\"minimumSide\": null, "
    let own = try Self.own("\(others)\"\(key.rawValue)\": \(value)")
    #expect(Self.rules(for: own).contains(rule))
  }

  @Test(
    "a fix goes in the direction of the limit, and names its numbers",
    arguments: [
      (
        #""minimumFrames": 3"#, "store-frames",
        "Add frames: the animation is too short for the destination."
      ),
      (#""maximumFrames": 1"#, "store-frames", "Leave out frames, and show the others for longer."),
      (
        #""maximumFrameRate": 5"#, "store-frames",
        "Show each frame for at least 200 ms, and leave out others."
      ),
      (#""minimumDuration": 1000"#, "store-duration", "Show frames for longer."),
      (
        #""maximumDuration": 100"#, "store-duration",
        "Show frames for less time, or leave out some."
      ),
      (
        #""maximumDurationWithLoops": 250"#, "store-duration",
        "Set fewer loops, or leave out frames."
      ),
      (#""maximumEmoji": 0"#, "store-emoji", "List fewer in stickerpack.json."),
      (#""minimumStickers": 3"#, "store-count", "Add stickers."),
      (#""maximumStickers": 1"#, "store-count", "Leave out stickers, or split the pack."),
      (
        #""sizeClasses": [320]"#, "canvas-not-square",
        "Center the art on a square canvas of 320 px."
      ),
      (
        #""minimumSide": 310, "sizeClasses": [320]"#, "canvas-too-small",
        "Export the art at 320 px; fit --enlarge makes a softer picture."
      ),
      (
        #""maximumBytes": 10"#, "file-too-large",
        "Use fewer colors or a smaller canvas, or run stickerpack fit."
      ),
      (
        #""maximumBytes": 10"#, "file-too-large",
        "Use fewer colors, fewer frames or a smaller canvas, or run stickerpack fit."
      ),
    ])
  func fix(_ limits: String, _ rule: String, _ fix: String) throws {
    let others = limits.contains("minimumSide") ? "" : "\"minimumSide\": null, "
    let findings = Self.findings(for: try Self.own(others + limits)).filter { $0.rule == rule }
    #expect(findings.contains { $0.fix == fix }, "\(findings.map(\.fix))")
  }

  @Test("no limit is missing above, except advice and the archive, which a build judges")
  func all() {
    let missing = Set(Limit.Key.allCases).subtracting(Self.cases.map(\.key))
    #expect(missing == [.advisedCanvas, .maximumArchiveBytes])
  }

  @Test("null removes a limit of Messages")
  func removed() throws {
    #expect(Self.rules(for: .messages).contains("canvas-too-small"))
    #expect(!Self.rules(for: try Self.own("\"minimumSide\": null")).contains("canvas-too-small"))
  }
}
