import Foundation
import Pixels
import TestSupport
import Testing

@Suite("Fidelity")
struct FidelityTests {
  let gray = Bitmap(width: 10, height: 10, filledWith: .gray(100))

  @Test("equal pixels have infinite fidelity, whatever the color of transparent ones")
  func equal() {
    #expect(gray.fidelity(to: gray) == .infinity)
    let hidden = Bitmap(
      width: 3, height: 3, filledWith: Pixel(red: 9, green: 0, blue: 0, alpha: 0))
    #expect(hidden.fidelity(to: Bitmap(width: 3, height: 3)) == .infinity)
  }

  // PSNR is 10 log10(255² / mean squared error): 20 log10(255) = 48.13 for an error of one code.
  @Test("an error of one code everywhere is 48.1 dB, of two codes 42.1 dB")
  func codes() {
    let one = Bitmap(width: 10, height: 10, filledWith: .gray(101))
    let two = Bitmap(width: 10, height: 10, filledWith: .gray(102))
    #expect(abs(one.fidelity(to: gray) - 20 * log10(255)) < 0.001)
    #expect(abs(two.fidelity(to: gray) - 20 * log10(255 / 2)) < 0.001)
  }

  @Test("transparent pixels do not improve it")
  func visible() {
    let wide = Bitmap(width: 100, height: 10) { x, _ in x < 10 ? .gray(100) : .clear }
    let other = Bitmap(width: 100, height: 10) { x, _ in x < 10 ? .gray(101) : .clear }
    #expect(abs(other.fidelity(to: wide) - 20 * log10(255)) < 0.001)
  }

  @Test("black that becomes translucent is visible on white")
  func alpha() {
    let black = Bitmap(width: 4, height: 4, filledWith: .gray(0))
    let glass = Bitmap(
      width: 4, height: 4, filledWith: Pixel(red: 0, green: 0, blue: 0, alpha: 254))
    #expect(abs(glass.fidelity(to: black) - 20 * log10(255)) < 0.001)
  }
}
