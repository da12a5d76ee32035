internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerPacks

/// An animated sticker in a small size.
struct MovingThumbnail: Sendable {
  private let side: Int
  private let profile: PlatformProfile
  private var resampler: Resampler?
  private var frames: [Bitmap] = []
  /// The time after each frame, in milliseconds.
  private var ends: [Double] = []

  /// The time of one loop, in milliseconds.
  var duration: Double { ends.last ?? 0 }

  /// The times at which the frame changes, in milliseconds.
  ///
  /// - Parameter end: the end of the time in question. The animation is repeated until then.
  func changes(before end: Double) -> [Double] {
    stride(from: 0, to: end, by: duration).flatMap { start in ends.map { start + $0 } }
      .filter { $0 < end }
  }

  /// The frame at a time, in milliseconds.
  func frame(at time: Double) -> Bitmap {
    let time = time.truncatingRemainder(dividingBy: duration)
    return frames[ends.firstIndex { time < $0 } ?? frames.count - 1]
  }

  /// Whether there is more than one frame.
  var isMoving: Bool { frames.count > 1 }

  /// Starts without frames.
  ///
  /// - Parameter side: the side of the square into which frames fit, in pixels.
  init(fitting side: Int, _ profile: PlatformProfile) {
    (self.side, self.profile) = (side, profile)
  }

  /// Adds the next frame, which plays as long as iOS shows it.
  mutating func add(_ frame: DecodedFrame, of format: ImageFormat) {
    let canvas = frame.canvas
    if frames.isEmpty {
      resampler = Resampler(
        shrinking: canvas, by: Double(side) / Double(max(canvas.width, canvas.height)))
    }
    frames.append(resampler?.resample(canvas) ?? canvas)
    ends.append(duration + profile.played(frame.delay.milliseconds, in: format))
  }
}
