internal import Basics

/// Estimates of how good a sticker can look within the limits, on canvases of different sizes.
package struct SizeEstimates: Sendable {
  private(set) var trials: [FitSearch.Trial] = []
  /// See `FitSearch.hidesDifferences()`; nil if it is not known.
  private(set) var hidesDifferences: Bool?

  /// Nothing is known.
  package init() {}

  init(trials: [FitSearch.Trial], hidesDifferences: Bool?) {
    (self.trials, self.hidesDifferences) = (trials, hidesDifferences)
  }

  /// The results that are small enough, the best first.
  private var choices: [FitSearch.Choice] { FitSearch.best(of: trials) }

  /// The longer side of the best canvas, in pixels; nil if nothing is small enough or has to change.
  package var side: Int? { choices.first?.side }

  /// The mean score on the best canvas; 0 if nothing is known.
  package var bestScore: Double { choices.first?.score ?? 0 }

  /// The mean score of the best result on a canvas; nil if none is known.
  ///
  /// - Parameter side: its longer side, in pixels.
  package func score(on side: Int) -> Double? { choices.first { $0.side == side }?.score }

  /// Adds estimates of another canvas.
  package mutating func add(_ other: SizeEstimates) {
    let known = Set(other.trials.map { $0.side })
    trials = trials.filter { !known.contains($0.side) } + other.trials
  }
}
