/// The time a frame is shown: an exact fraction of a second, as APNG and bundles store it.
///
/// Delays are equal if their numbers are: 1/10 and 10/100 differ.
public struct Delay: Sendable, Hashable, Codable {
  /// The numerator, at least 0. Image files store up to 65,535.
  public var numerator: Int
  /// The denominator, at least 1. Image files store up to 65,535.
  public var denominator: Int

  /// Creates a delay of `numerator / denominator` seconds.
  public init(numerator: Int, denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates the fraction of two 16-bit numbers that is nearest to `seconds`, which is above 0.
  ///
  /// Uses continued fractions, so a twelfth of a second is exactly 1/12.
  public init(seconds: Double) {
    let most = Double(UInt16.max)
    guard seconds > 1 / most else {
      self.init(numerator: 1, denominator: Int(UInt16.max))
      return
    }
    var rest = min(seconds, most)
    var (numerator, denominator) = (rest.rounded(.down), 1.0)
    var (numeratorBefore, denominatorBefore) = (1.0, 0.0)
    while abs(numerator / denominator - seconds) > seconds * 1e-9, rest != rest.rounded(.down) {
      rest = 1 / (rest - rest.rounded(.down))
      let whole = rest.rounded(.down)
      let next = (
        whole * numerator + numeratorBefore, whole * denominator + denominatorBefore
      )
      guard next.0 <= most, next.1 <= most else { break }
      (numeratorBefore, denominatorBefore) = (numerator, denominator)
      (numerator, denominator) = next
    }
    self.init(numerator: max(1, Int(numerator)), denominator: Int(denominator))
  }

  /// The delay in milliseconds, unrounded.
  public var milliseconds: Double { Double(numerator) * 1000 / Double(divisor) }
}

extension Delay {
  /// The delay of a still image.
  package static let zero = Delay(numerator: 0, denominator: 100)

  /// The denominator; 0 means hundredths (PNG Third Edition, 11.3.6.2).
  private var divisor: Int { denominator > 0 ? denominator : 100 }

  /// The delay as a fraction of two 16-bit numbers, as an APNG stores it; the nearest one if it is not one.
  package var storable: Delay {
    let limit = Int(UInt16.max)
    if numerator <= 0 { return Delay(numerator: 0, denominator: min(divisor, limit)) }
    if max(numerator, divisor) <= limit {
      return Delay(numerator: numerator, denominator: divisor)
    }
    return Delay(seconds: Double(numerator) / Double(divisor))
  }

  /// The delay in hundredths of a second, rounded, as a GIF stores it: at most 65,535.
  package var hundredths: Int {
    let delay = storable
    return min(65535, (delay.numerator * 100 + delay.denominator / 2) / delay.denominator)
  }

  /// Returns the exact sum; nil if it is not a fraction of 16-bit numbers.
  package func adding(_ other: Delay) -> Delay? {
    var sum =
      divisor == other.divisor
      ? Delay(numerator: numerator + other.numerator, denominator: divisor)
      : Delay(
        numerator: numerator * other.divisor + other.numerator * divisor,
        denominator: divisor * other.divisor)
    let limit = Int(UInt16.max)
    if max(sum.numerator, sum.denominator) > limit {
      var (greatest, rest) = (sum.numerator, sum.denominator)
      while rest > 0 { (greatest, rest) = (rest, greatest % rest) }
      sum = Delay(numerator: sum.numerator / greatest, denominator: sum.denominator / greatest)
    }
    return max(sum.numerator, sum.denominator) <= limit ? sum : nil
  }

  package static func < (first: Delay, second: Delay) -> Bool {
    first.numerator * second.divisor < second.numerator * first.divisor
  }

  package func lasts(asLongAs other: Delay) -> Bool {
    numerator * other.divisor == other.numerator * divisor
  }
}
