import Pixels
import Testing

@Suite("Steps of color inside art")
struct InnerStepsTests {
  private func steps(of canvas: Bitmap) -> InnerSteps { InnerSteps(of: canvas, in: canvas.bounds) }

  /// A canvas of 24 × 24 px in vertical stripes.
  private func stripes(_ colors: [Pixel]) -> InnerSteps {
    steps(of: Bitmap(width: 24, height: 24) { x, _ in colors[x % colors.count] })
  }

  @Test("neighbors of different colors are steps, a color in between is a mixture")
  func counts() {
    // 23 changes in each of 24 rows, and none along the columns.
    let hard = stripes([.gray(200), .gray(40)])
    #expect(hard.steps == 23 * 24 && hard.mixtures == 0)
    // Light, dark, dark, middle: a change in 4 px, and a mixture between dark and light.
    let soft = stripes([.gray(200), .gray(40), .gray(40), .gray(120)])
    // The last column has no neighbor, so it is a step.
    #expect(soft.steps == 7 * 24 && soft.mixtures == 5 * 24)
    #expect(stripes([.gray(200), .gray(140)]).steps == 0)
  }

  @Test("a color beside the line between two others is not a mixture")
  func hues() {
    let blue = Pixel(red: 120, green: 120, blue: 220)
    let hued = stripes([.gray(200), .gray(200), blue, .gray(40), .gray(40), blue])
    #expect(hued.mixtures == 0)
    #expect(hued.steps > 0)
  }

  @Test("transparent pixels end a line")
  func transparency() {
    let found = stripes([.gray(200), .clear, .gray(40), .clear])
    #expect(found.steps == 0 && found.mixtures == 0)
  }

  @Test("rows and columns around the art change nothing")
  func area() {
    let canvas = Bitmap(width: 40, height: 30) { x, y in
      7..<31 ~= x && 3..<27 ~= y ? .gray((x + y / 3) % 2 == 0 ? 200 : 40) : .clear
    }
    let art = PixelRect(x: 7, y: 3, width: 24, height: 24)
    #expect(InnerSteps(of: canvas, in: art) == steps(of: canvas))
    // 23 changes in each of 12 measured rows, and 7 in each of 12 columns, counted twice.
    #expect(steps(of: canvas).steps == (23 * 12 + 7 * 12) * 2)
  }

  @Test(
    "art is pixel art if at most one of eight changes is a mixture, and with at least 32 changes")
  func pixelArt() {
    // In each period a mixture of gray between dark and light, and `period` - 2 steps.
    func isPixelArt(period: Int) -> Bool {
      steps(
        of: Bitmap(width: period * 8, height: 8) { x, _ in
          let place = x % period
          return .gray(place == 1 ? 120 : place % 2 == 0 && place > 0 ? 200 : 40)
        }
      ).isPixelArt
    }
    #expect(isPixelArt(period: 20))
    #expect(!isPixelArt(period: 4))
    #expect(!steps(of: Bitmap(width: 16, height: 16, filledWith: .gray(90))).isPixelArt)
    let few = Bitmap(width: 16, height: 16) { x, y in x < 8 && y == 0 ? .gray(200) : .gray(40) }
    #expect(!steps(of: few).isPixelArt)
  }

  @Test("steps along the outline are those of a soft edge in too few colors")
  func outline() {
    // A disc of one color with a ring that is 1 px wide, at a distance from its outline.
    func disc(ringAt distance: Double, side: Int = 128) -> InnerSteps {
      steps(
        of: Bitmap(width: side, height: side) { x, y in
          let center = Double(side - 1) / 2
          let (right, down) = (Double(x) - center, Double(y) - center)
          let depth = Double(side) * 0.45 - (right * right + down * down).squareRoot()
          guard depth > 0 else { return .clear }
          return .gray(distance..<distance + 1 ~= depth ? 40 : 200)
        })
    }
    #expect(disc(ringAt: 1).steps > 32 && !disc(ringAt: 1).isPixelArt)
    #expect(disc(ringAt: 8).isPixelArt)
    // Each pixel of a small canvas was drawn.
    #expect(disc(ringAt: 1, side: 48).isPixelArt)
  }
}
