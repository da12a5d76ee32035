#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The only place that touches the C library, so that the rest of the art stays free of imports.
enum Maths {
  static func sine(_ radians: Double) -> Double { sin(radians) }
  static func cosine(_ radians: Double) -> Double { cos(radians) }

  /// A wave that starts at 0, rises to 1 at a quarter turn and repeats every whole turn,
  /// which makes any animation driven by it loop without a seam.
  static func wave(_ turns: Double) -> Double { sin(turns * 2 * Double.pi) }

  /// The turns of `count` like things that follow each other evenly round the loop, each 0..<1.
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
