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

extension PackSource {
  /// Images that are stickers, but may be the frames of one.
  package struct PresumedFrames {
    /// The names of the first and the last one.
    package let first, last: String
    /// The display path of the pack around them; nil if they are not in one.
    package let parent: String?
  }

  /// The images of a pack without a configuration if their names are those of frames; nil if they are not. All
  /// commands ask here.
  ///
  /// Inside another pack, the names differ only in a number. Elsewhere they are more than two consecutive numbers from
  /// 0 or 1 on, as in `1.png` to `4.png`.
  package var presumedFrames: PresumedFrames? {
    guard kind == .folder, !isDeclared,
      let numbering = FrameNumbering(among: stickers.map({ $0.path.name.string })),
      numbering.others.isEmpty, let last = numbering.frames.last
    else { return nil }
    let parents = observations.lazy.compactMap { observation -> String? in
      if case .numberedImages(_, let parent) = observation.kind { parent } else { nil }
    }
    if let parent = parents.first {
      return PresumedFrames(first: numbering.frames[0], last: last, parent: parent)
    }
    let paths = stickers.map { $0.path }
    let numbers = paths.compactMap { Int($0.stem) }.sorted()
    guard paths.count > 2, numbers.count == paths.count, numbering.gaps.isEmpty, numbers[0] < 2,
      numbers.last == numbers[0] + paths.count - 1,
      Set(paths.map({ $0.fileExtension })).count == 1, paths[0].fileExtension != "gif"
    else { return nil }
    return PresumedFrames(first: numbering.frames[0], last: last, parent: nil)
  }
}
