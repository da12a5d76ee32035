import Basics
import Foundation
import ImageCodecs
import Pixels
import StickerLint
import StickerPacks
import StickerPages
import TestSupport
import Testing

@Suite("Contact sheets and terminal pictures")
struct ContactSheetTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func png(of result: LintResult, isAnimated: Bool = false) async throws -> [UInt8] {
    let pictures = try await StickerPictures(
      of: result, [.sheet(isAnimated: isAnimated)], limits: .init(), jobs: 2)
    return try ContactSheet.png(of: result, pictures, isAnimated: isAnimated)
  }

  func sheet() async throws -> Bitmap {
    let packs = try PackDiscovery(at: [FilePath(folder.path).appending("Pack")]).packs
    let result = try await Linter(jobs: 2).lint(packs)
    let png = try await png(of: result)
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

  /// An animation of two colors, which are shown for some milliseconds each.
  func blinking(_ first: UInt8, _ second: UInt8, milliseconds: Int) throws -> [UInt8] {
    let canvases = [first, second].map { Bitmap(width: 300, height: 300, filledWith: .gray($0)) }
    let delay = Delay(numerator: milliseconds, denominator: 1000)
    return try ImageEncoder.apng(
      .init(canvases: canvases, delays: [delay, delay]), loop: .forever)
  }

  func animatedSheet() async throws -> Decoded {
    let packs = try PackDiscovery(at: [FilePath(folder.path).appending("Pack")]).packs
    let result = try await Linter(jobs: 2).lint(packs)
    let png = try await png(of: result, isAnimated: true)
    #expect(ContactSheet.isSheet(png.prefix(4096)))
    return try Decoded(png)
  }

  @Test("an animated sheet is as long as the longest animation and shows each change in time")
  func animated() async throws {
    try folder.write(blinking(10, 20, milliseconds: 100), to: "Pack/a.png")
    try folder.write(blinking(30, 40, milliseconds: 250), to: "Pack/b.png")
    try folder.write(PNGBytes.still(300, 300, [200, 0, 90, 255]), to: "Pack/c.png")
    let sheet = try await animatedSheet()
    // The changes at 100, 200, 250, 300 and 400 ms.
    #expect(
      sheet.container.frameTable.map(\.delay.milliseconds.rounded) == [100, 100, 50, 50, 100, 100])
    let first = sheet.canvases[0]
    let top = try #require((0..<first.height).first { first[40, $0] == .gray(255) })
    // The centers of the first background of three stickers in a row.
    let shown = sheet.canvases.map { canvas in
      [0, 1, 2].map { canvas[100 + $0 * 392, top + 60] }
    }
    let red = Pixel(red: 200, green: 0, blue: 90)
    #expect(
      shown == [
        [.gray(10), .gray(30), red], [.gray(20), .gray(30), red], [.gray(10), .gray(30), red],
        [.gray(10), .gray(40), red], [.gray(20), .gray(40), red], [.gray(10), .gray(40), red],
      ])
  }

  @Test("delays that iOS extends are extended, and the sheet ends after 6 seconds")
  func clamped() async throws {
    try folder.write(blinking(10, 20, milliseconds: 20), to: "Pack/a.png")
    #expect(
      try await animatedSheet().container.frameTable.map(\.delay.milliseconds.rounded) == [50, 50])
    try folder.write(blinking(10, 20, milliseconds: 4000), to: "Pack/b.png")
    let delays = try await animatedSheet().container.frameTable.map(\.delay.milliseconds)
    #expect(delays.reduce(0, +).rounded() == 6000)
    #expect(delays.allSatisfy { $0 > 49 })
  }

  @Test("an animated sheet without animations is a still")
  func stillSheet() async throws {
    try folder.write(PNGBytes.still(300, 300, [200, 0, 90, 255]), to: "Pack/c.png")
    #expect(try await !animatedSheet().isAnimated)
  }

  // MARK: Terminals

  func text(_ form: TerminalPicture) throws -> String {
    try folder.write(PNGBytes.still(300, 300, [200, 0, 90, 255]), to: "a.png")
    let path = FilePath(folder.path).appending("a.png")
    let source = StickerSource(id: "a", at: Location(path, displayPath: path))
    let facts = AssetFacts(reading: source, limits: .init())
    return try #require(try form.text(of: facts, limits: .init()))
  }

  @Test("kitty and iTerm2 get a PNG")
  func png() throws {
    let kitty = try text(.kitty).split(separator: "\u{1B}\\").dropLast()
    #expect(kitty.first?.hasPrefix("\u{1B}_Ga=T,f=100,q=2,m=") == true)
    #expect(kitty.last?.contains("m=0;") == true)
    let data = kitty.map { $0.split(separator: ";", maxSplits: 1)[1] }
    #expect(data.allSatisfy { $0.count <= 4096 })
    let iterm = try text(.iterm)
    #expect(iterm.hasPrefix("\u{1B}]1337;File=inline=1;size=") && iterm.hasSuffix("\u{7}\n"))
    let base64 = iterm.dropLast(2).split(separator: ":")[1]
    #expect(String(base64) == data.joined())
    let png = try #require(Data(base64Encoded: String(base64)))
    let frame = try #require(try ImageDecoder.frames(of: Array(png)).first)
    #expect(frame.canvas.width == 272 && frame.canvas[9, 9] == Pixel(red: 200, green: 0, blue: 90))
  }
}

extension Double {
  /// The nearest whole number.
  fileprivate var rounded: Double { rounded() }
}
