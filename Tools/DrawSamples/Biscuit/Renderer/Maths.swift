#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The only use of the C library, so other files need no import.
enum Maths {
  static func sine(_ radians: Double) -> Double { sin(radians) }
  static func cosine(_ radians: Double) -> Double { cos(radians) }

  /// A sine that starts at 0, reaches 1 at a quarter turn and repeats with each turn, so
  /// animations that it drives loop without a jump.
  static func wave(_ turns: Double) -> Double { sin(turns * 2 * Double.pi) }

  /// The positions in the loop, 0..<1, of `count` things at equal distances.
  static func staggered(_ turns: Double, _ count: Int) -> [Double] {
    (0..<count).map { index in
      let turn = turns + Double(index) / Double(count)
      return turn - turn.rounded(.down)
    }
  }

  static func mix(_ from: Double, _ to: Double, _ amount: Double) -> Double {
    from + (to - from) * amount
  }

  static func clamp(_ value: Double, _ low: Double, _ high: Double) -> Double {
    min(max(value, low), high)
  }
}
