import Pixels
import TestSupport
import Testing

@Suite("Pixel repairs")
struct RepairingTests {
  @Test("an outline is white, then gray, then nothing, and the art is unchanged")
  func outline() {
    var art = Bitmap(width: 300, height: 300)
    for y in 100..<200 {
      for x in 100..<200 { art[x, y] = Pixel(red: 10, green: 20, blue: 30) }
    }
    let outline = DieCutOutline(forSide: 300)
    #expect(outline.whiteWidth == 9 && outline.edgeWidth == 3 && outline.width == 13)
    let result = outline.drawn(around: art)
    #expect(result[150, 150] == art[150, 150] && result[100, 199] == art[100, 199])
    // Left of the art, the distance from the first column is exact.
    #expect(result[92, 150] == Pixel(red: 255, green: 255, blue: 255))
    #expect(result[89, 150] == Pixel(red: 128, green: 128, blue: 128))
    #expect(result[87, 150].alpha == 0)
    // At the corner it is round: 8 and 8 px away are 11.3 px, in the gray part.
    #expect(result[92, 92] == Pixel(red: 128, green: 128, blue: 128))
    #expect(result[90, 90].alpha == 0)
  }

  @Test("colors without a number become black or full", arguments: [Double.nan, .infinity])
  func hostileColors(_ value: Double) {
    let art = Bitmap(width: 1, height: 1) { _, _ in Pixel(red: 1, green: 2, blue: 3, alpha: 4) }
    let result = art.convertedToSRGB { _ in SIMD3(value, -.infinity, 1) }
    let red: UInt8 = value.isNaN ? 0 : 255
    #expect(result[0, 0] == Pixel(red: red, green: 0, blue: 255, alpha: 4))
  }

  @Test("a frame that is larger or moved shows transparent pixels outside of the bitmap")
  func placement() {
    let art = Bitmap(width: 2, height: 1, filledWith: .gray(9))
    let larger = art.shown(in: PixelRect(x: -1, y: -1, width: 4, height: 3))
    #expect(larger.cropped(to: PixelRect(x: 1, y: 1, width: 2, height: 1)) == art)
    #expect(larger.samples.count { $0 > 0 } == 8)
    let moved = art.shown(in: PixelRect(x: 1, y: 0, width: 2, height: 1))
    #expect(moved[0, 0] == .gray(9) && moved[1, 0] == .clear)
  }
}
