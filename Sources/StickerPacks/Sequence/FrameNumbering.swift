internal import Basics

/// Finds the frames of an animation by their file names, which differ in one number only.
package struct FrameNumbering {
  /// The frames' names in natural order.
  package var frames: [String]
  /// The other names, in natural order.
  package var others: [String]
  /// The numbers before and after each gap. Numbers with a constant step, such as 10, 20 and 30, have
  /// none.
  package var gaps: [ClosedRange<Int>]

  /// Finds the largest group of names that differ in one number only; nil if no two names do.
  package init?(among names: [String]) {
    let names = NaturalOrder.sorted(names)
    // By pattern, then by number: `1.png` and `01.png` have the same number, and the first one wins.
    var groups: [String: [String: String]] = [:]
    for name in names {
      for (pattern, number) in Self.patterns(of: name) {
        if groups[pattern, default: [:]][number] == nil {
          groups[pattern, default: [:]][number] = name
        }
      }
    }
    // Groups of equal size are ordered by pattern, so the result is the same in each run.
    guard
      let best = groups.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })?.value,
      best.count > 1
    else { return nil }
    let chosen = Set(best.values.map { FilePath($0) })
    frames = names.filter { chosen.contains(FilePath($0)) }
    others = names.filter { !chosen.contains(FilePath($0)) }
    let numbers = best.keys.compactMap { Int($0) }.sorted()
    let pairs = zip(numbers, numbers.dropFirst()).map { $0...$1 }
    let step = pairs.reduce(0) { Self.greatestCommonDivisor($0, $1.upperBound - $1.lowerBound) }
    gaps = pairs.filter { $0.upperBound - $0.lowerBound > step }
  }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : greatestCommonDivisor(second, first % second)
  }

  /// The name without one of its numbers, and that number without leading zeros, for each number.
  private static func patterns(of name: String) -> [(pattern: String, number: String)] {
    let parts = NaturalOrder.parts(of: name)
    return parts.indices.compactMap { index in
      guard case .number(let number) = parts[index] else { return nil }
      let rest = parts.enumerated().map { offset, part in
        switch part {
        case .number(let number): offset == index ? "\0" : number
        case .text(let text): text
        }
      }
      return (rest.joined(separator: "\u{1}"), number)
    }
  }
}
