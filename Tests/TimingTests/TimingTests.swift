import Testing
import Timing

@Suite("Delay")
struct DelayTests {
  static let fractions: [(Double, Int, Int)] = [
    (0.08333333333333333, 1, 12), (0.06666666666666667, 1, 15), (0.1, 1, 10), (0.56, 14, 25),
    (1, 1, 1), (0.21428571428571427, 3, 14), (0.01, 1, 100), (90, 90, 1), (1e-9, 1, 65535),
    (1e9, 65535, 1),
  ]

  @Test(
    "of a time is the nearest fraction, the simplest if there are several", arguments: fractions)
  func seconds(_ seconds: Double, _ numerator: Int, _ denominator: Int) {
    #expect(Delay(seconds: seconds) == Delay(numerator: numerator, denominator: denominator))
  }

  @Test(
    "has 16-bit numbers in an APNG, exactly where possible",
    arguments: [
      ("7/90", 7, 90), ("0/1", 0, 1), ("65535/65535", 65535, 65535), ("7/0", 7, 100),
      ("-3/10", 0, 10), ("70000/1000", 70, 1), ("131070/3", 43690, 1), ("100000/1", 65535, 1),
      ("1/100000", 1, 65535), ("\(Int.max)/1", 65535, 1), ("1/\(Int.max)", 1, 65535),
    ])
  func storable(_ text: String, _ numerator: Int, _ denominator: Int) throws {
    let numbers = text.split(separator: "/").compactMap { Int($0) }
    let delay = Delay(numerator: numbers[0], denominator: numbers[1])
    #expect(delay.storable == Delay(numerator: numerator, denominator: denominator))
  }

  @Test(
    "is rounded to hundredths of a second in a GIF",
    arguments: [
      (1, 3, 33), (1, 12, 8), (5, 1000, 1), (4, 1000, 0), (1, 0, 1), (7, 100, 7), (700, 1, 65535),
    ])
  func hundredths(_ numerator: Int, _ denominator: Int, _ expected: Int) {
    #expect(Delay(numerator: numerator, denominator: denominator).hundredths == expected)
  }

  @Test("milliseconds are not rounded, and a denominator of 0 means hundredths")
  func milliseconds() {
    #expect(Delay(numerator: 1, denominator: 16).milliseconds == 62.5)
    #expect(Delay(numerator: 3, denominator: 0).milliseconds == 30)
  }
}

@Suite("LoopCount")
struct LoopCountTests {
  @Test(
    "is the number of plays in an APNG, and the repetitions after the first play in a GIF",
    arguments: [
      (LoopCount.forever, 0, 0), (.times(2), 2, 1), (.times(65_536), 65_536, 65_535),
      (.times(70_000), 70_000, 65_535), (.times(1), 1, nil), (.unstated, 1, nil),
      (.times(0), 1, nil), (.times(-9), 1, nil),
    ] as [(LoopCount, Int, Int?)])
  func stored(_ loop: LoopCount, _ plays: Int, _ repetitions: Int?) {
    #expect(loop.plays == plays)
    #expect(loop.repetitions == repetitions)
  }

  @Test("of a file is the one that is stored")
  func read() {
    #expect([0, 1, 3].map(LoopCount.init(plays:)) == [.forever, .times(1), .times(3)])
    #expect([0, 1, 3].map(LoopCount.init(repetitions:)) == [.forever, .times(2), .times(4)])
  }
}
