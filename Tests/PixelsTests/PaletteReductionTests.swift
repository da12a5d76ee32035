import Pixels
import TestSupport
import Testing

@Suite("PaletteReduction")
struct PaletteReductionTests {
  /// A canvas of one gray.
  static func gray(_ code: UInt8) -> Bitmap {
    Bitmap(width: 4, height: 4, filledWith: .gray(code))
  }

  /// The canvases in fewer colors, reduced one after the other.
  static func reduced(
    _ canvases: [Bitmap], maximumColors: Int = 255, tolerance: Float = 0
  ) -> [Bitmap] {
    var reducer = PaletteReduction.Reducer(
      to: PaletteReduction(of: canvases).palette(maximumColors: maximumColors),
      Tolerance(flat: tolerance, texture: tolerance))
    return canvases.map { reducer.reduced($0) }
  }

  @Test("all canvases share the colors, and transparent pixels stay transparent")
  func shared() {
    let art = Bitmap(width: 64, height: 64) { x, y in
      y < 8 ? .clear : Pixel(red: UInt8(x * 4), green: UInt8(y * 4), blue: 0)
    }
    let other = Bitmap(width: 64, height: 64) { x, y in art[63 - x, y] }
    let reduced = Self.reduced([art, other], maximumColors: 16)
    let colors = Set(reduced.flatMap(\.pixels))
    #expect(colors.count <= 17 && colors.contains(.clear))
    #expect(reduced[0].pixels.prefix(64 * 8).allSatisfy { $0 == .clear })
    // The mirror image has the mirrored colors.
    #expect(reduced[1] == Bitmap(width: 64, height: 64) { x, y in reduced[0][63 - x, y] })
  }

  @Test("gray art stays gray")
  func gray() {
    let canvas = Bitmap(width: 64, height: 64) { x, y in
      let code = UInt8((x * 37 + y * 91 + x * y) % 251)
      return Pixel(red: code, green: code, blue: code)
    }
    for colors in [2, 7, 62, 200] {
      let palette = PaletteReduction(of: [canvas]).palette(maximumColors: colors)
      #expect(palette.count > 1 && palette.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
    }
  }

  @Test("the error of a palette is that of evenly divided grays")
  func error() {
    let ramp = Bitmap(width: 256, height: 4) { x, _ in .gray(UInt8(x)) }
    let reduction = PaletteReduction(of: [ramp])
    // The means of four neighboring groups of four grays are 6, 2, 2 and 6 codes from that of all 16.
    #expect(abs(reduction.error(ofColors: 16) - Float(20).squareRoot()) < 0.01)
    #expect(reduction.error(ofColors: 64) == 0)
    #expect(PaletteReduction(of: [Bitmap(width: 2, height: 2)]).error(ofColors: 64) == 0)
  }

  @Test("a change within the tolerance is not shown")
  func settled() {
    let canvases = [100, 101, 99, 102].map { Self.gray($0) }
    #expect(Self.reduced(canvases) == canvases)
    #expect(
      Self.reduced(canvases, tolerance: 1)
        == [100, 100, 100, 102].map { Self.gray($0) })
  }

  @Test("a slow fade stays within the tolerance of each canvas")
  func fade() {
    let codes = (0..<40).map { UInt8(100 + $0) }
    let reduced = Self.reduced(codes.map(Self.gray), tolerance: 3)
    for (canvas, code) in zip(reduced, codes) { #expect(code - canvas[0, 0].red <= 3) }
    #expect(Set(reduced.map { $0[0, 0].red }) == Set(codes.filter { $0 % 4 == 0 }))
  }

  @Test("a neighbor's color within the tolerance makes a run longer, and no error adds up")
  func runs() {
    let ramp = Bitmap(width: 30, height: 2) { x, _ in .gray(UInt8(100 + x)) }
    let reduced = Self.reduced([ramp], tolerance: 2)[0]
    let codes = (0..<30).map { reduced[$0, 0].red }
    let steps = (0..<30).map { step -> UInt8 in 100 + UInt8(step) / 3 * 3 }
    #expect(codes == steps)
    #expect((0..<30).allSatisfy { reduced[$0, 1] == reduced[$0, 0] })
  }

  @Test("what appears or disappears is always shown")
  func visibility() {
    let faint = Bitmap(
      width: 4, height: 4, filledWith: Pixel(red: 9, green: 9, blue: 9, alpha: 1))
    let clear = Bitmap(width: 4, height: 4)
    let canvases = [faint, clear, faint]
    #expect(Self.reduced(canvases, tolerance: 5) == canvases)
  }
}
