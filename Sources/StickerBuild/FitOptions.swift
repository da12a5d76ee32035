internal import Basics
internal import ImageCodecs
package import ImageContainers
package import StickerFit
package import StickerLint
internal import StickerManifest
package import StickerPacks

/// How a build makes art smaller that has too many bytes or too large a canvas, with as little harm as
/// possible.
public struct FitOptions: Sendable {
  /// How much time is spent on files that lose nothing.
  public enum Effort: Sendable {
    /// Many encodings are tried.
    case standard
    /// The best one is compressed with zopfli, too: up to 9% smaller, in 5 to 12 times the time.
    case maximum
  }

  /// The lowest SSIMULACRA 2 score of the worst frame, at most 100; nil for any. Art for which no result
  /// is good enough stays as it is.
  public var minimumScore: Double?
  /// Whether a PNG or APNG may get a palette. Some versions of iOS play indexed animations incorrectly.
  public var allowsPalette = true
  /// Whether every GIF becomes an APNG with the same pixels and timing, also one that is small enough.
  public var convertsGIF = false
  /// How much time is spent on files that lose nothing.
  public var effort = Effort.standard

  /// Creates the default options.
  public init() {}
}

extension StickerFitter {
  /// Creates a fitter.
  ///
  /// - Parameter jobs: the maximum number of frames that are encoded at the same time.
  package init(
    _ options: FitOptions, _ profile: PlatformProfile = .iMessage, limits: DecodingLimits, jobs: Int
  ) {
    self.init(profile)
    minimumScore = options.minimumScore
    allowsPalette = options.allowsPalette
    convertsGIF = options.convertsGIF
    effort = options.effort == .maximum ? .maximum : .smallest
    self.limits = limits
    self.jobs = jobs
  }
}

extension BuildOptions {
  /// Makes a sticker smaller before it is linted and built; nil without ``fit``.
  package var fitting: AssetFacts.Fitting? {
    fit.map { options in
      let fitter = StickerFitter(options, lint.profile, limits: lint.limits, jobs: lint.jobs)
      return { file in
        // What cannot be decoded is a finding.
        guard let sticker = try? fitter.fit(file.bytes), sticker.isChanged, !sticker.isRefused
        else { return nil }
        return (HashedBytes(sticker.bytes), Manifest.Fit(sticker))
      }
    }
  }
}
