import ImageCodecs
import Pixels
import StickerBuild
import TestSupport
import Testing

@Suite("Pixel art at @2x and @1x")
struct PixelArtTests {
  /// Blocks of 10 px in four colors, 30 x 25 of them, of which only some columns at the right are visible.
  private static func blocks(columns: Int) -> Bitmap {
    var random = SplitMix(state: 5)
    let colors = (0..<750).map { _ in Pixel.gray(UInt8(random.next() % 4 * 60)) }
    return Bitmap(width: 300, height: 250) { x, y in
      x >= 300 - columns * 10 ? colors[y / 10 * 30 + (x - 300 + columns * 10) / 10] : .clear
    }
  }

  @Test("blocks stay whole if the first frame has few of them")
  func fewBlocksFirst() async throws {
    let folder = try TemporaryFolder()
    let canvases = [2, 9, 16, 23, 30, 17].map(Self.blocks)
    let animation = CanvasAnimation(
      canvases: canvases, delays: canvases.map { _ in Delay(numerator: 4, denominator: 100) })
    let file = try LosslessOptimizer().apng(animation, loop: .forever)
    try folder.write(file, to: "Art/a.png")
    try await folder.build("Art")
    let samples = Set(canvases.flatMap { Array($0.samples) })
    for scale in [2, 1] {
      let bytes = try folder.bytes("out/images/a@\(scale)x.png")
      #expect(bytes.count <= file.count)
      for canvas in try Decoded(bytes).canvases {
        #expect(Set(canvas.samples).isSubset(of: samples))
      }
    }
  }
}
