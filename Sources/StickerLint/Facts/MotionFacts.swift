package import Pixels

/// The measurements between consecutive canvases of an animation.
package struct MotionFacts: Sendable {
  /// The indices of frames that show the same as the previous frame, from 0.
  package var repeatedFrames: [Int] = []
  /// The number of different canvases.
  package var drawings = 0
  /// The largest difference between consecutive canvases, 0 to 1.
  package var largestStep: Float = 0
  /// The difference that nine of ten pairs of different consecutive canvases do not exceed, 0 to 1.
  package var usualStep: Float = 0
  /// The difference between the last canvas and the first, 0 to 1.
  package var seam: Float = 0
  /// The largest area that flashes more often than is safe, at the stored delays.
  package var flashing: FlashMeter.Flashing?
  /// The same at ImageIO's minimum delay. It is never larger: all of a second at longer delays is shown within a second
  /// at shorter ones.
  package var clampedFlashing: FlashMeter.Flashing?
  /// The largest area that flashes while the art takes new colors, at the stored delays.
  package var flicker: FlashMeter.Flashing?
}

/// Measures an animation canvas by canvas. Keeps only a thumbnail of the previous canvas.
struct MotionTracker {
  private(set) var facts = MotionFacts()
  private var meter = FlashMeter()
  /// Measures at ImageIO's minimum delay; nil while no delay is below it.
  private var clampedMeter: FlashMeter?
  private var first: Thumbnail?
  private var last: (digest: CanvasDigest, thumbnail: Thumbnail)?
  private var steps: [Float] = []
  private var count = 0
  private var digests: Set<CanvasDigest> = []
  private let format: ImageFormat
  private let destination: Destination

  init(_ format: ImageFormat, _ destination: Destination) {
    self.format = format
    self.destination = destination
  }

  /// Adds the next canvas, the area that contains all changes, and the stored delay. Only the
  /// first of equal consecutive canvases is shrunk.
  mutating func show(
    _ canvas: Bitmap, _ digest: CanvasDigest, changedIn area: PixelRect?, milliseconds: Double
  ) {
    digests.insert(digest)
    var thumbnail: Thumbnail
    if let last {
      thumbnail = last.thumbnail
      if last.digest == digest {
        facts.repeatedFrames.append(count)
      } else if let area {
        thumbnail.update(from: canvas, changedIn: area)
        let step = thumbnail.difference(from: last.thumbnail)
        if step > 0 { steps.append(step) }
      }
    } else {
      thumbnail = Thumbnail(of: canvas)
    }
    let (stored, played) = (
      destination.unclamped(milliseconds), destination.played(milliseconds, in: format)
    )
    if played != stored, clampedMeter == nil { clampedMeter = meter }
    meter.show(thumbnail, seconds: stored / 1000)
    clampedMeter?.show(thumbnail, seconds: played / 1000)
    if first == nil { first = thumbnail }
    last = (digest, thumbnail)
    count += 1
  }

  /// Finishes the measurements. A loop also counts flashes across the seam.
  mutating func end(loops: Bool) {
    if loops {
      meter.loop()
      clampedMeter?.loop()
    }
    if let first, let last { facts.seam = last.thumbnail.difference(from: first) }
    steps.sort()
    facts.largestStep = steps.last ?? 0
    facts.usualStep = steps.isEmpty ? 0 : steps[(steps.count * 9 - 1) / 10]
    facts.drawings = digests.count
    facts.flashing = meter.worst
    facts.flicker = meter.flicker
    facts.clampedFlashing = (clampedMeter ?? meter).worst
  }
}
