internal import ArgumentParser
internal import StickerTasks

/// A word for the mean score of a result, by SSIMULACRA 2, from the best to the worst; "poor" is below all.
enum Looks: String, CaseIterable, ExpressibleByArgument {
  /// It cannot be told from the original when both alternate.
  case excellent
  case good, fair

  /// Nil for a poor result.
  init?(of change: StickerChange) {
    guard let looks = Self.allCases.first(where: { change.score >= $0.leastScore }) else {
      return nil
    }
    self = looks
  }

  /// The lowest score that has the word.
  var leastScore: Double {
    switch self {
    case .excellent: 90
    case .good: 75
    case .fair: 60
    }
  }
}
