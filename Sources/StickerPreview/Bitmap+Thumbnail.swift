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
    guard
      let file = try? asset.assembled
        ?? StickerFiles(reading: asset.source, limits: limits).image(),
      file.sha256 == asset.contentHash,
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
    guard factor < 1 else {
      self = canvas
      return
    }
    let resampler = Resampler(
      fromWidth: canvas.width, fromHeight: canvas.height,
      toWidth: max(1, Int(Double(canvas.width) * factor)),
      toHeight: max(1, Int(Double(canvas.height) * factor)))
    self = resampler.resample(canvas)
  }
}
