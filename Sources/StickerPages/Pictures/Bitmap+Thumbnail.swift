internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerLint
internal import StickerPacks

extension Bitmap {
  /// Reads a sticker again and scales the canvas that shows most of its art down to fit into a square. Nil if
  /// the sticker shows nothing or has changed since it was linted.
  ///
  /// - Parameter side: the side of the square in pixels. Smaller canvases keep their size.
  init?(thumbnailOf asset: AssetFacts, fitting side: Int, limits: DecodingLimits) {
    guard let file = asset.readAgain(limits: limits),
      var decoder = try? ImageDecoder(file.bytes, limits: limits)
    else { return nil }
    var defects: [Defect] = []
    var shown: Bitmap?
    for _ in 0...(asset.image?.picture?.frame ?? 0) {
      guard let canvas = decoder.nextFrame(collecting: &defects)?.canvas else { break }
      shown = canvas
    }
    guard let canvas = shown else { return nil }
    let factor = Double(side) / Double(max(canvas.width, canvas.height))
    self = Resampler(shrinking: canvas, by: factor)?.resample(canvas) ?? canvas
  }
}

extension Resampler {
  /// Creates a resampler that scales canvases of the size of one by a factor; nil if that does not make them
  /// smaller.
  init?(shrinking canvas: Bitmap, by factor: Double) {
    let width = max(1, Int(Double(canvas.width) * factor))
    let height = max(1, Int(Double(canvas.height) * factor))
    guard width < canvas.width || height < canvas.height else { return nil }
    self.init(fromWidth: canvas.width, fromHeight: canvas.height, toWidth: width, toHeight: height)
  }
}

extension AssetFacts {
  /// Reads the image again; nil if it cannot be read or has changed since it was linted.
  func readAgain(limits: DecodingLimits) -> HashedBytes? {
    let image = try? keptImage ?? StickerFiles(reading: source, limits: limits).image()
    return image?.sha256 == contentHash ? image : nil
  }
}
