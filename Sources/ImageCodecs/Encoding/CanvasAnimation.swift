public import Pixels

/// An animation as full canvases with their delays.
public struct CanvasAnimation: Sendable {
  /// A delay as a fraction of seconds, as APNG stores it, so copies are exact.
  public struct Delay: Sendable, Equatable {
    /// 0 to 65,535.
    public var numerator: Int
    /// 1 to 65,535.
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
  }

  /// The canvases, at least one, all of one size.
  public var canvases: CanvasList
  /// One delay for each canvas.
  public var delays: [Delay]

  /// Creates an animation of at least one canvas, with a delay for each.
  public init(canvases: some Sequence<Bitmap>, delays: [Delay]) {
    self.init(canvases: CanvasList(canvases), delays: delays)
  }

  /// Creates an animation of at least one canvas, with a delay for each.
  public init(canvases: CanvasList, delays: [Delay]) {
    precondition(!canvases.isEmpty && canvases.count == delays.count)
    self.canvases = canvases
    self.delays = delays
  }
}

extension CanvasAnimation.Delay {
  /// The denominator; 0 means hundredths (PNG Third Edition, 11.3.6.2).
  var divisor: Int { denominator == 0 ? 100 : denominator }

  /// Returns the exact sum; nil if it is not a fraction of 16-bit numbers.
  package func adding(_ other: Self) -> Self? {
    var sum =
      divisor == other.divisor
      ? Self(numerator: numerator + other.numerator, denominator: divisor)
      : Self(
        numerator: numerator * other.divisor + other.numerator * divisor,
        denominator: divisor * other.divisor)
    let limit = Int(UInt16.max)
    if max(sum.numerator, sum.denominator) > limit {
      var (greatest, rest) = (sum.numerator, sum.denominator)
      while rest > 0 { (greatest, rest) = (rest, greatest % rest) }
      sum = Self(numerator: sum.numerator / greatest, denominator: sum.denominator / greatest)
    }
    return max(sum.numerator, sum.denominator) <= limit ? sum : nil
  }

  /// Whether the delay is shorter than another one.
  package static func < (first: Self, second: Self) -> Bool {
    first.numerator * second.divisor < second.numerator * first.divisor
  }

  /// Whether both delays take the same time.
  package func lasts(asLongAs other: Self) -> Bool {
    numerator * other.divisor == other.numerator * divisor
  }
}

extension CanvasAnimation {
  /// Returns a canvas for each frame of another animation: the one that is shown here in its time.
  ///
  /// - Returns: nil if not every frame here is shown in exactly the time of one or more of the other's.
  package func canvases(inTimeOf other: CanvasAnimation) -> CanvasList? {
    var shown: [Int] = []
    for (index, delay) in delays.enumerated() {
      guard shown.count < other.delays.count else { return nil }
      var time = other.delays[shown.count]
      shown.append(index)
      while time < delay, shown.count < other.delays.count {
        guard let sum = time.adding(other.delays[shown.count]) else { return nil }
        time = sum
        shown.append(index)
      }
      guard time.lasts(asLongAs: delay) else { return nil }
    }
    return shown.count == other.delays.count ? canvases.selecting(shown) : nil
  }
}
