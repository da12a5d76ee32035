import Pixels
import TestSupport
import Testing

/// Holes in a disc with a radius of 80 px on a canvas of 192 px, where a cell has 2 px.
@Suite("Holes in the art")
struct ArtHoleTests {
  func holes(
    _ hole: PixelRect, around content: PixelRect? = nil, radius: Double = 80
  ) -> [PixelRect] {
    holes([hole], around: content.map { [$0] } ?? [], radius: radius)
  }

  func holes(
    _ holes: [PixelRect], around contents: [PixelRect], radius: Double = 80
  ) -> [PixelRect] {
    func contains(_ areas: [PixelRect], _ x: Int, _ y: Int) -> Bool {
      areas.contains { $0.intersection(PixelRect(x: x, y: y, width: 1, height: 1)) != nil }
    }
    let bitmap = Bitmap(width: 192, height: 192) { x, y in
      let (right, down) = (Double(x) - 95.5, Double(y) - 95.5)
      guard right * right + down * down < radius * radius else { return .clear }
      return contains(holes, x, y) && !contains(contents, x, y) ? .clear : .gray(90)
    }
    return ArtHole.all(in: ArtCells(of: bitmap), of: bitmap)
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

  @Test("two holes beside each other around pupils that hang from lids are eyes")
  func lids() {
    let eyes = [60, 106].map { PixelRect(x: $0, y: 80, width: 26, height: 14) }
    func pupils(width: Int, from y: Int = 80) -> [PixelRect] {
      [60, 106].map { PixelRect(x: $0 + 8, y: y, width: width, height: 10) }
    }
    // 10 x 10 of 364 pixels are 38% of the others, 8 x 10 are 28%.
    #expect(holes(eyes, around: pupils(width: 10)) == eyes)
    #expect(holes(eyes, around: pupils(width: 8)) == [])
    // Pupils that stand on the lower lid.
    #expect(holes(eyes, around: pupils(width: 10, from: 84)) == eyes)
    #expect(holes([eyes[0]], around: pupils(width: 10)) == [])
    // Two holes above each other, and two of which one is three times as large.
    let below = PixelRect(x: 60, y: 106, width: 26, height: 14)
    let pupil = PixelRect(x: 68, y: 106, width: 10, height: 10)
    #expect(holes([eyes[0], below], around: [pupils(width: 10)[0], pupil]) == [])
    let larger = PixelRect(x: 100, y: 76, width: 46, height: 22)
    let largerPupil = PixelRect(x: 114, y: 76, width: 18, height: 18)
    #expect(holes([eyes[0], larger], around: [pupils(width: 10)[0], largerPupil]) == [])
  }
}
