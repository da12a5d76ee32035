import Basics
import ImageCodecs
import Pixels
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

@Suite("Contact sheets")
struct ContactSheetTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func sheet() async throws -> Bitmap {
    let packs = try PackDiscovery(at: [FilePath(folder.path).appending("Pack")]).packs
    let result = try await Linter(jobs: 2).lint(packs)
    let pictures = try await StickerPictures(of: result, [.sheet], limits: .init(), jobs: 2)
    let png = try ContactSheet.png(of: result, pictures)
    #expect(ContactSheet.isSheet(png.prefix(4096)))
    let frame = try #require(try ImageDecoder.frames(of: png).first)
    return frame.canvas
  }

  @Test("a sheet shows each sticker on white, black and the four bubbles of Messages")
  func backgrounds() async throws {
    // The right half is transparent.
    var art = Bitmap(width: 300, height: 300)
    for y in 0..<300 { for x in 0..<150 { art[x, y] = Pixel(red: 200, green: 0, blue: 90) } }
    try folder.write(PNGBytes.file(art), to: "Pack/a.png")
    try folder.write(
      #"{ "stickers": [{ "file": "a.png", "label": "A" }] }"#, to: "Pack/stickerpack.json")
    let sheet = try await sheet()
    // A margin of 40 and three columns of two backgrounds, each of 120.
    #expect(sheet.width == 440)
    let top = try #require((0..<sheet.height).first { sheet[40, $0] == .gray(255) })
    for (index, background) in [
      Pixel.gray(255), .gray(0), Pixel(red: 0, green: 122, blue: 255),
      Pixel(red: 52, green: 199, blue: 89), Pixel(red: 229, green: 229, blue: 234),
      Pixel(red: 44, green: 44, blue: 46),
    ].enumerated() {
      let (left, upper) = (40 + index / 2 * 120, top + index % 2 * 120)
      #expect(sheet[left + 30, upper + 60] == Pixel(red: 200, green: 0, blue: 90))
      #expect(sheet[left + 90, upper + 60] == background)
      #expect(sheet[left + 3, upper + 60] == background)
    }
  }

  /// The number of pixels of the colors of errors, warnings and infos.
  func inks(_ sheet: Bitmap, rows: Range<Int>) -> [Int] {
    [
      Pixel(red: 196, green: 22, blue: 11), Pixel(red: 143, green: 84, blue: 0),
      Pixel(red: 61, green: 90, blue: 128),
    ].map { color in
      rows.reduce(0) { sum, y in sum + (0..<sheet.width).count { sheet[$0, y] == color } }
    }
  }

  @Test("a rule is in the color of its severity: below its sticker, or in the heading for the pack")
  func colors() async throws {
    // The canvas is too small, which is an error, and the pack has no labels, a warning.
    try folder.write(PNGBytes.still(200, 200, [200, 0, 0, 160]), to: "Pack/a.png")
    var sheet = try await sheet()
    var top = try #require((0..<sheet.height).first { sheet[40, $0] == .gray(255) })
    #expect(inks(sheet, rows: 0..<top)[0] == 0 && inks(sheet, rows: 0..<top)[1] > 50)
    #expect(inks(sheet, rows: top + 240..<sheet.height)[0] > 50)
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Pack/a.png")
    try folder.write(
      #"{ "stickers": [{ "file": "a.png", "label": "A red square" }] }"#,
      to: "Pack/stickerpack.json")
    sheet = try await self.sheet()
    top = try #require((0..<sheet.height).first { sheet[40, $0] == .gray(255) })
    #expect(inks(sheet, rows: 0..<top) == [0, 0, 0])
    #expect(inks(sheet, rows: top + 240..<sheet.height)[0] == 0)
  }

  @Test("a PNG of another program is not a sheet")
  func otherImages() {
    #expect(!ContactSheet.isSheet(PNGBytes.still(300, 300, [200, 0, 0, 160]).prefix(4096)))
    #expect(!ContactSheet.isSheet([]))
  }
}
