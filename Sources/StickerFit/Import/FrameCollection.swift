internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerPacks

/// The canvases of a sticker, each scaled down to the largest legal size as it comes, so the frames of
/// a large video are never in memory together.
struct FrameCollection {
  private let options: FitOptions
  private var resampler: Resampler?
  /// The size of all canvases as they come; nil before the first.
  private(set) var size: CanvasSize?
  /// The scaled canvases.
  private(set) var canvases = CanvasList()

  init(_ options: FitOptions) { self.options = options }

  /// - Throws: if the canvas has another size than the first one, or with it there are more frames than the
  ///   limits allow.
  mutating func append(_ canvas: Bitmap) throws(ImportError) {
    let size = CanvasSize(clampingWidth: canvas.width, height: canvas.height)
    if let first = self.size {
      guard size == first else {
        throw ImportError("has a canvas of \(size), but the first frame has one of \(first)")
      }
    } else {
      self.size = size
      if max(size.width, size.height) > options.destination.largestSide {
        resampler = Resampler(from: canvas, toSide: options.destination.largestSide)
      }
    }
    let scaled = resampler?.resample(canvas) ?? canvas
    canvases.append(scaled)
    let bytes = CanvasSize(clampingWidth: scaled.width, height: scaled.height)
      .decodedBytes(frames: canvases.count)
    let defect =
      options.limits.defect(.frames, canvases.count, "it has more frames than can be decoded")
      ?? options.limits.defect(.decodedBytes, bytes, "it has more frames than can be decoded")
    if let defect { throw ImportError(defect.message + "; shorten it") }
  }
}
