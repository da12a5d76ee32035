public import Pixels
public import Timing

/// An animation as full canvases with their delays.
public struct CanvasAnimation: Sendable {
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

  /// Creates an animation of the frames of another one, at least one.
  public init(_ frames: some Sequence<DecodedFrame>) {
    var (canvases, delays) = (CanvasList(), [Delay]())
    for frame in frames {
      canvases.append(frame.canvas)
      delays.append(frame.delay)
    }
    self.init(canvases: canvases, delays: delays)
  }
}

extension CanvasAnimation {
  /// Returns a canvas for each frame of another animation: the one that is shown here in its time; nil if not
  /// every frame here is shown in exactly the time of one or more of the other's.
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
