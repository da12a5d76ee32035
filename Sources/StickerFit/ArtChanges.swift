package import ImageCodecs
package import Pixels
internal import StickerManifest

/// Changes of stickers that are made on request, whether they are too large or not. Widths are in pixels
/// of the result. A JPEG, which has no transparency, is only scaled.
package struct ArtChanges: Sendable {
  /// Whether the transparent margins around the art of all frames are removed.
  package var trims = false
  /// The width of the transparent margins that are added.
  package var padding = 0
  /// The outline that is drawn around the art; nil for none.
  package var outline: DieCutOutline?
  /// Whether the canvas becomes square.
  package var squares = false
  /// Whether art that is too small for its canvas is enlarged.
  package var enlarges = false

  /// The largest factor by which art is enlarged otherwise: half of the way between two size classes, 513
  /// to 618 px, is 1.2. More is visibly blurred.
  package static let maximumEnlargement = 1.25

  /// Changes nothing.
  package init() {}

  /// Whether only the scale of art may change.
  private var keepsProportions: Bool { !trims && padding == 0 && outline == nil && !squares }

  /// Whether no art changes unless its canvas is larger than any size class.
  var isEmpty: Bool { keepsProportions && !enlarges }

  /// Returns the longer side that the canvas gets: a size class, unless no pixel of the art must change.
  ///
  /// - Parameter gridSize: the pack's size class, if it has one.
  func side(of art: Artwork, in gridSize: GridSize?) -> Int {
    let isTrimmed = trims && art.visibleArea.map { $0 != art.bounds } ?? false
    if art.format != .jpeg, isTrimmed || padding > 0 || outline != nil {
      return (gridSize ?? .nearest(toPixels: art.side)).pixels
    }
    if art.side > GridSize.large.pixels { return GridSize.large.pixels }
    return enlarges ? max(art.side, (gridSize ?? .small).pixels) : art.side
  }

  /// Returns the changed art, and what was changed besides its scale.
  ///
  /// - Parameter side: the longer side of the canvas, in pixels.
  /// - Throws: `limitExceeded` if the canvases are larger than the limits for decoding allow.
  package func applied(
    to art: Artwork, side: Int
  ) throws(ImageError) -> (art: Artwork, changes: [FittedSticker.Change]) {
    guard !keepsProportions, art.format != .jpeg, let visible = art.visibleArea else {
      return (try art.scaled(toSide: side), [])
    }
    let area = trims ? visible : art.bounds
    var result = try placed(art, area, visible, side: side)
    if let outline { result = result.with(images: result.images.map(outline.drawn)) }

    var changes: [FittedSticker.Change] = area == art.bounds ? [] : [.trimmed]
    if let outline { changes.append(.outlined(width: Int(outline.whiteWidth.rounded()))) }
    if padding > 0 { changes.append(.padded(width: padding)) }
    if squares, area.width != area.height { changes.append(.squared) }
    return (result, changes)
  }

  /// Returns art with room for its outline, which is not drawn.
  ///
  /// - Parameter side: the longer side of the canvas, in pixels.
  /// - Throws: `limitExceeded` if the canvases are larger than the limits for decoding allow.
  package func roomForOutline(around art: Artwork, side: Int) throws(ImageError) -> Artwork {
    guard let visible = art.visibleArea else { return art }
    return try placed(art, trims ? visible : art.bounds, visible, side: side)
  }

  /// Returns the reason against an outline of art; nil if there is none, or if none is drawn.
  ///
  /// - Parameters:
  ///   - images: the art before it was moved and scaled.
  ///   - placed: the art with room for its outline.
  package func outlineObstacle(of images: CanvasList, placed: Artwork) -> OutlineObstacle? {
    guard let outline else { return nil }
    return zip(placed.images, images).lazy.compactMap { image, original in
      OutlineObstacle(against: outline, around: image, original: original)
    }.first
  }

  /// Returns an area of art at the place where it is drawn.
  ///
  /// - Parameters:
  ///   - visible: the bounds of the visible pixels.
  ///   - side: the longer side of the canvas, in pixels.
  private func placed(
    _ art: Artwork, _ area: PixelRect, _ visible: PixelRect, side: Int
  ) throws(ImageError) -> Artwork {
    let trimmed = try art.shown(area, inWidth: area.width, height: area.height)
    let margin = min(
      visible.x - area.x, visible.y - area.y, area.x + area.width - visible.x - visible.width,
      area.y + area.height - visible.y - visible.height)
    /// The width that is added on each side of art that is scaled to a longer side.
    func room(_ length: Int) -> Int {
      let free = margin * length / trimmed.side
      return padding + (outline.map { max(0, $0.width - free) } ?? 0)
    }
    var length = side
    if !enlarges { length = min(side, Int(Double(trimmed.side) * Self.maximumEnlargement)) }
    while length > 1, length + 2 * room(length) > side { length -= 1 }
    let scaled = try trimmed.scaled(toSide: length)
    let (width, height) = (scaled.bounds.width, scaled.bounds.height)
    let shorter = max(
      min(width, height) + side - length,
      min(GridSize.small.pixels, art.bounds.width, art.bounds.height))
    return try scaled.shown(
      scaled.bounds, inWidth: squares || width >= height ? side : shorter,
      height: squares || width < height ? side : shorter)
  }
}
