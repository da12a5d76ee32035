import ImageCodecs
import ImageContainers
import Pixels
import StickerFit
import StickerManifest
import TestSupport
import Testing

@Suite("Changes of the art")
struct ArtChangesTests {
  static let brown = Pixel(red: 156, green: 95, blue: 50)

  /// An opaque box on a transparent canvas.
  static func box(_ box: PixelRect, width: Int = 408, height: Int = 408) -> Bitmap {
    var canvas = Bitmap(width: width, height: height)
    canvas.replace(
      with: Bitmap(width: box.width, height: box.height, filledWith: brown), x: box.x, y: box.y)
    return canvas
  }

  private static func fit(
    _ file: [UInt8], in gridSize: GridSize? = nil, maximumBytes: Int = 500_000,
    _ change: (inout ArtChanges) -> Void
  ) throws -> (sticker: StickerChange, canvases: [Bitmap]) {
    var fitter = StickerFitter()
    fitter.options.maximumBytes = maximumBytes
    change(&fitter.options.art)
    let sticker = try fitter.fit(file, in: gridSize)
    return (sticker, try Decoded(sticker.content).canvases)
  }

  @Test("trimmed art keeps exactly the padding, in pixels of the result")
  func trimmed() throws {
    let file = try ImageEncoder.png(Self.box(PixelRect(x: 3, y: 40, width: 350, height: 350)))
    let (sticker, canvases) = try Self.fit(file) { ($0.trims, $0.padding) = (true, 12) }
    #expect(sticker.steps == [.trimmed, .padded(width: 12)] && sticker.fits)
    #expect(sticker.quality == .perfect)
    let canvas = try #require(canvases.first)
    #expect(canvas.bounds == PixelRect(x: 0, y: 0, width: 408, height: 408))
    #expect(canvas.visibleArea == PixelRect(x: 12, y: 12, width: 384, height: 384))
    #expect(canvas[12, 12] == Self.brown && canvas[395, 395] == Self.brown)
  }

  @Test("padding alone is added to the margins that exist, and the canvas keeps its size")
  func padded() throws {
    let file = try ImageEncoder.png(Self.box(PixelRect(x: 0, y: 0, width: 408, height: 204)))
    let (sticker, canvases) = try Self.fit(file) { $0.padding = 51 }
    #expect(sticker.steps == [.padded(width: 51)])
    // 306 of 408 px is a factor of 0.75.
    #expect(canvases.map(\.bounds) == [PixelRect(x: 0, y: 0, width: 408, height: 408)])
    let area = try #require(canvases.first?.visibleArea)
    #expect(area.x == 51 && area.y == 51 && area.width == 306)
    #expect((153...154).contains(area.height))
  }

  @Test(
    "margins and outlines of any width leave a pixel of the art",
    arguments: [(Int.max, 0), (0, Int.max), (Int.max, Int.max), (.min, .min)])
  func extremes(padding: Int, outline: Int) throws {
    let file = try ImageEncoder.png(Self.box(PixelRect(x: 9, y: 9, width: 90, height: 90)))
    let (sticker, canvases) = try Self.fit(file) {
      ($0.trims, $0.padding, $0.outlineWidth) = (true, padding, outline)
    }
    #expect(sticker.error == nil)
    #expect(canvases.allSatisfy { $0.visibleArea != nil })
  }

  @Test("all frames are trimmed by the same margins, and keep their timing")
  func animated() throws {
    let boxes = (0..<4).map { PixelRect(x: 30 + $0 * 40, y: 60, width: 220, height: 280) }
    let delays = (0..<4).map { Delay(numerator: 1, denominator: 10 + $0) }
    let file = try ImageEncoder.apng(
      .init(canvases: boxes.map { Self.box($0) }, delays: delays), loop: .times(3))
    let (sticker, canvases) = try Self.fit(file) { $0.trims = true }
    #expect(sticker.steps == [.trimmed])
    let decoded = try Decoded(sticker.content)
    #expect(decoded.container.loop == .times(3))
    #expect(
      decoded.container.frameTable.map(\.delay.milliseconds).map { Int($0) } == [100, 90, 83, 76])
    // 340 × 280 px become 408 × 336 px.
    #expect(canvases.map(\.width) == [408, 408, 408, 408] && canvases[0].height == 336)
    #expect(canvases[0][0, 100] == Self.brown && canvases[3][407, 100] == Self.brown)
    #expect(canvases[0][300, 100] == .clear && canvases[3][100, 100] == .clear)
  }

  @Test("an outline is white beside the art, has a gray edge and fits into the canvas")
  func outlined() throws {
    let file = try ImageEncoder.png(Self.box(PixelRect(x: 0, y: 0, width: 408, height: 408)))
    let (sticker, canvases) = try Self.fit(file) { $0.outline = DieCutOutline(whiteWidth: 9) }
    #expect(sticker.steps == [.outlined(width: 9)])
    let canvas = try #require(canvases.first)
    #expect(canvas.bounds == PixelRect(x: 0, y: 0, width: 408, height: 408))
    let row = (0..<408).map { canvas[$0, 204] }
    let art = try #require(row.firstIndex(of: Self.brown))
    let white = Pixel(red: 255, green: 255, blue: 255)
    // The ninth pixel is half white.
    #expect(row[..<art].count { $0 == white } == 8)
    #expect(row[..<art].contains(Pixel(red: 128, green: 128, blue: 128)))
    #expect(row[0] == .clear && row[407] == .clear && art == 13)
  }

  @Test("a canvas becomes square without a change of the art")
  func squared() throws {
    let art = Self.box(PixelRect(x: 20, y: 30, width: 300, height: 240), height: 300)
    let (sticker, canvases) = try Self.fit(try ImageEncoder.png(art)) { $0.squares = true }
    #expect(sticker.steps == [.squared])
    let expected = Self.box(PixelRect(x: 20, y: 84, width: 300, height: 240))
    #expect(canvases == [expected])
    let square = try ImageEncoder.png(expected)
    #expect(try Self.fit(square) { $0.squares = true }.sticker.isChanged == false)
  }

  @Test("small stickers are enlarged on request only, to the pack's class")
  func enlarged() throws {
    let file = try ImageEncoder.png(
      Self.box(PixelRect(x: 9, y: 9, width: 180, height: 180), width: 200, height: 200))
    #expect(try Self.fit(file) { _ in }.sticker.content == file)
    let small = try Self.fit(file) { $0.enlarges = true }
    #expect(small.sticker.steps == [.scaled(side: 300)] && small.canvases[0].width == 300)
    let regular = try Self.fit(file, in: .regular) { $0.enlarges = true }
    #expect(regular.sticker.steps == [.scaled(side: 408)])
  }

  @Test("tiny art is enlarged by at most 25% unless that is asked for")
  func limited() throws {
    let file = try ImageEncoder.png(Self.box(PixelRect(x: 40, y: 40, width: 100, height: 100)))
    let modest = try Self.fit(file) { $0.trims = true }.canvases
    #expect(modest.map(\.width) == [408])
    #expect(modest[0].visibleArea == PixelRect(x: 141, y: 141, width: 125, height: 125))
    let large = try Self.fit(file) { ($0.trims, $0.enlarges) = (true, true) }.canvases
    #expect(large[0].visibleArea == large[0].bounds)
  }

  @Test("a canvas of more than 618 px is scaled down without being asked")
  func oversized() throws {
    let file = try ImageEncoder.png(
      Self.box(PixelRect(x: 100, y: 100, width: 500, height: 500), width: 700, height: 680))
    let (sticker, canvases) = try Self.fit(file) { _ in }
    #expect(sticker.steps == [.scaled(side: 618)] && sticker.fits)
    #expect(canvases[0].width == 618 && canvases[0].height == 600)
    // Only changes of the art that were asked for bring it to the size class of the pack.
    #expect(try Self.fit(file, in: .small) { _ in }.canvases[0].width == 618)
  }

  @Test("a JPEG, which has no transparency, is only scaled")
  func jpeg() throws {
    let file = try ImageEncoder.jpeg(
      Bitmap(width: 408, height: 300, filledWith: Self.brown), quality: 90)
    let unchanged = try Self.fit(file) {
      ($0.trims, $0.padding, $0.squares) = (true, 20, true)
      $0.outline = DieCutOutline(whiteWidth: 9)
    }
    #expect(unchanged.sticker.content == file)
  }

  @Test("widths are those of the result, even on a smaller canvas")
  func smaller() throws {
    var noise = StickerFitterTests.noise(408, seed: 1)
    for place in 0..<408 { noise[place, 0] = .clear }
    let (sticker, canvases) = try Self.fit(
      try ImageEncoder.png(noise), maximumBytes: 60_000
    ) { ($0.trims, $0.padding) = (true, 20) }
    let side = canvases[0].width
    #expect(side < 408 && sticker.steps.contains(.scaled(side: side)) && sticker.fits)
    let area = try #require(canvases[0].visibleArea)
    #expect(area.x == 20 && area.width == side - 40)
  }

  @Test("a GIF stays one, with its timing")
  func gif() throws {
    let delays = (1...2).map { Delay(numerator: $0, denominator: 10) }
    let boxes = [100, 150].map { PixelRect(x: $0, y: 100, width: 200, height: 200) }
    let file = try ImageEncoder.gif(
      .init(canvases: boxes.map { Self.box($0) }, delays: delays), loop: .times(5))
    let (sticker, canvases) = try Self.fit(file) { ($0.trims, $0.padding) = (true, 30) }
    #expect(sticker.steps == [.trimmed, .padded(width: 30)])
    #expect(sticker.content.starts(with: Array("GIF89a".utf8)))
    #expect(canvases.map(\.width) == [408, 408])
    let decoded = try Decoded(sticker.content)
    #expect(decoded.container.frameTable.map(\.delay.milliseconds) == [100, 200])
    #expect(decoded.container.loop == .times(5))
    #expect(canvases[0].visibleArea?.x ?? 0 >= 30)
  }

  @Test(
    "all changes together, at their largest, are possible for art of any shape",
    arguments: [(1, 1), (1, 20_000), (20_000, 1), (2, 2), (5, 300)])
  func extremes(_ width: Int, _ height: Int) throws {
    let canvas = Bitmap(width: width, height: height, filledWith: Self.brown)
    let delay = Delay(numerator: 0, denominator: 0)
    for canvases in [[canvas], [canvas, Bitmap(width: width, height: height)]] {
      let file = try ImageEncoder.apng(
        .init(canvases: canvases, delays: canvases.map { _ in delay }), loop: .times(1))
      let (sticker, results) = try Self.fit(file) {
        ($0.trims, $0.padding, $0.squares, $0.enlarges) = (true, 75, true, true)
        $0.outline = DieCutOutline(whiteWidth: 30)
      }
      #expect(sticker.isChanged && results.count == canvases.count)
      #expect(results[0].width == results[0].height && results[0].width <= 618)
    }
  }

  @Test("art that is fully transparent cannot be trimmed, and stays as it is")
  func transparent() throws {
    let file = try ImageEncoder.png(Bitmap(width: 300, height: 200))
    let (sticker, _) = try Self.fit(file) {
      ($0.trims, $0.padding, $0.squares) = (true, 75, true)
      $0.outline = DieCutOutline(whiteWidth: 30)
    }
    #expect(!sticker.isChanged && sticker.content == file)
  }
}
