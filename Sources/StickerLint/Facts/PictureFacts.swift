package import Pixels

/// The measurements of one canvas.
package struct PictureFacts: Sendable, Codable {
  /// A background that was not removed, if there is one.
  package var background: BackgroundBox?
  /// The soft edge, compared with white and black.
  package var fringe: EdgeFringe
  /// The outline over each of `Backdrop.all`.
  package var contrast: OutlineContrast
  /// The colors of the art.
  package var colors: ArtColors
  /// The texture of the edges of the canvas.
  package var edges: EdgeTexture
  /// The place of the art in the canvas.
  package var extent: ArtExtent
  /// Color in fully transparent pixels.
  package var hiddenColor: HiddenColor
  /// A fingerprint of what it looks like.
  package var hash: PerceptualHash

  /// Measures a canvas; nil if no pixel is visible.
  init?(of canvas: Bitmap, _ thumbnail: Thumbnail) {
    guard let extent = ArtExtent(of: canvas) else { return nil }
    self.extent = extent
    background = BackgroundBox(of: canvas)
    colors = ArtColors(of: canvas)
    edges = EdgeTexture(of: canvas)
    let outline = Outline(of: canvas)
    fringe = EdgeFringe(of: canvas, along: outline)
    contrast = OutlineContrast(of: canvas, along: outline, on: Backdrop.all.map(\.colors))
    hiddenColor = HiddenColor(of: canvas)
    hash = PerceptualHash(of: thumbnail)
  }
}
