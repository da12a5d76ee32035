internal import Basics
internal import ImageCodecs
internal import Pixels

/// A way to encode art without changing its size or its frames.
enum Encoding: Equatable {
  case lossless
  /// A palette that all images share.
  ///
  /// - Parameters:
  ///   - colors: the number of colors, counting the transparent one.
  ///   - smoothing: see `Bitmap.smoothed(upTo:)`.
  case palette(colors: Int, Tolerance, smoothing: UInt8)
  /// See `Bitmap.roundingResiduals(upTo:)`.
  case rounded(Tolerance)
  /// - Parameter quality: of a JPEG or WebP, 0 to 100.
  case quality(Int)

  /// A palette of at most a number of colors, counting the transparent one, without other loss.
  static func colors(_ count: Int) -> Encoding { .palette(colors: count, .none, smoothing: 0) }

  /// Returns the encoding with another tolerance in texture; nil if it has none.
  func scalingTexture(by factor: Float) -> Encoding? {
    switch self {
    case .lossless, .quality: return nil
    case .palette(let colors, var tolerance, let smoothing):
      tolerance.texture *= factor
      return .palette(colors: colors, tolerance, smoothing: smoothing)
    case .rounded(var tolerance):
      tolerance.texture *= factor
      return .rounded(tolerance)
    }
  }

  /// The usual share of a quick encoding's size that more effort leaves, relative to that with a palette; see
  /// Tests/Measurements/Fixing.md.
  var relativeDraftShare: Double {
    if case .rounded = self { 0.88 } else { 1 }
  }

  /// The changes of the art, as reports name them.
  var steps: [StickerChange.Step] {
    switch self {
    case .lossless: []
    case .palette(let colors, let tolerance, _) where tolerance.texture < 0.5: [.colors(colors)]
    case .palette(let colors, let tolerance, _):
      [.colors(colors), .settled(codes: Int(clamping: tolerance.texture.rounded()))]
    case .rounded(let tolerance): [.settled(codes: Int(clamping: tolerance.texture.rounded(.up)))]
    case .quality(let quality): [.quality(quality)]
    }
  }

  /// Returns an encoding between this one and the next smaller one; nil if they are of different kinds.
  ///
  /// - Parameters:
  ///   - share: that of the next one, 0 to 1.
  ///   - step: the least difference of two numbers of codes.
  func mixed(with next: Encoding, _ share: Float, smoothingStep step: UInt8) -> Encoding? {
    func mix(_ first: Float, _ second: Float) -> Float { first + (second - first) * share }
    func mix(_ first: Tolerance, _ second: Tolerance) -> Tolerance {
      Tolerance(flat: mix(first.flat, second.flat), texture: mix(first.texture, second.texture))
    }
    switch (self, next) {
    case (.quality(let first), .quality(let second)):
      return .quality(Int(clamping: mix(Float(first), Float(second)).rounded()))
    case (
      .palette(let first, let tolerance, let smoothing), .palette(let second, let next, let more)
    ):
      let mixed = mix(tolerance, next)
      return .palette(
        // The fewest colors, which may lack one that matters, are only those of the last level.
        colors: Int(clamping: mix(Float(first), Float(second)).rounded(.up)),
        // Differences of half a code change next to nothing.
        mixed.texture < 0.5 ? .none : mixed,
        smoothing: UInt8(clamping: mix(Float(smoothing), Float(more))) / step * step)
    case (.rounded(let tolerance), .rounded(let next)):
      return .rounded(mix(tolerance, next))
    default: return nil
    }
  }
}
