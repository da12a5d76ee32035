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

  /// Art of 16 × 16 blocks, scaled by nearest neighbor to a side that need not be a multiple of 16.
  static func nearest(_ side: Int) -> Bitmap {
    let small = blocks(1)
    return Bitmap(width: side, height: side) { x, y in
      small[(x * 2 + 1) * 16 / (side * 2), (y * 2 + 1) * 16 / (side * 2)]
    }
  }

  @Test(
    "art that was scaled by a factor that is not whole has blocks of two sizes",
    arguments: [(100, 6...7), (36, 2...3), (343, 21...22)])
  func uneven(_ side: Int, _ sides: ClosedRange<Int>) throws {
    let blocks = try #require(PixelBlocks(of: [Self.nearest(side)]))
    #expect(!blocks.isEven)
    #expect(blocks.sides == sides)
    #expect(blocks.side == Double(side) / 16)
    #expect(blocks.count.across == 16 && blocks.count.down == 16)
    #expect(blocks.reduced(Self.nearest(side)) == Self.blocks(1))
  }

  @Test("uneven blocks become even on the same canvas, and when they are scaled")
  func evened() throws {
    let art = Self.nearest(100)
    let blocks = try #require(PixelBlocks(of: [art]))
    #expect(blocks.evened(art) == Self.blocks(6, margin: 2))
    let scaled = Resampler(from: art, toSide: 408, blocks: blocks).resample(art)
    #expect(scaled == Self.blocks(25, margin: 4))
  }

  @Test("columns of any width are no blocks")
  func stripes() {
    // Widths of 2 to 9 px.
    var (ends, random) = ([0], SplitMix(state: 5))
    while ends.count < 40 { ends.append(ends[ends.count - 1] + 2 + Int(random.next() % 8)) }
    let side = ends[ends.count - 1]
    let art = Bitmap(width: side, height: side) { x, y in
      let (column, row) = (ends.count { $0 <= x }, ends.count { $0 <= y })
      return .gray(UInt8((column * 7 + row * 3) % 2 * 200))
    }
    #expect(PixelBlocks(of: [art]) == nil)
  }

  @Test("the pixels of blocks cover the art without gaps")
  func pixels() throws {
    let blocks = try #require(PixelBlocks(of: [Self.nearest(100)]))
    let all = PixelRect(x: 0, y: 0, width: 16, height: 16)
    #expect(blocks.pixels(of: all) == PixelRect(x: 0, y: 0, width: 100, height: 100))
    let (one, two) = (
      blocks.pixels(of: PixelRect(x: 3, y: 0, width: 1, height: 16)),
      blocks.pixels(of: PixelRect(x: 4, y: 0, width: 1, height: 16))
    )
    #expect(one.x + one.width == two.x)
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
