internal import ImageCodecs
internal import Timing

extension [Delay] {
  /// Keeps every `step`th frame from the first. Each is shown as long as the frames that it replaces, so the total
  /// duration is exact and motion stays even.
  ///
  /// - Parameter step: 2 or more.
  /// - Returns: the indices of the frames, their delays, and for each frame of these the number of the one that is
  ///   shown in its time; nil if less than two frames would remain, a delay would be shorter than 50 ms, or a
  ///   delay cannot be stored exactly.
  func thinned(toEvery step: Int) -> (kept: [Int], delays: [Delay], timeline: [Int])? {
    var kept: [Int] = []
    var delays: [Delay] = []
    var timeline: [Int] = []
    for start in stride(from: 0, to: count, by: step) {
      let end = Swift.min(start + step, count)
      let replaced = self[start..<end]
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
    return kept.count >= 2 ? (kept, delays, timeline) : nil
  }
}
