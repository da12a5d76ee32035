internal import Basics

/// Estimates of how good a sticker can look within the limits, on canvases of different sizes.
package struct SizeEstimates: Sendable {
  /// The best result that was found on each canvas, and others, the best first.
  private(set) var choices: [FitSearch.Choice]

  /// Nothing is known.
  package init() { choices = [] }

  init(choices: [FitSearch.Choice]) { self.choices = choices }

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
    let known = Set(other.choices.map { $0.side })
    choices = choices.filter { !known.contains($0.side) } + other.choices
    choices.sort { $0.score > $1.score }
  }
}
