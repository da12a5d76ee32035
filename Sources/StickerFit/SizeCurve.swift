internal import SystemLibraries

/// The sizes of files of the same art at some levels of loss, from which others are guessed: the logarithm of the size is
/// taken as linear between two levels and beyond.
package struct SizeCurve {
  /// The size of a file at a level of loss.
  package struct Point: Sendable {
    /// See `EncodingScale`.
    package var level: Double
    /// At least 1.
    package var bytes: Double

    package init(level: Double, bytes: Double) { (self.level, self.bytes) = (level, bytes) }
  }

  /// By ascending level.
  private let points: [Point]

  /// The usual fall of the logarithm of the size from one level to the next.
  private static let usualFall = 0.17
  /// The least fall: a smaller one would lead to guesses far beyond what is known.
  private static let leastFall = 0.03

  /// Creates a curve through points in any order.
  package init(_ points: [Point]) {
    self.points = points.map { Point(level: $0.level, bytes: max(1, $0.bytes)) }
      .sorted { $0.level < $1.level }
  }

  /// Returns the level from which files are about as small as a size; nil if nothing is known.
  package func level(of bytes: Double) -> Double? {
    guard let first = points.first, let last = points.last else { return nil }
    guard let index = points.lastIndex(where: { $0.bytes > bytes }) else {
      return first.level - log(bytes / first.bytes) / Self.fall(points.prefix(2))
    }
    guard index + 1 < points.count else {
      return last.level + log(last.bytes / bytes) / Self.fall(points.suffix(2))
    }
    let (low, high) = (points[index], points[index + 1])
    return low.level
      + (high.level - low.level) * log(low.bytes / bytes) / log(low.bytes / high.bytes)
  }

  /// Returns the size at a level; nil if nothing is known.
  package func bytes(at level: Double) -> Double? {
    guard !points.isEmpty else { return nil }
    let next = points.firstIndex { $0.level > level } ?? points.count
    let first = max(0, min(next - 1, points.count - 2))
    return points[first].bytes
      * exp((points[first].level - level) * Self.fall(points[first...].prefix(2)))
  }

  /// The fall of the logarithm of the size from one level to the next between two points.
  private static func fall(_ points: ArraySlice<Point>) -> Double {
    guard points.count == 2, let first = points.first, let last = points.last,
      first.level < last.level
    else { return usualFall }
    return max(leastFall, log(first.bytes / last.bytes) / (last.level - first.level))
  }
}
