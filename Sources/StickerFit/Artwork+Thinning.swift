internal import ImageCodecs

extension Artwork {
  /// Returns the art with every `step`th frame from the first. Each is shown as long as the frames that
  /// it replaces, so the total duration is exact and motion stays even.
  ///
  /// - Returns: the art, and for each frame of this art the index of the one that is shown in its time;
  ///   nil if less than two frames would remain, a delay would be shorter than 50 ms, or a
  ///   delay cannot be stored exactly.
  func thinned(toEvery step: Int) -> (art: Artwork, timeline: [Int])? {
    guard step > 1 else { return (self, Array(animation.canvases.indices)) }
    let starts = stride(from: 0, to: animation.canvases.count, by: step)
    var kept: [Int] = []
    var delays: [Delay] = []
    var timeline: [Int] = []
    for start in starts {
      let end = min(start + step, animation.delays.count)
      let replaced = animation.delays[start..<end]
      let sum = replaced.dropFirst().reduce(replaced.first) { $0?.adding($1) }
      guard var delay = sum else { return nil }
      if delay < Delay(numerator: 1, denominator: 20) {
        // Frames that remain at the end belong to the last one.
        guard end - start < step, let last = delays.popLast(), let sum = last.adding(delay) else {
          return nil
        }
        delay = sum
      } else {
        kept.append(start)
      }
      delays.append(delay)
      timeline += repeatElement(kept.count - 1, count: end - start)
    }
    guard kept.count >= 2 else { return nil }
    var result = self
    result.animation = CanvasAnimation(
      canvases: animation.canvases.selecting(kept), delays: delays)
    return (result, timeline)
  }
}
