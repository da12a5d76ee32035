/// The number of times an animation plays.
public enum LoopCount: Sendable, Hashable {
  /// Without an end.
  case forever
  /// The number of plays, at least 1. An APNG states it as num_plays. A GIF's loop block states the
  /// repetitions after the first play: 2 means 3 plays in WebKit (`ImageDecoderCG::repetitionCount`),
  /// Chromium (issue 592735) and Firefox (bug 1255497).
  case times(Int)
  /// A GIF without a loop block, which viewers play once.
  case unstated

  /// Whether the first frame is shown again after the last.
  public var repeats: Bool {
    switch self {
    case .forever: true
    case .times(let plays): plays > 1
    case .unstated: false
    }
  }
}

extension LoopCount {
  /// Creates the count that num_plays of an APNG, or a bundle, states: 0 is forever.
  package init(plays: Int) { self = plays == 0 ? .forever : .times(plays) }

  /// Creates the count that a GIF's loop block states: the repetitions after the first play, 0 for forever.
  package init(repetitions: Int) { self = repetitions == 0 ? .forever : .times(repetitions + 1) }

  /// The number of plays; 0 is forever.
  package var plays: Int {
    switch self {
    case .forever: 0
    case .times(let plays): max(1, plays)
    case .unstated: 1
    }
  }

  /// The repetitions after the first play, as a GIF's loop block states them: 0 is forever, and 65,535 the most.
  /// Nil for a single play, for which there is no loop block.
  package var repetitions: Int? {
    let plays = plays
    return plays == 1 ? nil : plays == 0 ? 0 : min(plays - 1, Int(UInt16.max))
  }
}
