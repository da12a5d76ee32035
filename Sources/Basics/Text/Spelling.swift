/// Suggests known words for misspelled ones.
package enum Spelling {
  /// Returns the shortest known word that begins with `word`, ignoring case. Otherwise returns the one with the smallest
  /// edit distance to it, if at most two fifths of the letters differ, or else the first that contains it.
  package static func nearest(to word: String, in known: [String]) -> String? {
    // The distance takes time proportional to the product of both lengths.
    guard word.utf8.count <= 100 else { return nil }
    let longer = known.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    if word.count > 2, let shortest = longer.min(by: { $0.count < $1.count }) { return shortest }
    let candidates = known.map {
      (word: $0, distance: distance(word.lowercased(), $0.lowercased()))
    }
    guard let best = candidates.min(by: { $0.distance < $1.distance }),
      best.distance * 5 <= max(word.count, best.word.count) * 2
    else { return word.count < 3 ? nil : known.first { $0.contains(word.lowercased()) } }
    return best.word
  }

  /// The optimal string alignment distance: insertions, deletions, substitutions and transpositions.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var rows = [Array(0...second.count)]
    for i in first.indices {
      var row = [i + 1]
      for j in second.indices {
        let replaced = rows[i][j] + (first[i] == second[j] ? 0 : 1)
        var best = min(replaced, row[j] + 1, rows[i][j + 1] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
