/// Guesses which known word somebody meant.
public enum Spelling {
  /// The known word nearest to `word`, when it is near enough to be a slip: at most two fifths of
  /// its letters wrong, whatever their case.
  public static func nearest(to word: String, in known: [String]) -> String? {
    let candidates = known.map {
      (word: $0, distance: distance(word.lowercased(), $0.lowercased()))
    }
    guard let best = candidates.min(by: { $0.distance < $1.distance }),
      best.distance * 5 <= max(word.count, best.word.count) * 2
    else { return nil }
    return best.word
  }

  /// Levenshtein's distance: single letters put in, left out or replaced.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var row = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in second.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[second.count]
  }
}
