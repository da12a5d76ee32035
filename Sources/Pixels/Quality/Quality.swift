/// The similarity of an image to its original on any background, by its canvases.
package struct Quality: Sendable, Equatable {
  /// The similarity of one canvas to its original.
  package struct Canvas: Sendable, Equatable {
    /// The score by SSIMULACRA 2, at most 100: the smaller of those over white and over black.
    package var score: Double
    /// The peak signal-to-noise ratio in decibels; see `Bitmap.fidelity(to:)`.
    package var decibels: Double

    package static let perfect = Canvas(score: 100, decibels: .infinity)

    package init(score: Double, decibels: Double) {
      self.score = score
      self.decibels = decibels
    }

    /// Compares a canvas with an original of the same size.
    package init(of canvas: Bitmap, against original: Bitmap) {
      decibels = canvas.fidelity(to: original)
      score =
        decibels == .infinity
        ? 100
        : [0, 1].map { SSIMULACRA2.score(of: canvas, against: original, over: $0) }.min() ?? 100
    }
  }

  /// The lowest score and the lowest ratio of any canvas.
  package var worst: Canvas
  /// The mean score over the time of the animation, and the ratio of the mean squared error.
  package var mean: Canvas
  /// The first moment that shows the canvas of the lowest score.
  package var worstMoment: Moment

  package static let perfect = Quality(
    worst: .perfect, mean: .perfect, worstMoment: Moment(frame: 0, time: 0))

  package init(worst: Canvas, mean: Canvas, worstMoment: Moment) {
    self.worst = worst
    self.mean = mean
    self.worstMoment = worstMoment
  }

  /// A time of an animation.
  package struct Moment: Sendable, Equatable {
    /// The index of a frame of the original.
    package var frame: Int
    /// The time before it, in milliseconds.
    package var time: Double

    package init(frame: Int, time: Double) {
      self.frame = frame
      self.time = time
    }
  }
}
