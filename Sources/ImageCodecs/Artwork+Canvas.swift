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
    guard frame != bounds else { return self }
    return try making((width, height)) { $0.shown(in: frame) }.fittingPalette(of: self)
  }

  /// Returns the art in as many colors as a palette has, if the original has a palette, which a transparent
  /// margin may overfill. Without one, the file is several times as large.
  private func fittingPalette(of original: Artwork) -> Artwork {
    guard isIndexed, PaletteReduction(of: original.images).hasAtMost(colors: 256) else {
      return self
    }
    let reduction = PaletteReduction(of: images)
    guard !reduction.hasAtMost(colors: 255) else { return self }
    var reducer = reduction.reducer(maximumColors: 255)
    return with(images: images.map { reducer.reduced($0) })
  }
}
