import Pixels
import TestSupport
import Testing

/// Holes in a disc with a radius of 80 px on a canvas of 192 px, where a cell has 2 px.
@Suite("Holes in the art")
struct ArtHoleTests {
  func holes(
    _ hole: PixelRect, around content: PixelRect? = nil, radius: Double = 80
  ) -> [PixelRect] {
    func contains(_ area: PixelRect?, _ x: Int, _ y: Int) -> Bool {
      area?.intersection(PixelRect(x: x, y: y, width: 1, height: 1)) != nil
    }
    let bitmap = Bitmap(width: 192, height: 192) { x, y in
      let (right, down) = (Double(x) - 95.5, Double(y) - 95.5)
      guard right * right + down * down < radius * radius else { return .clear }
      return contains(hole, x, y) && !contains(content, x, y) ? .clear : .gray(90)
    }
    return ArtHole.all(in: ArtCells(of: bitmap))
  }

  let eye = PixelRect(x: 60, y: 80, width: 24, height: 24)

  @Test("a hole around a part of the drawing is found, a plain one is not")
  func contents() {
    #expect(holes(eye, around: PixelRect(x: 68, y: 88, width: 8, height: 8)) == [eye])
    #expect(holes(eye) == [])
    // One cell of 144 is less than 5%.
    #expect(holes(eye, around: PixelRect(x: 70, y: 90, width: 2, height: 2)) == [])
  }

  @Test("what is connected to the hole's edge does not float in it")
  func bridge() {
    #expect(holes(eye, around: PixelRect(x: 56, y: 88, width: 20, height: 8)) == [])
  }

  @Test("a hole with thin art around it is that of a ring")
  func ring() {
    let inside = PixelRect(x: 56, y: 56, width: 80, height: 80)
    #expect(holes(inside, around: PixelRect(x: 80, y: 80, width: 32, height: 32)) == [])
  }

  @Test("a hole that reaches the outside is a bay, and a tiny one is not seen")
  func bay() {
    let pupil = PixelRect(x: 68, y: 88, width: 8, height: 8)
    #expect(holes(PixelRect(x: 0, y: 80, width: 84, height: 24), around: pupil) == [])
    // 8 cells around one: 0.087% of 96 × 96.
    #expect(
      holes(
        PixelRect(x: 60, y: 80, width: 6, height: 6),
        around: PixelRect(x: 62, y: 82, width: 2, height: 2)) == [])
  }
}
