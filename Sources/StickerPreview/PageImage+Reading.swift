package import ImageContainers
package import StickerLint
package import StickerReports
internal import Basics
internal import ImageCodecs
internal import Pixels
internal import StickerPacks

extension PageImage {
  /// The size of all images of a page together, in bytes. In Base64, with 60 stickers and their findings,
  /// the page is below 15 MB.
  private static let pageBytes = 10_000_000
  /// The smallest share of an image, in bytes. Less shows nothing, so only as many images are on a page as
  /// can have it.
  private static let leastShare = 4_000
  /// How many times as large as a still an animation may be.
  private static let animationWeight = 4

  /// Reads the stickers of linted packs again, and scales them so that the page can be mailed.
  ///
  /// If there are too many, those with findings have precedence.
  ///
  /// - Parameters:
  ///   - known: images of an earlier page, which are used again where they fit.
  ///   - jobs: the number of images to read at the same time.
  ///   - progress: called after each image with the number of finished images and the total.
  /// - Returns: the images by the SHA-256 of their files.
  package static func images(
    of packs: [LintedPack], known: [String: PageImage] = [:], limits: DecodingLimits, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(CancellationError) -> [String: PageImage] {
    let found = Set(packs.flatMap(\.separateFindings).map(\.file))
    var seen: Set<String> = []
    let shown = packs.flatMap(\.facts.shownStickers).filter { _, facts in
      guard facts.image != nil, let hash = facts.contentHash else { return false }
      return seen.insert(hash).inserted
    }
    var weight = 0
    let work =
      (shown.filter { found.contains($0.source.displayPath) }
      + shown.filter { !found.contains($0.source.displayPath) })
      .map { (asset: $0.facts, weight: $0.facts.image?.isAnimated == true ? animationWeight : 1) }
      .prefix { entry in
        weight += entry.weight
        return weight * leastShare <= pageBytes
      }
    let share = pageBytes / max(1, work.reduce(0) { $0 + $1.weight })
    let images = try await Array(work).concurrentMap(jobs: jobs, progress: progress) {
      asset, weight -> PageImage? in
      let ceiling = share * weight
      if let image = known[asset.contentHash ?? ""], image.byteCount <= ceiling { return image }
      return PageImage(of: asset, limits: limits, ceiling: ceiling)
    }
    return Dictionary(
      zip(work, images).compactMap { work, image in
        guard let hash = work.asset.contentHash, let image else { return nil }
        return (hash, image)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The size of the file, in bytes.
  private var byteCount: Int { data.utf8.count / 4 * 3 }

  /// The longer side of the largest image in pixels: Messages shows no sticker larger.
  private static let longestSide = 618
  /// The number of pixels of all frames together: 36 frames of 408 × 408. Browsers keep 4 bytes for
  /// each while they play.
  private static let mostPixels = 6_000_000
  /// How much larger a GIF may be as an APNG. Measured on three of Noto Emoji's: 2.0.
  private static let growthOfGIF = 2.2

  /// Reads an image again; nil if it has changed since it was linted.
  fileprivate init?(of asset: AssetFacts, limits: DecodingLimits, ceiling: Int) {
    guard
      let file = try? asset.assembled
        ?? StickerFiles(reading: asset.source, limits: limits).image(),
      file.sha256 == asset.contentHash
    else { return nil }
    self.init(decoding: file.bytes, limits: limits, ceiling: ceiling)
  }

  /// Decodes an image, as far as it can be decoded, and scales it down until it fits. Nil if it shows
  /// nothing.
  ///
  /// - Parameter ceiling: the size of the largest file, in bytes.
  init?(decoding bytes: [UInt8], limits: DecodingLimits, ceiling: Int) {
    guard var decoder = try? ImageDecoder(bytes, limits: limits) else { return nil }
    let isGIF = decoder.format == .gif
    var frames: [FrameEntry] = []
    var canvases: [Bitmap] = []
    var resampler: Resampler?
    var defects: [Defect] = []
    while let canvas = decoder.nextFrame(collecting: &defects)?.canvas {
      if canvases.isEmpty {
        // Not before: the table of a file that exceeds a limit may have millions of entries.
        frames = decoder.isAnimated ? decoder.container.frameTable : []
        let pixels = canvas.width * canvas.height * max(1, frames.count)
        // Probably fits: encoding an animation twice takes seconds.
        resampler = Self.resampler(
          of: canvas,
          by: min(
            Double(Self.longestSide) / Double(max(canvas.width, canvas.height)),
            Self.factor(from: pixels, to: Self.mostPixels),
            Self.factor(from: bytes.count, to: ceiling, growth: isGIF ? Self.growthOfGIF : 1)))
      }
      canvases.append(resampler?.resample(canvas) ?? canvas)
    }
    let delays = zip(canvases, frames).map { _, frame in
      CanvasAnimation.Delay(seconds: decoder.format.played(frame.delayMilliseconds) / 1000)
    }
    let (isJPEG, isAnimated) = (decoder.format == .jpeg, decoder.isAnimated)
    let plays = decoder.loop?.numPlays ?? 0
    // A PNG cannot store the profile of a GIF.
    let colors =
      isGIF ? ColorDescription() : ColorDescription(of: decoder.container, bytes: bytes)
    func encoded() throws(ImageError) -> [UInt8] {
      if isAnimated {
        return try ImageEncoder.apng(
          CanvasAnimation(canvases: canvases, delays: delays), plays: plays, colors: colors)
      }
      return try isJPEG
        ? ImageEncoder.jpeg(canvases[0], colors: colors)
        : ImageEncoder.png(canvases[0], colors: colors)
    }
    guard !canvases.isEmpty, var file = try? encoded() else { return nil }
    while file.count > ceiling,
      let smaller = Self.resampler(
        of: canvases[0], by: Self.factor(from: file.count, to: ceiling, growth: 1.2))
    {
      canvases = canvases.map(smaller.resample)
      guard let next = try? encoded() else { return nil }
      file = next
    }
    self.init(
      type: isJPEG ? "image/jpeg" : "image/png", file: file, width: canvases[0].width,
      height: canvases[0].height, isAnimated: isAnimated)
  }

  /// The factor for the sides of an image with which its bytes or pixels become fewer.
  ///
  /// - Parameter growth: how much larger the count may become for other reasons.
  private static func factor(from count: Int, to most: Int, growth: Double = 1) -> Double {
    (Double(most) / (Double(count) * growth)).squareRoot()
  }

  /// Scales canvases of the size of one by a factor; nil if that does not make them smaller.
  private static func resampler(of canvas: Bitmap, by factor: Double) -> Resampler? {
    let width = max(1, Int(Double(canvas.width) * factor))
    let height = max(1, Int(Double(canvas.height) * factor))
    guard width < canvas.width || height < canvas.height else { return nil }
    return Resampler(
      fromWidth: canvas.width, fromHeight: canvas.height, toWidth: width, toHeight: height)
  }
}
