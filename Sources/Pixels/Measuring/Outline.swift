internal import Basics

/// The points at which scan lines enter or leave the visible art of a canvas. Outside of the
/// canvas, everything is transparent.
///
/// Only every fourth row and column is scanned, and fewer of a large canvas. This is enough to
/// measure fractions of an outline, at half the cost of scanning every pixel.
package struct Outline: Sendable {
  struct Crossing {
    /// The sample index of the outermost visible pixel.
    var index: Int
    /// The distance to the next pixel inward, in samples.
    var step: Int
    /// The number of pixels of the line from this one inward.
    var length: Int
  }

  private(set) var crossings: [Crossing] = []

  /// Scans every row and column at a distance from the one before it, in pixels.
  package init(of bitmap: Bitmap, distance: Int? = nil) {
    let distance = distance ?? max(4, max(bitmap.width, bitmap.height) / 128)
    for y in stride(from: distance / 2, to: bitmap.height, by: distance) {
      scanRow(y, of: bitmap)
    }
    scanColumns(every: distance, of: bitmap)
  }

  private mutating func scanRow(_ y: Int, of bitmap: Bitmap) {
    let samples = bitmap.samples.span
    let start = y * bitmap.width * 4
    let end = start + bitmap.width * 4
    var index = start
    while true {
      let first = samples.firstPixel(alpha: 0xFF, from: index, before: end)
      guard first < end else { break }
      index = samples.firstPixel(withoutAlpha: 0xFF, from: first, before: end)
      crossings.append(Crossing(index: first, step: 4, length: (end - first) / 4))
      crossings.append(Crossing(index: index - 4, step: -4, length: (index - start) / 4))
    }
  }

  /// Scans columns, all of them row by row, as they are in memory.
  private mutating func scanColumns(every distance: Int, of bitmap: Bitmap) {
    let samples = bitmap.samples.span
    let (row, height) = (bitmap.width * 4, bitmap.height)
    let columns = (bitmap.width - distance / 2 + distance - 1) / distance
    guard columns > 0 else { return }
    var found: [(column: Int, crossing: Crossing)] = []
    var isVisible = [Bool](repeating: false, count: columns)
    var states = isVisible.mutableSpan
    for y in 0..<height {
      var index = y * row + distance / 2 * 4
      for column in 0..<columns {
        if (samples[index &+ 3] != 0) != states[column] {
          found.append(
            (
              column,
              states[column]
                ? Crossing(index: index - row, step: -row, length: y)
                : Crossing(index: index, step: row, length: height - y)
            ))
          states[column].toggle()
        }
        index &+= distance &* 4
      }
    }
    for column in 0..<columns where states[column] {
      let index = (height - 1) * row + (distance / 2 + column * distance) * 4
      found.append((column, Crossing(index: index, step: -row, length: height)))
    }
    // In the order of the columns, and of the rows in each.
    found.sort { ($0.column, $0.crossing.index) < ($1.column, $1.crossing.index) }
    crossings += found.map { $0.crossing }
  }
}
