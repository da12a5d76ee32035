import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// Problems that most stickers of a pack share.
@Suite("Findings that a pack shares")
struct SharedFindingTests {
  /// The facts of a sticker with a square canvas, which has the name of its position.
  func sticker(_ position: Int, side: Int) -> AssetFacts {
    // Different colors, or they would be duplicates.
    AssetFacts(
      PNGBytes.still(side, side, [UInt8(position * 20), 0, 0, 128]), name: "\(position).png",
      label: "Red glass number \(position)")
  }

  /// The findings of `canvas-off-size` in stickers with canvases of these sides, in pixels.
  func found(_ sides: [Int], change: (inout [AssetFacts]) -> Void = { _ in }) -> [Finding] {
    var stickers = sides.enumerated().map { sticker($0.offset, side: $0.element) }
    change(&stickers)
    return Linter(jobs: 1).check(PackFacts(stickers)).findings
      .filter { $0.rule == "canvas-off-size" }
  }

  @Test("five stickers with the same problem are one finding with their names, four are not")
  func joined() throws {
    let finding = try #require(found([409, 409, 409, 409, 409]).first)
    #expect(found([409, 409, 409, 409, 409]).count == 1)
    #expect(finding.file == ".")
    #expect(finding.related == ["0.png", "1.png", "2.png", "3.png", "4.png"])
    #expect(
      finding.message
        == "All 5 stickers: Messages scales the canvas of 409 × 409 px, so fine lines"
        + " may look soft.")
    #expect(finding.measured == Quantity(409, .pixels))
    #expect(found([409, 409, 409, 409]).map(\.file) == ["0.png", "1.png", "2.png", "3.png"])
  }

  @Test("more than half of the stickers have to share it, and the others are named")
  func share() {
    let six = found([409, 409, 409, 409, 409, 409, 408, 408, 408, 408])
    #expect(six.count == 1)
    #expect(
      six.first?.message
        == "6 of 10 stickers: Messages scales the canvas of 409 × 409 px, so fine lines"
        + " may look soft. Not affected: \"6.png\", \"7.png\", \"8.png\" and \"9.png\".")
    #expect(found([409, 409, 409, 409, 409, 408, 408, 408, 408, 408]).count == 5)
    let thirteen = [Int](repeating: 409, count: 7) + [Int](repeating: 408, count: 6)
    #expect(found(thirteen).first?.message.contains("Not affected") == false)
  }

  @Test("a sticker with another measured value keeps its own finding")
  func deviating() {
    let findings = found([409, 409, 409, 409, 409, 409, 500, 408])
    #expect(findings.map(\.file) == [".", "6.png"])
    #expect(findings[0].message.hasSuffix("Not affected: \"7.png\"."))
    #expect(findings[1].message.contains("500 × 500 px"))
  }

  @Test("with many measured values, the one furthest from its limit is the example")
  func example() {
    let findings = found([409, 410, 500, 411, 412])
    #expect(findings.count == 1)
    #expect(
      findings.first?.message.hasPrefix(
        "All 5 stickers, for example \"2.png\": Messages scales the canvas of 500 × 500 px") == true
    )
    #expect(findings.first?.measured == Quantity(500, .pixels))
    #expect(findings.first?.related.count == 5)
  }

  @Test("stickers with another severity are apart, and suppressed ones are not in the finding")
  func perSticker() {
    let configured = found([409, 409, 409, 409, 409, 409]) {
      $0[2].source.rules = ["canvas-off-size": RuleSetting(level: .error)]
    }
    #expect(configured.map(\.file) == [".", "2.png"])
    #expect(configured.map(\.severity) == [.warning, .error])
    #expect(configured[0].related == ["0.png", "1.png", "3.png", "4.png", "5.png"])
    #expect(configured[0].message.hasPrefix("5 of 6 stickers: "))
    #expect(!configured[0].message.contains("Not affected"))
    let suppressed = found([409, 409, 409, 409, 409, 409]) {
      $0[2].source.suppressed = ["canvas-off-size": "A tiny window"]
    }
    #expect(suppressed.map(\.suppressionReason) == [nil, "A tiny window"])
    #expect(suppressed[0].related == ["0.png", "1.png", "3.png", "4.png", "5.png"])
  }

  @Test("problems of single drawings are never joined")
  func drawings() {
    let stickers = (0..<6).map { position in
      let canvas = Bitmap(width: 408, height: 408) { x, y in
        min(x, y) > 10 && max(x, y) < 260 && x + y > 200 && x + y < 400
          ? Pixel(red: UInt8(position * 40), green: 90, blue: 50) : .clear
      }
      return AssetFacts(PNGBytes.file(canvas), name: "\(position).png")
    }
    let findings = Linter(jobs: 1).check(PackFacts(stickers)).findings
    #expect(findings.count { $0.rule == "off-center" } == 6)
  }

  /// The findings for opaque animations of a disc, of which the last are slow, then stills.
  private func clips(_ clips: Int, slow: Int = 0, stills: Int) throws -> [Finding] {
    let moving = try (0..<clips).map { position in
      let canvases = [80, 100, 120, 140].map { radius in
        Bitmap(width: 408, height: 408) { x, y in
          let (right, down) = (x - 204, y - 204 - position)
          return right * right + down * down < radius * radius
            ? Pixel(red: 20, green: 250, blue: 20)
            : Pixel(red: UInt8((x * 37 + y * 91) & 255), green: UInt8(position * 20), blue: 96)
        }
      }
      let animation = CanvasAnimation(
        canvases: canvases,
        delays: canvases.map { _ in
          Delay(numerator: position < clips - slow ? 9 : 12, denominator: 100)
        })
      return AssetFacts(
        try ImageEncoder.gif(animation, loop: .forever), name: "\(position).gif",
        label: "Clip \(position)")
    }
    let still = (0..<stills).map { sticker(clips + $0, side: 408) }
    return Linter(jobs: 1).check(PackFacts(moving + still)).findings
  }

  @Test(
    "a pack of video clips has one line for each problem, and stills do not count as animations")
  func videoClips() throws {
    func message(_ rule: String, _ findings: [Finding]) -> String? {
      let found = findings.filter { $0.rule == rule }
      return found.count == 1 ? found[0].message : nil
    }
    let five = try clips(5, stills: 0)
    #expect(
      message("no-transparency", five)
        == "All 5 stickers are rectangular video clips without transparency.")
    #expect(message("loop-jump", five) == "All 5 animations jump when they start again.")
    #expect(
      message("delay-clamped", five) == "Some apps play all 5 animations up to 10% slower.")
    let half = try clips(10, slow: 5, stills: 0)
    #expect(
      message("delay-clamped", half)?.hasPrefix(
        "Some apps play 5 of 10 animations up to 10% slower.")
        == true)
    #expect(try clips(11, slow: 6, stills: 0).count { $0.rule == "delay-clamped" } == 5)
    let mixed = try clips(5, stills: 6)
    #expect(message("delay-clamped", mixed) == message("delay-clamped", five))
    #expect(mixed.count { $0.rule == "no-transparency" } == 5)
  }

  @Test("a baseline has each sticker, and only a new sticker is reported")
  func baseline() async throws {
    let folder = try TemporaryFolder()
    func lint() async throws -> LintResult {
      try await Linter(jobs: 1).lint(try PackDiscovery(at: ["\(folder.path)/Pack"]).packs)
    }
    func write(_ range: Range<Int>) throws {
      for position in range {
        try folder.write(
          PNGBytes.still(409, 409, [UInt8(position * 20), 0, 0, 128]), to: "Pack/\(position).png")
      }
    }
    try write(0..<6)
    let before = try await lint()
    #expect(before.findings.count { $0.rule == "canvas-off-size" } == 1)
    let known = before.baseline().baseline
    #expect(known.entries.count { $0.rule == "canvas-off-size" } == 6)
    let same = try await lint().compared(with: known, lookedAt: ["."])
    #expect(same.isClean && same.staleBaselineEntries == [])
    #expect(same.findings.count { $0.rule == "canvas-off-size" } == 6)
    try write(6..<7)
    let open = try await lint().compared(with: known, lookedAt: ["."]).findings
      .filter { $0.rule == "canvas-off-size" && $0.isOpen }
    #expect(open.map(\.file) == ["Pack/6.png"])
  }

  @Test("a suppression in a pack that shares the problem is used")
  func used() async throws {
    let folder = try TemporaryFolder()
    for position in 0..<6 {
      try folder.write(
        PNGBytes.still(409, 409, [UInt8(position * 20), 0, 0, 128]), to: "Pack/\(position).png")
    }
    try folder.write(
      #"{ "stickers": [{ "file": "3.png", "suppress": { "canvas-off-size": "A tiny window" } }] }"#,
      to: "Pack/stickerpack.json")
    let rules = try await Linter(jobs: 1)
      .lint(try PackDiscovery(at: ["\(folder.path)/Pack"]).packs).findings.map(\.rule)
    #expect(rules.contains("canvas-off-size") && !rules.contains("unused-suppression"))
  }
}
