import Basics
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Contrast of the icon image")
struct IconContrastTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Pack/a.png")
  }

  /// The findings of a pack whose icon image is a square on a transparent canvas.
  func findings(
    _ art: Pixel, on background: String? = nil, border: Int = 40, outline: Pixel? = nil
  ) async throws -> [Finding] {
    let picture = Bitmap(width: 1100, height: 1100) { x, y in
      let edge = min(x, y, 1099 - x, 1099 - y)
      return edge < border ? .clear : edge < border + 20 ? outline ?? art : art
    }
    try folder.write(PNGBytes.file(picture), to: "Pack/icon.png")
    let color = background.map { #", "background": "\#($0)""# } ?? ""
    try folder.write(
      """
      { "icon": { "file": "icon.png"\(color) },
        "stickers": [{ "file": "a.png", "label": "A red square" }] }
      """, to: "Pack/stickerpack.json")
    return try await Linter(jobs: 2).lint(try PackDiscovery(at: ["\(folder.path)/Pack"]).packs)
      .findings
  }

  static let white = Pixel(red: 255, green: 255, blue: 255)

  @Test("art in the color of the background is a warning that names the color")
  func invisible() async throws {
    let found = try await findings(Self.white)
    #expect(found.map(\.rule) == ["icon-low-contrast"])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.map(\.file) == ["Pack/icon.png"])
    #expect(
      found.map(\.regions) == [
        [FindingRegion(PixelRect(x: 40, y: 40, width: 1020, height: 1020))]
      ])
    #expect(
      found.first?.message
        == "The icon looks empty: nearly nothing of the art can be seen on its white background.")
    let brown = Pixel(red: 0x9C, green: 0x5F, blue: 0x32)
    #expect(try await findings(brown, on: "#9C5F32").map(\.rule) == ["icon-low-contrast"])
    #expect(try await findings(brown) == [])
    #expect(try await findings(Self.white, on: "#9C5F32") == [])
  }

  @Test("translucent art is judged as it looks on the background")
  func translucent() async throws {
    let shade = Pixel(red: 0, green: 0, blue: 0, alpha: 10)
    #expect(try await findings(shade).map(\.rule) == ["icon-low-contrast"])
    #expect(try await findings(Pixel(red: 0, green: 0, blue: 0, alpha: 120)) == [])
  }

  @Test("an outline is enough, and an image without transparency has its own background")
  func visible() async throws {
    #expect(try await findings(Self.white, outline: .gray(90)) == [])
    #expect(try await findings(Self.white, border: 0) == [])
  }
}
