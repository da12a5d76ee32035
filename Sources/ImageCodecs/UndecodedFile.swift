package import ImageContainers
package import Timing

/// What the header of a file says that is not decoded here: WebP, WebM and Lottie.
package struct UndecodedFile: Sendable, Equatable {
  /// The canvas; nil if the file does not say it.
  package var canvas: CanvasSize?
  /// The number of frames; nil if it is unknown, and 1 for a still image.
  package var frameCount: Int?
  /// How long an animation plays once, in milliseconds; nil if the file does not say it, and for a still image.
  package var duration: Double?
  /// The shortest delay of a frame, in milliseconds; nil if it is unknown.
  package var shortestDelay: Double?
  /// How often it plays; nil if the format does not say it.
  package var loop: LoopCount?
  /// Whether it can have transparent pixels; nil if the file does not say it.
  package var hasAlpha: Bool?
  /// The codec of a video, such as `V_VP9`.
  package var codec: String?
  /// Whether a video has sound.
  package var hasSound = false
  /// What a Lottie animation has that Telegram does not draw.
  package var features: Set<LottieAnimation.Feature> = []

  /// Nil for other formats, and for files that are damaged before their size is known.
  package init?(_ bytes: [UInt8]) {
    switch FileSignature(of: bytes) {
    case .unsupported(.webP(let isAnimated)):
      guard let file = try? WebPFile(bytes), let canvas = file.canvas else { return nil }
      (self.canvas, hasAlpha) = (canvas, file.hasAlpha)
      let delays = file.frames.map(\.entry.delay.milliseconds)
      frameCount = isAnimated ? file.frames.count : 1
      guard isAnimated else { return }
      (duration, shortestDelay, loop) = (delays.reduce(0, +), delays.min(), file.loop)
    case .unsupported(.webM):
      let file = MatroskaFile(bytes)
      guard let canvas = file.canvas else { return nil }
      (self.canvas, hasAlpha, codec, hasSound) = (canvas, file.hasAlpha, file.codec, file.hasSound)
      (frameCount, duration) = (file.frameCount, file.duration?.ifFinite)
    case .unsupported(.tgs):
      guard let animation = LottieAnimation(bytes) else { return nil }
      (canvas, features) = (animation.canvas, animation.features)
      (duration, shortestDelay) = (
        animation.duration.ifFinite, (1000 / animation.frameRate).ifFinite
      )
    default: return nil
    }
  }
}

extension Double {
  /// Nil for a number that only a damaged or hostile file has.
  fileprivate var ifFinite: Double? { isFinite ? self : nil }
}
