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

  /// Scans a canvas.
  package init(of bitmap: Bitmap) {
    let (width, height) = (bitmap.width, bitmap.height)
    let distance = max(4, max(width, height) / 128)
    for y in stride(from: distance / 2, to: height, by: distance) {
      scan(bitmap, from: y * width * 4, step: 4, count: width)
    }
    for x in stride(from: distance / 2, to: width, by: distance) {
      scan(bitmap, from: x * 4, step: width * 4, count: height)
    }
  }

  private mutating func scan(_ bitmap: Bitmap, from start: Int, step: Int, count: Int) {
    let samples = bitmap.samples.span
    var wasVisible = false
    var index = start
    for position in 0..<count {
      let isVisible = samples[index + 3] != 0
      if isVisible != wasVisible {
        crossings.append(
          isVisible
            ? Crossing(index: index, step: step, length: count - position)
            : Crossing(index: index - step, step: -step, length: position))
        wasVisible = isVisible
      }
      index += step
    }
    if wasVisible { crossings.append(Crossing(index: index - step, step: -step, length: count)) }
  }
}
