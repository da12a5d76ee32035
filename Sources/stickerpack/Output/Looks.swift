internal import ArgumentParser
internal import StickerTasks

/// A word for the mean score of a result, from the best to the worst.
enum Looks: String, CaseIterable, ExpressibleByArgument {
  /// It cannot be told from the original when both alternate.
  case excellent
  case good, fair, poor

  init(of change: StickerChange) {
    self = Self.allCases.first { change.score >= $0.leastScore } ?? .poor
  }

  /// The lowest mean score of SSIMULACRA 2 that has the word.
  var leastScore: Double {
    switch self {
    case .excellent: 90
    case .good: 75
    case .fair: 60
    case .poor: -.infinity
    }
  }
}
