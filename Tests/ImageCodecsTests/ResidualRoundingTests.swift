import ImageCodecs
import Pixels
import TestSupport
import Testing

@Suite("Residual rounding")
struct ResidualRoundingTests {
  /// Soft shapes with grain, as in a photograph, on a disc with a soft edge.
  static let photo = {
    var random = SplitMix(state: 3)
    return Bitmap(width: 160, height: 160) { x, y in
      let (dx, dy) = (x - 80, y - 80)
      let edge = 76 * 76 - dx * dx - dy * dy
      guard edge > 0 else { return .clear }
      let grain = Int(random.next() % 16)
      return Pixel(
        red: UInt8(60 + x + grain / 2), green: UInt8(20 + y + grain), blue: UInt8(x + grain),
        alpha: UInt8(min(255, edge)))
    }
  }()

  @Test(
    "no sample changes by more than the tolerance, and the file is smaller", arguments: [1, 3, 6])
  func rounded(_ codes: Int) throws {
    let tolerance = Tolerance(flat: Float(codes), texture: Float(codes))
    let result = Self.photo.roundingResiduals(upTo: tolerance)
    let errors = zip(Self.photo.samples, result.samples).map { abs(Int($0) - Int($1)) }
    #expect(errors.max() == codes)
    #expect(zip(Self.photo.pixels, result.pixels).allSatisfy { $0.alpha == $1.alpha })
    #expect(zip(Self.photo.pixels, result.pixels).allSatisfy { $0.alpha > 0 || $1 == .clear })
    var optimizer = LosslessOptimizer()
    optimizer.allowsPalette = false
    #expect(try optimizer.png(result).count < optimizer.png(Self.photo).count)
  }

  @Test("pixels that do not change between two canvases do not flicker")
  func animation() {
    let first = Self.photo
    let second = Bitmap(width: 160, height: 160) { x, y in
      x + y < 160 ? first[x, y] : first[159 - x, y]
    }
    let tolerance = Tolerance(flat: 6, texture: 6)
    let shown = first.roundingResiduals(upTo: tolerance)
    let next = second.roundingResiduals(upTo: tolerance, after: (first, shown))
    for (pixels, after) in zip(zip(first.pixels, shown.pixels), zip(second.pixels, next.pixels))
    where pixels.0 == after.0 {
      #expect(pixels.1 == after.1)
    }
    let errors = zip(second.samples, next.samples).map { abs(Int($0) - Int($1)) }
    #expect(errors.max() == 6)
  }

  @Test("gray stays gray, and without a tolerance nothing changes")
  func gray() {
    let art = Bitmap(width: 50, height: 50) { x, y in .gray(UInt8((x * x + y * 7) % 256)) }
    let result = art.roundingResiduals(upTo: Tolerance(flat: 3, texture: 3))
    #expect(result.pixels.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
    #expect(art.roundingResiduals(upTo: .none) == art)
  }
}
