import Basics
import Testing

@Suite("Checked conversions")
struct CheckedConversionTests {
  @Test(
    "round toward zero and end at the largest and smallest integer",
    arguments: [
      (0.9, 0), (-0.9, 0), (2.5, 2), (-2.5, -2), (1e300, .max), (-1e300, .min),
      (.infinity, .max), (-.infinity, .min), (.nan, 0), (-0.0, 0),
      // 2^63, and the numbers of a Double before and after.
      (9_223_372_036_854_775_808, .max), (9_223_372_036_854_774_784, 9_223_372_036_854_774_784),
      (-9_223_372_036_854_775_808, .min), (-9_223_372_036_854_777_856, .min),
    ] as [(Double, Int)])
  func integers(_ number: Double, _ expected: Int) {
    #expect(Int(clamping: number) == expected)
  }

  @Test(
    "of bytes, and of numbers with fewer digits than the integer",
    arguments: [
      (255.9, 255), (256, 255), (-0.5, 0), (-1, 0), (254.6, 254), (.nan, 0), (.infinity, 255),
    ] as [(Float, UInt8)])
  func bytes(_ number: Float, _ expected: UInt8) {
    #expect(UInt8(clamping: number) == expected)
    #expect(Int(clamping: number) == (number == .infinity ? .max : Int(clamping: Double(number))))
  }
}
