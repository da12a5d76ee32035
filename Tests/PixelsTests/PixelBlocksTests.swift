import Pixels
import TestSupport
import Testing

@Suite("Pixel art")
struct PixelBlocksTests {
  /// Art of 16 × 16 blocks with a transparent corner.
  static func blocks(_ side: Int, seed: UInt64 = 3, margin: Int = 0) -> Bitmap {
    var random = SplitMix(state: seed)
    let colors = (0..<256).map { place -> Pixel in
      place % 16 < 3 && place < 48 ? .clear : .gray(UInt8(random.next() % 4 * 60))
    }
    return Bitmap(width: side * 16 + margin * 2, height: side * 16 + margin * 2) { x, y in
      let (column, row) = (x - margin, y - margin)
      guard column >= 0, row >= 0, column < side * 16, row < side * 16 else { return .clear }
      return colors[row / side * 16 + column / side]
    }
  }

  @Test("blocks are found by their side, even inside margins", arguments: [0, 7])
  func found(margin: Int) throws {
    let blocks = try #require(PixelBlocks(of: [Self.blocks(12, margin: margin)]))
    #expect(blocks.side == 12)
    #expect(blocks.area == PixelRect(x: margin, y: margin, width: 192, height: 192))
  }

  @Test("frames have blocks only in common")
  func frames() {
    #expect(PixelBlocks(of: [Self.blocks(12), Self.blocks(12, seed: 4)])?.side == 12)
    var moved = Self.blocks(12)
    moved.replace(with: Self.blocks(12), x: 5, y: 0)
    #expect(PixelBlocks(of: [Self.blocks(12), moved]) == nil)
  }

  @Test("soft edges, cards and unscaled art are no pixel art")
  func other() {
    #expect(PixelBlocks(of: [Bitmap.disc(side: 200)]) == nil)
    #expect(PixelBlocks(of: [Bitmap(width: 200, height: 160, filledWith: .gray(9))]) == nil)
    #expect(PixelBlocks(of: [Self.blocks(1)]) == nil)
    #expect(PixelBlocks(of: [Bitmap(width: 9, height: 9)]) == nil)
  }

  @Test(
    "pixel art is scaled by whole blocks of its own colors, in the middle of the canvas",
    arguments: [(64, 408, 25), (12, 408, 25), (30, 320, 20)])
  func scaled(_ side: Int, _ target: Int, _ expected: Int) throws {
    let art = Self.blocks(side)
    let result = Resampler(
      from: art, toSide: target, blocks: PixelBlocks(of: [art])
    ).resample(art)
    let margin = (target - expected * 16) / 2
    #expect(result.width == target && result.height == target)
    let inner = result.cropped(
      to: PixelRect(x: margin, y: margin, width: expected * 16, height: expected * 16))
    #expect(inner == Self.blocks(expected))
  }

  @Test("blocks that would become much smaller than asked for are resampled")
  func resampled() {
    let art = Self.blocks(4)
    let plain = Resampler(from: art, toSide: 30).resample(art)
    #expect(Resampler(from: art, toSide: 30, blocks: PixelBlocks(of: [art])).resample(art) == plain)
  }
}
