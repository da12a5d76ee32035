internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerPacks

/// Makes icons from one picture: opaque RGB PNGs in sRGB, without a palette and without alpha.
///
/// Source: Apple, Technical Q&A QA1686: icons are opaque, in RGB and have exactly their slot's size.
struct IconMaker {
  private let picture: IconPicture
  private let framing: Framing
  private let background: Pixel?

  init(_ picture: IconPicture, _ settings: IconSettings) {
    self.picture = picture
    framing = Framing(
      width: picture.canvas.width, height: picture.canvas.height, extent: picture.extent,
      background: BackgroundBox(of: picture.canvas, in: picture.extent.area),
      edges: EdgeTexture(of: picture.canvas),
      fit: settings.framingFit, inset: settings.inset)
    background = settings.background
  }

  func icon(for slot: IconSlot) throws(ImageError) -> [UInt8] {
    let pixels = slot.pixels
    let icon = picture.canvas.framed(
      framing, width: pixels.width, height: pixels.height, background: background)
    return try ImageEncoder.png(icon, colors: .sRGB)
  }
}

/// The canvas of an image from which icons are made: the most opaque one, because the first may fade in.
/// It is the first of equally opaque ones. Rules about icons judge the same canvas.
struct IconPicture {
  let canvas: Bitmap
  let extent: ArtExtent
  private let opacity: Double

  /// Nil if no pixel is visible, or if an earlier canvas is at least as opaque.
  init?(_ canvas: Bitmap, after earlier: IconPicture?) {
    opacity = AlphaStatistics(of: canvas).opacity
    guard opacity > earlier?.opacity ?? 0, let extent = ArtExtent(of: canvas) else { return nil }
    self.canvas = canvas
    self.extent = extent
  }

  /// Nil if no pixel is visible.
  init?(decoding bytes: [UInt8], limits: DecodingLimits) throws(ImageError) {
    var decoder = try ImageDecoder(bytes, limits: limits)
    var picture: IconPicture?
    while let frame = try decoder.nextFrame() {
      picture = IconPicture(frame.canvas, after: picture) ?? picture
    }
    guard let picture else { return nil }
    self = picture
  }
}
