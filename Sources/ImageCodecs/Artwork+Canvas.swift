package import Pixels

extension Artwork {
  /// The bounds of all canvases.
  package var bounds: PixelRect { animation.canvases[0].bounds }

  /// The bounds of the visible pixels of all canvases; nil if there is none.
  package var visibleArea: PixelRect? {
    animation.canvases.reduce(nil) { area, canvas in
      guard let own = canvas.visibleArea else { return area }
      return area?.union(own) ?? own
    }
  }

  /// Returns the art on canvases of another size, with an area of the old ones in the center. What is
  /// outside of the old ones is transparent.
  ///
  /// - Throws: `limitExceeded` if the canvases are larger than the limits for decoding allow.
  package func shown(
    _ area: PixelRect, inWidth width: Int, height: Int
  ) throws(ImageError) -> Artwork {
    let frame = PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
    return frame == bounds ? self : try making((width, height)) { $0.shown(in: frame) }
  }
}
