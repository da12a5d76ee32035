package import Pixels

extension Artwork {
  /// The bounds of all canvases.
  package var bounds: PixelRect { animation.canvases[0].bounds }

  /// The bounds of the visible pixels of all canvases; nil if there is none.
  package var visibleArea: PixelRect? {
    let areas = animation.canvases.compactMap(\.visibleArea)
    return areas.first.map { areas.dropFirst().reduce($0) { $0.union($1) } }
  }

  /// Returns the art on canvases of another size, with an area of the old ones in the center. What is
  /// outside of the old ones is transparent.
  package func shown(_ area: PixelRect, inWidth width: Int, height: Int) -> Artwork {
    let frame = PixelRect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
    guard frame != bounds else { return self }
    return with(images: images.map { $0.shown(in: frame) }).fittingPalette(of: self)
  }

  /// Returns the art in as many colors as a palette has, if the original has a palette, which a transparent
  /// margin may overfill. Without one, the file is several times as large.
  private func fittingPalette(of original: Artwork) -> Artwork {
    guard isIndexed, PaletteReduction(of: original.images).hasAtMost(colors: 256) else {
      return self
    }
    let reduction = PaletteReduction(of: images)
    return reduction.hasAtMost(colors: 255)
      ? self : with(images: reduction.canvases(maximumColors: 255))
  }
}
