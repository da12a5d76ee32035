extension Bitmap {
  /// Returns a canvas that shows a rectangle of an endless plane on which this bitmap is drawn at the
  /// origin. What is outside of the bitmap is transparent.
  package func shown(in frame: PixelRect) -> Bitmap {
    var result = Bitmap(width: frame.width, height: frame.height)
    result.replace(with: self, x: -frame.x, y: -frame.y)
    return result
  }

  package func flattened(on color: Pixel) -> Bitmap {
    var result = Bitmap(width: width, height: height, filledWith: color)
    result.blend(self, x: 0, y: 0)
    return result
  }
}
