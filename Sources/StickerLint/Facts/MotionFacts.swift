package import Pixels

/// What was measured from one canvas of an animation to the next.
package struct MotionFacts: Sendable, Codable {
  /// The indices of the frames that show what the frame before them shows, from 0.
  package var repeatedFrames: [Int] = []
  /// How far two consecutive canvases are apart at most, 0 to 1.
  package var largestStep: Float = 0
  /// How far the last canvas is from the first, 0 to 1.
  package var seam: Float = 0
  /// The largest area that flashes more often than is safe.
  package var flashing: FlashMeter.Flashing?
}

/// Follows an animation canvas by canvas, and keeps the canvas before as a thumbnail only.
struct MotionTracker {
  private(set) var facts = MotionFacts()
  private var meter = FlashMeter()
  private var first: Thumbnail?
  private var last: (digest: CanvasDigest, thumbnail: Thumbnail)?
  private var count = 0

  /// Follows the next canvas. Only the first of equal canvases is shrunk.
  mutating func show(
    _ digest: CanvasDigest, milliseconds: Double, shrinking shrunk: () -> Thumbnail
  ) {
    let thumbnail: Thumbnail
    if let last, last.digest == digest {
      facts.repeatedFrames.append(count)
      thumbnail = last.thumbnail
    } else {
      thumbnail = shrunk()
      if let last {
        facts.largestStep = max(facts.largestStep, thumbnail.difference(from: last.thumbnail))
      }
    }
    // Viewers take a delay of up to 10 ms for a mistake, and wait 100.
    meter.show(thumbnail, seconds: (milliseconds <= 10 ? 100 : milliseconds) / 1000)
    if first == nil { first = thumbnail }
    last = (digest, thumbnail)
    count += 1
  }

  /// Ends the animation, or plays it again.
  mutating func end(loops: Bool) {
    if loops { meter.loop() }
    if let first, let last { facts.seam = last.thumbnail.difference(from: first) }
    facts.flashing = meter.worst
  }
}
