import Foundation
import Pixels
import TestSupport
import Testing

/// The expected scores are those of the reference implementation, built from
/// https://github.com/cloudinary/ssimulacra2 (2025-05-05, with libhwy 1.0.3 and lcms2 2.14 from Debian 12)
/// and run on PNG files of the same pixels: `ssimulacra2 original.png distorted.png`. For files with
/// alpha it prints the smaller of the scores over grays of 0.1 and 0.9.
@Suite("SSIMULACRA2")
struct SSIMULACRA2Tests {
  /// A gradient on a checkerboard of 16 px squares: a disc with a soft edge, or opaque.
  static func art(_ width: Int, _ height: Int, isDisc: Bool = false) -> Bitmap {
    let radius = min(width, height)
    return Bitmap(width: width, height: height) { x, y in
      let distance = (x * 2 - width) * (x * 2 - width) + (y * 2 - height) * (y * 2 - height)
      // Rounded down, even below 0.
      let edge = Int(
        (Double((radius * radius - distance) * 255) / Double(radius * 16)).rounded(.down))
      return Pixel(
        red: UInt8(x * 255 / (width - 1)), green: UInt8(y * 255 / (height - 1)),
        blue: (x / 16 + y / 16) % 2 == 0 ? 40 : 200,
        alpha: isDisc ? UInt8(min(max(0, edge), 255)) : 255)
    }
  }

  static func map(_ bitmap: Bitmap, _ change: (Pixel) -> Pixel) -> Bitmap {
    Bitmap(width: bitmap.width, height: bitmap.height) { x, y in change(bitmap[x, y]) }
  }

  /// The middle of the step of `size` codes that a code is in.
  static func step(_ code: UInt8, _ size: UInt8) -> UInt8 { code / size * size + size / 2 }

  static func posterized(_ bitmap: Bitmap, _ size: UInt8) -> Bitmap {
    map(bitmap) {
      Pixel(
        red: step($0.red, size), green: step($0.green, size), blue: step($0.blue, size),
        alpha: $0.alpha)
    }
  }

  @Test("steps of 16 codes score as in the reference")
  func posterized() {
    let art = Self.art(300, 300)
    let score = SSIMULACRA2.score(of: Self.posterized(art, 16), against: art, over: 1)
    #expect(abs(score - 29.42493327) < 0.01)
  }

  @Test("a red channel that is shifted by 1 px scores as in the reference")
  func shifted() {
    let art = Self.art(300, 300)
    let shifted = Bitmap(width: 300, height: 300) { x, y in
      var pixel = art[x, y]
      pixel.red = art[(x + 299) % 300, y].red
      return pixel
    }
    #expect(abs(SSIMULACRA2.score(of: shifted, against: art, over: 0) - 36.42765446) < 0.1)
  }

  @Test("a negative has the strongly negative score of the reference")
  func inverted() {
    let art = Self.art(300, 300)
    let negative = Self.map(art) {
      Pixel(red: 255 - $0.red, green: 255 - $0.green, blue: 255 - $0.blue)
    }
    #expect(abs(SSIMULACRA2.score(of: negative, against: art, over: 1) + 2515.67844818) < 0.5)
  }

  @Test("odd sides and fewer than 6 scales score as in the reference")
  func small() {
    let art = Self.art(101, 67)
    let score = SSIMULACRA2.score(of: Self.posterized(art, 32), against: art, over: 1)
    #expect(abs(score - 51.96250305) < 0.1)
  }

  @Test(
    "sides of less than 8 px have a score, which is that of the mirrored image",
    arguments: [(1, 1), (1, 300), (40, 6), (7, 7)])
  func tiny(_ width: Int, _ height: Int) {
    let art = Bitmap(width: width, height: height) { x, y in
      Pixel(red: UInt8(x * 37 % 256), green: UInt8(y * 11 % 256), blue: 90)
    }
    let distorted = Self.posterized(art, 64)
    func mirrored(_ bitmap: Bitmap) -> Bitmap {
      Bitmap(width: max(8, width), height: max(8, height)) { x, y in
        let (column, row) = (x % (2 * width), y % (2 * height))
        return bitmap[min(column, 2 * width - 1 - column), min(row, 2 * height - 1 - row)]
      }
    }
    let score = SSIMULACRA2.score(of: distorted, against: art, over: 1)
    #expect(score == SSIMULACRA2.score(of: mirrored(distorted), against: mirrored(art), over: 1))
    #expect(score < 90)
    #expect(SSIMULACRA2.score(of: art, against: art, over: 1) == 100)
  }

  @Test("alpha is scored over the background, as in the reference")
  func alpha() {
    let art = Self.art(300, 300, isDisc: true)
    var distorted = Self.posterized(art, 16)
    distorted = Self.map(distorted) {
      Pixel(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha / 51 * 51)
    }
    let scores = [Float(0.1), 0.9].map { SSIMULACRA2.score(of: distorted, against: art, over: $0) }
    #expect(abs(min(scores[0], scores[1]) - 31.53716828) < 0.1)
    #expect(scores[0] != scores[1])
  }

  @Test("equal images score 100, even where transparent pixels differ")
  func equal() {
    let art = Self.art(64, 64, isDisc: true)
    let cleared = Self.map(art) { $0.alpha == 0 ? .clear : $0 }
    #expect(SSIMULACRA2.score(of: cleared, against: art, over: 0) == 100)
  }
}

@Suite("Quality")
struct QualityTests {
  @Test("the worst background counts: what vanishes on black is visible on white")
  func grounds() {
    let black = Bitmap(width: 64, height: 64) { x, _ in x < 32 ? .gray(0) : .clear }
    let quality = Quality.Canvas(of: Bitmap(width: 64, height: 64), against: black)
    #expect(SSIMULACRA2.score(of: Bitmap(width: 64, height: 64), against: black, over: 0) == 100)
    #expect(quality.score < 0)
    // Half of the pixels are visible, and all of those are wrong by 255 codes on white.
    #expect(abs(quality.decibels) < 0.001)
  }
}
