package import Pixels

/// What was measured on one canvas.
package struct PictureFacts: Sendable, Codable {
  /// The background that was left in, if one was.
  package var background: BackgroundBox?
  /// The soft edge, held against white and black.
  package var fringe: EdgeFringe
  /// The outline over each of `Backdrop.all`.
  package var contrast: OutlineContrast
  /// Where the art lies.
  package var extent: ArtExtent
  /// Color that nobody sees.
  package var hiddenColor: HiddenColor
  /// A fingerprint of what it looks like.
  package var hash: PerceptualHash

  /// Measures a canvas; nil when nothing can be seen.
  init?(of canvas: Bitmap, _ thumbnail: Thumbnail) {
    guard let extent = ArtExtent(of: canvas) else { return nil }
    self.extent = extent
    background = BackgroundBox(of: canvas)
    let outline = Outline(of: canvas)
    fringe = EdgeFringe(of: canvas, along: outline)
    contrast = OutlineContrast(of: canvas, along: outline, on: Backdrop.all.map(\.colors))
    hiddenColor = HiddenColor(of: canvas)
    hash = PerceptualHash(of: thumbnail)
  }
}
