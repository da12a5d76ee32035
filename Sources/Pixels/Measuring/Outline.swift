/// Where scan lines pass from nothing into the art of a canvas. Outside the canvas there is nothing.
///
/// The lines run along every fourth row and column, fewer of a very large canvas: enough for shares
/// of an outline, at half the cost of looking at every pixel.
package struct Outline: Sendable {
  struct Crossing {
    /// The index of the first sample of the outermost visible pixel.
    var index: Int
    /// From one pixel of the line to the next inward one, in samples.
    var step: Int
    /// How many pixels the line still has from here on inward, this one included.
    var length: Int
  }

  private(set) var crossings: [Crossing] = []

  /// Finds the outline of a canvas.
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
