import Basics
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Icon image")
struct IconArtTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Pack/a.png")
  }

  /// The findings of a pack whose icon image has a square of opaque art.
  func findings(
    _ side: Int, art: Int, _ settings: String = #""file": "icon.png""#
  ) async throws -> [Finding] {
    var picture = Bitmap(width: side, height: side)
    picture.replace(
      with: Bitmap(width: art, height: art, filledWith: Pixel(red: 9, green: 90, blue: 9)), x: 0,
      y: 0)
    try folder.write(PNGBytes.file(picture), to: "Pack/icon.png")
    try folder.write(
      """
      { "icon": { \(settings) }, "stickers": [{ "file": "a.png", "label": "A red square" }] }
      """, to: "Pack/stickerpack.json")
    return try await Linter(jobs: 2).lint(try PackDiscovery(at: ["\(folder.path)/Pack"]).packs)
      .findings
  }

  @Test("it may be larger than a sticker, and opaque")
  func largerThanSticker() async throws {
    #expect(try await findings(1024, art: 1024) == [])
  }

  @Test("it is too small when any icon needs more pixels than the art has")
  func tooSmall() async throws {
    // The largest icon leaves 103 px on each side: 818 of 1,024.
    #expect(try await findings(1024, art: 818) == [])
    let found = try await findings(1024, art: 817)
    #expect(found.map(\.rule) == ["icon-too-small"])
    #expect(found.map(\.file) == ["Pack/icon.png"])
    #expect(
      found.first?.message
        == "The image has 1,024 × 1,024 px, of which the icon shows 817 × 817 px; expected at least"
        + " 818 × 818 px for the icon ios-marketing 1024x1024@1x.")
    #expect(found.first?.measured == Quantity(817, .pixels))
    #expect(found.first?.limit == Quantity(818, .pixels))
    #expect(found.first?.severity == .warning)
    // A wider margin needs fewer pixels.
    #expect(try await findings(1024, art: 817, #""file": "icon.png", "inset": 20"#) == [])
    // An image that is opaque to its edges is shown whole.
    let whole = try await findings(1023, art: 1023)
    #expect(whole.map(\.rule) == ["icon-too-small"])
    #expect(
      whole.first?.message
        == "The image has 1,023 × 1,023 px; expected at least 1,024 × 1,024 px for the icon"
        + " ios-marketing 1024x1024@1x.")
  }

  @Test("it may be small when the large slots have images of their own")
  func given() async throws {
    for (name, height) in [("square", 1024), ("wide", 768)] {
      try folder.write(
        PNGBytes.still(
          1024, height, depth: 8, color: 2,
          rows: [UInt8](repeating: 0, count: height * (1 + 1024 * 3))), to: "Pack/\(name).png")
    }
    let settings = """
      "file": "icon.png", "slots": { "1024x1024@1x": "square.png", "1024x768@1x": "wide.png" }
      """
    #expect(try await findings(300, art: 300, settings) == [])
  }

  @Test("icon rules apply to a slot's own image")
  func slotImage() async throws {
    try folder.write(PNGBytes.still(120, 91, [9, 9, 9, 254]), to: "Pack/wide.png")
    let found = try await findings(
      1024, art: 1024, #""file": "icon.png", "slots": { "60x45@2x": "wide.png" }"#)
    #expect(found.map(\.rule) == ["icon-wrong-size", "icon-not-opaque"])
    #expect(found.map(\.file) == ["Pack/wide.png", "Pack/wide.png"])
  }

  @Test("a corrupt or missing image is an error")
  func damaged() async throws {
    _ = try await findings(1024, art: 1024)
    try folder.write(PNGBytes.signature + PNGBytes.header(1024, 1024), to: "Pack/icon.png")
    let pack: [FilePath] = ["\(folder.path)/Pack"]
    let broken = try await Linter(jobs: 2).lint(try PackDiscovery(at: pack).packs)
    #expect(broken.hasErrors && broken.findings.allSatisfy { $0.file == "Pack/icon.png" })
    let missing = try await findings(1024, art: 1024, #""file": "icon.PNG""#)
    #expect(missing.contains { $0.rule == "listed-file-missing" && $0.severity == .error })
  }
}
