public import Pixels

/// What was measured on one canvas.
public struct PictureFacts: Sendable, Codable {
  /// What stands behind a sticker in Messages.
  public struct Backdrop: Sendable {
    /// As messages name it, with its article.
    public var name: String
    /// Its colour, opaque.
    public var color: Pixel

    /// Apple publishes no colours for Messages. These are white, black and the system colours that
    /// its bubbles show: systemBlue and systemGray5, light and dark (Human Interface Guidelines,
    /// Color).
    public static let all = [
      Backdrop(name: "white", color: Pixel(red: 255, green: 255, blue: 255)),
      Backdrop(name: "black, as in dark mode", color: Pixel(red: 0, green: 0, blue: 0)),
      Backdrop(name: "a blue bubble", color: Pixel(red: 0, green: 122, blue: 255)),
      Backdrop(name: "a blue bubble in dark mode", color: Pixel(red: 10, green: 132, blue: 255)),
      Backdrop(name: "a grey bubble", color: Pixel(red: 229, green: 229, blue: 234)),
      Backdrop(name: "a grey bubble in dark mode", color: Pixel(red: 44, green: 44, blue: 46)),
    ]
  }

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
    contrast = OutlineContrast(of: canvas, along: outline, on: Backdrop.all.map(\.color))
    hiddenColor = HiddenColor(of: canvas)
    hash = PerceptualHash(of: thumbnail)
  }
}
