public import Pixels

/// An animation as full canvases with their delays.
public struct CanvasAnimation: Sendable {
  /// A delay as a fraction of seconds, as APNG stores it, so that copies are exact.
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
    /// Uses continued fractions, so that a twelfth of a second is exactly 1/12.
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
  public var canvases: [Bitmap]
  /// One delay for each canvas.
  public var delays: [Delay]

  /// Creates an animation.
  public init(canvases: [Bitmap], delays: [Delay]) {
    precondition(!canvases.isEmpty && canvases.count == delays.count)
    self.canvases = canvases
    self.delays = delays
  }
}
