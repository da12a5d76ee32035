import Pixels
import TestSupport
import Testing

/// A dark square of 120 px with a white border of 8 px, on a transparent canvas of 240 px.
@Suite("Die-cut borders")
struct DieCutBorderTests {
  private func leftovers(
    discs: [(x: Double, y: Double, radius: Double)], border: Double = 8, color: Pixel = .gray(255)
  ) -> [PixelRect] {
    let bitmap = Bitmap(width: 240, height: 240) { x, y in
      let edge = max(abs(Double(x) - 119.5), abs(Double(y) - 119.5))
      if edge < 60 { return .gray(40) }
      if edge < 60 + border { return color }
      return discs.contains {
        let (right, down) = (Double(x) - $0.x, Double(y) - $0.y)
        return right * right + down * down < $0.radius * $0.radius
      } ? color : .clear
    }
    guard let extent = ArtExtent(of: bitmap) else { return [] }
    return DieCutBorder.leftovers(of: extent, in: bitmap, along: Outline(of: bitmap)).map(\.area)
  }

  @Test("a white disc twice as wide as the border is the border of a leftover speck")
  func disc() {
    #expect(
      leftovers(discs: [(19.5, 19.5, 9)]) == [PixelRect(x: 11, y: 11, width: 18, height: 18)])
    // The canvas cuts it in half.
    #expect(
      leftovers(discs: [(-0.5, 49.5, 9)]) == [PixelRect(x: 0, y: 41, width: 9, height: 18)])
  }

  @Test(
    "what is smaller, larger, one of three, or beside art without a white border is drawn",
    arguments: [6, 17] as [Double])
  func drawn(radius: Double) {
    #expect(leftovers(discs: [(20, 20, radius)]) == [])
    // Six times as wide as a border of 3 px.
    #expect(leftovers(discs: [(19.5, 19.5, 9)], border: 3) == [])
    #expect(leftovers(discs: [(19.5, 19.5, 5)], border: 3).count == 1)
    let three = [(19.5, 19.5, 9.0), (19.5, 119.5, 9), (19.5, 209.5, 9)]
    #expect(leftovers(discs: three.map { (x: $0.0, y: $0.1, radius: $0.2) }) == [])
    #expect(leftovers(discs: [(19.5, 19.5, 9)], border: 0) == [])
    #expect(leftovers(discs: [(19.5, 19.5, 9)], color: .gray(120)) == [])
  }

  @Test("the eye of a figure in white lines is not the border of a speck")
  func lineArt() {
    let bitmap = Bitmap(width: 240, height: 240) { x, y in
      let (right, down) = (Double(x) - 119.5, Double(y) - 119.5)
      let distance = (right * right + down * down).squareRoot()
      // A ring of 5 px with soft edges.
      let alpha = min(max(0, 3 - abs(distance - 80)), 1)
      let isEye = (right - 30) * (right - 30) + (down + 20) * (down + 20) < 49
      return Pixel(red: 255, green: 255, blue: 255, alpha: isEye ? 255 : UInt8(alpha * 255))
    }
    guard let extent = ArtExtent(of: bitmap) else {
      Issue.record("nothing is visible")
      return
    }
    #expect(extent.islands?.count == 2)
    #expect(DieCutBorder.leftovers(of: extent, in: bitmap, along: Outline(of: bitmap)) == [])
  }
}
