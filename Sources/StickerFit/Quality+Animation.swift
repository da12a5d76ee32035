internal import Basics
internal import ImageCodecs
internal import Pixels
internal import SystemLibraries

extension Quality {
  /// The number of frames that are scored, besides the one of the lowest fidelity.
  private static let scoredFrames = 12

  /// Compares what a viewer sees with an original, over its whole time.
  ///
  /// Ratios are those of all frames. Scores take much longer: the frames are sorted by their ratios, and the one
  /// in the middle of each twelfth of the time is scored. Scores rise with ratios, so the mean is near that of
  /// all frames.
  ///
  /// - Parameters:
  ///   - canvases: the result. Canvases of another size than the original's are scaled.
  ///   - timeline: for each frame of the original, the index of the canvas that is shown in its time.
  init(
    of canvases: CanvasList, in timeline: [Int], against original: CanvasAnimation, jobs: Int
  ) {
    let resampler = Resampler(canvases[0], toSizeOf: original.canvases[0])
    @Sendable func shown(_ frame: Int) -> Bitmap {
      let canvas = canvases[timeline[frame]]
      return resampler?.resample(canvas) ?? canvas
    }
    let ratios = Array(timeline.indices).blockingMap(jobs: jobs) {
      shown($0).fidelity(to: original.canvases[$0])
    }
    var times = original.delays.map { $0.milliseconds }
    if times.reduce(0, +) == 0 { times = times.map { _ in 1 } }
    let duration = times.reduce(0, +)

    let sorted = timeline.indices.sorted { (ratios[$0], $0) < (ratios[$1], $1) }
    var picked: [Int] = []
    var end = 0.0
    for frame in sorted {
      end += times[frame]
      while picked.count < Self.scoredFrames,
        (Double(picked.count) + 0.5) / Double(Self.scoredFrames) * duration <= end
      {
        picked.append(frame)
      }
    }
    let scored = Set(picked + sorted.prefix(1)).sorted()
    let scores = Dictionary(
      uniqueKeysWithValues: zip(
        scored,
        scored.blockingMap(jobs: jobs) {
          Quality.Canvas(of: shown($0), against: original.canvases[$0]).score
        }))
    let worst = scored.min { (scores[$0] ?? 100) < (scores[$1] ?? 100) } ?? 0
    let error = zip(ratios, times).reduce(0) { $0 + pow(10, -$1.0 / 10) * $1.1 } / duration
    self.init(
      worst: Canvas(score: scores[worst] ?? 100, decibels: ratios[sorted[0]]),
      mean: Canvas(
        score: picked.reduce(0) { $0 + (scores[$1] ?? 100) } / Double(picked.count),
        decibels: -10 * log10(error)),
      worstMoment: Moment(
        frame: worst, time: original.delays.prefix(worst).reduce(0) { $0 + $1.milliseconds }))
  }
}

extension Resampler {
  /// Nil if a canvas has the size of the target already.
  init?(_ canvas: Bitmap, toSizeOf target: Bitmap) {
    guard canvas.bounds != target.bounds else { return nil }
    self.init(
      fromWidth: canvas.width, fromHeight: canvas.height, toWidth: target.width,
      toHeight: target.height)
  }
}
