internal import ImageCodecs
internal import Pixels

extension Artwork {
  /// Returns the art with every `step`th frame from the first. Each is shown as long as the frames that
  /// it replaces, so the total duration is exact and motion stays even.
  ///
  /// - Returns: nil if less than two frames would remain, a delay would be shorter than 50 ms, or a
  ///   delay cannot be stored exactly.
  func thinned(toEvery step: Int) -> Artwork? {
    guard step > 1 else { return self }
    let starts = stride(from: 0, to: animation.canvases.count, by: step)
    var kept: [Int] = []
    var delays: [Delay] = []
    for start in starts {
      let end = min(start + step, animation.delays.count)
      guard var delay = Delay.sum(of: animation.delays[start..<end]) else {
        return nil
      }
      if delay.isLongEnough {
        kept.append(start)
      } else {
        // Frames that remain at the end belong to the last one.
        guard end - start < step, let last = delays.popLast(),
          let sum = Delay.sum(of: [last, delay])
        else { return nil }
        delay = sum
      }
      delays.append(delay)
    }
    guard kept.count >= 2 else { return nil }
    var result = self
    result.animation = CanvasAnimation(
      canvases: animation.canvases.selecting(kept), delays: delays)
    return result
  }
}

extension Delay {
  /// Whether the delay is at least 50 ms.
  fileprivate var isLongEnough: Bool { !(self < Self(numerator: 1, denominator: 20)) }

  /// Returns the exact sum of at least one delay; nil if it is not a fraction of 16-bit numbers.
  fileprivate static func sum(of delays: ArraySlice<Self>) -> Self? {
    delays.dropFirst().reduce(delays.first) { sum, delay in sum?.adding(delay) }
  }
}
