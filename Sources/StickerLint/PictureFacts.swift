public import Pixels

/// What was measured on one canvas.
public struct PictureFacts: Sendable, Codable {
  /// The background that was left in, if one was.
  public var background: BackgroundBox?
  /// The soft edge, held against white and black.
  public var fringe: EdgeFringe
  /// The outline over each of `Backdrop.all`.
  public var contrast: OutlineContrast
  /// Where the art lies.
  public var extent: ArtExtent
  /// Colour that nobody sees.
  public var hiddenColor: HiddenColor
  /// A fingerprint of what it looks like.
  public var hash: PerceptualHash

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
