public import Pixels

/// An animation as a viewer sees it: full canvases, and how long each is shown.
public struct CanvasAnimation: Sendable {
  /// A delay as its file states it, so that a copy states it exactly.
  public struct Delay: Sendable, Equatable {
    /// 0 to 65,535.
    public var numerator: Int
    /// 1 to 65,535 parts of a second.
    public var denominator: Int

    /// Creates a delay of `numerator / denominator` seconds.
    public init(numerator: Int, denominator: Int) {
      self.numerator = numerator
      self.denominator = denominator
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
