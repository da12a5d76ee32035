internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerPacks

/// Makes icons of one picture: opaque PNGs in RGB and sRGB, without a palette and without alpha.
///
/// Source: Apple, Technical Q&A QA1686: icons are opaque, in RGB and of their slot's size to the pixel.
struct IconMaker {
  /// Why no icon can be made, in one sentence without a full stop.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let picture: Bitmap
  private let framing: Framing
  private let background: Pixel?

  /// Decodes the first frame of `source` that shows anything.
  init(
    of source: StickerSource, _ settings: IconSettings, limits: DecodingLimits
  ) throws(Failure) {
    let bytes: [UInt8]
    do {
      bytes = try StickerArt(reading: source, limits: limits).bytes
    } catch {
      throw Failure(description: "\(error)")
    }
    var visible: (canvas: Bitmap, extent: ArtExtent)?
    do {
      var decoder = try ImageDecoder(bytes, limits: limits)
      while visible == nil, let frame = try decoder.nextFrame() {
        visible = ArtExtent(of: frame.canvas).map { (frame.canvas, $0) }
      }
    } catch {
      throw Failure(description: "\(error)")
    }
    guard let (canvas, extent) = visible else {
      throw Failure(description: "nothing can be seen in it")
    }
    picture = canvas
    framing = Framing(
      width: canvas.width, height: canvas.height, extent: extent,
      background: BackgroundBox(of: canvas), inset: settings.inset)
    background = settings.background.map { Pixel(red: $0.red, green: $0.green, blue: $0.blue) }
  }

  /// The icon for a slot.
  func icon(for slot: IconSlot) throws(Failure) -> [UInt8] {
    let pixels = slot.pixels
    let icon = picture.framed(
      framing, width: pixels.width, height: pixels.height, background: background)
    do {
      return try ImageEncoder.png(icon, colors: .sRGB)
    } catch {
      throw Failure(description: "the icon \(slot.name) cannot be encoded: \(error)")
    }
  }
}
