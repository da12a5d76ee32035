internal import Basics
internal import ImageContainers
internal import Pixels
internal import StickerManifest

/// The canvases of a sticker, each scaled down to the largest legal size as it comes, so that the frames of
/// a large video are never in memory together.
struct FrameCollection {
  private let limits: DecodingLimits
  private var resampler: Resampler?
  /// The size of all canvases as they come; nil before the first.
  private(set) var size: CanvasSize?
  /// The scaled canvases.
  private(set) var canvases: [Bitmap] = []

  init(limits: DecodingLimits) { self.limits = limits }

  /// - Throws: if the canvas has another size than the first one, or with it there are more frames than the
  ///   limits allow.
  mutating func append(_ canvas: Bitmap) throws(ImportError) {
    let size = CanvasSize(width: canvas.width, height: canvas.height)
    if let first = self.size {
      guard size == first else {
        throw ImportError("has a canvas of \(size), but the first frame has one of \(first)")
      }
    } else {
      self.size = size
      resampler = Resampler(fitting: canvas, into: GridSize.large.pixels)
    }
    let scaled = resampler?.resample(canvas) ?? canvas
    canvases.append(scaled)
    let bytes = CanvasSize(width: scaled.width, height: scaled.height)
      .decodedBytes(frames: canvases.count)
    let defect =
      limits.defect(.frames, canvases.count, "it has more frames than can be decoded")
      ?? limits.defect(.decodedBytes, bytes, "it has more frames than can be decoded")
    if let defect { throw ImportError(defect.message + "; shorten it") }
  }
}

extension Resampler {
  /// Creates a resampler that scales canvases of the size of one down to a longer side; nil for those that
  /// are not larger.
  init?(fitting canvas: Bitmap, into side: Int) {
    let longer = max(canvas.width, canvas.height)
    guard longer > side else { return nil }
    func scaled(_ length: Int) -> Int { max(1, (length * side * 2 + longer) / (longer * 2)) }
    self.init(
      fromWidth: canvas.width, fromHeight: canvas.height, toWidth: scaled(canvas.width),
      toHeight: scaled(canvas.height))
  }
}
