import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("CanvasList")
struct CanvasListTests {
  private static func noise(_ width: Int, _ height: Int, seed: UInt64, colors: UInt64) -> Bitmap {
    var random = SplitMix(state: seed)
    return Bitmap(width: width, height: height) { _, _ in
      let code = random.next() % colors
      return Pixel(
        red: UInt8(code % 256), green: UInt8(code / 256 % 256), blue: UInt8(seed),
        alpha: UInt8(code * 7 % 256))
    }
  }

  @Test(
    "every canvas is read as it was added, whatever its size and number of colors",
    arguments: [(1, 1), (3, 100), (7, 33), (64, 64), (65, 32)])
  func unchanged(_ width: Int, _ height: Int) {
    let colors: [UInt64] = [1, 2, 256, 257, 60_000]
    let canvases = colors.enumerated().flatMap { index, colors -> [Bitmap] in
      let canvas = Self.noise(width, height, seed: UInt64(index), colors: colors)
      // Rows below are equal to those of the canvas before.
      var next = canvas
      next[0, 0] = .gray(UInt8(index))
      return [canvas, next, next]
    }
    let list = CanvasList(canvases)
    #expect([Bitmap](list) == canvases)
    let positions = [0, 4, 4, 9, 14]
    #expect([Bitmap](list.selecting(positions)) == positions.map { canvases[$0] })
    var longer = list.selecting([2, 1])
    longer.append(canvases[7])
    #expect([Bitmap](longer) == [canvases[2], canvases[1], canvases[7]])
  }

  @Test("the canvases of a list of more than 32 MiB are read as they were added")
  func large() {
    // 20 canvases of 2 MiB, which no palette stores.
    let canvases = (0..<4).map { Self.noise(512, 1024, seed: UInt64($0), colors: 40_000) }
    let list = CanvasList((0..<20).map { canvases[$0 % 4] })
    #expect((0..<20).allSatisfy { list[$0] == canvases[$0 % 4] })
  }

  @Test("planned canvases are refused before they are made, with their size and the limit")
  func planned() throws {
    let column = try Artwork(
      ImageEncoder.png(Bitmap(width: 1, height: 20_000, filledWith: .gray(9))),
      limits: DecodingLimits())
    let error = #expect(throws: ImageError.self) {
      _ = try column.shown(column.bounds, inWidth: 20_000, height: 20_000)
    }
    #expect(
      error?.description
        == "the canvas of 20,000 × 20,000 px has 400,000,000 pixels (pixel limit: 16,777,216)")
    var limits = DecodingLimits()
    limits.decodedBytes = 1_000_000
    let delay = Delay(numerator: 1, denominator: 10)
    let row = Bitmap(width: 300, height: 1, filledWith: .gray(9))
    let rows = try Artwork(
      ImageEncoder.apng(
        .init(canvases: [row, row, row], delays: [delay, delay, delay]), loop: .forever),
      limits: limits)
    let frames = #expect(throws: ImageError.self) {
      _ = try rows.shown(rows.bounds, inWidth: 300, height: 300)
    }
    #expect(
      frames?.description
        == "the decoded frames take 1,080,000 bytes (decoded size limit: 1,000,000)")
    #expect(try rows.scaled(toSide: 150).bounds == PixelRect(x: 0, y: 0, width: 150, height: 1))
  }
}
