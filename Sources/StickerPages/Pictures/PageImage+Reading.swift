package import Basics
internal import ImageCodecs
package import ImageContainers
internal import Pixels
package import StickerBundles
internal import StickerLint
internal import StickerManifest
package import StickerPacks

extension PageImage {
  /// The size of all images of a page together, in bytes. In Base64, with 60 stickers and their findings,
  /// the page is below 15 MB.
  private static let pageBytes = 10_000_000
  /// The largest number of runs in the masks of a page: about 1 MB.
  package static let mostMaskRuns = 400_000
  /// The smallest share of an image, in bytes. Less shows nothing, so only as many images are on a page as
  /// can have it.
  private static let leastShare = 4_000
  /// How many times as large as a still an animation may be.
  private static let animationWeight = 4

  /// Reads both versions of the changed stickers of two bundles.
  ///
  /// - Parameters:
  ///   - jobs: the number of images to read at the same time.
  ///   - progress: called after each image with the number of finished images and the total.
  /// - Returns: the images by SHA-256.
  package static func images(
    of difference: BundleDifference, in bundles: [BundledPacks], limits: DecodingLimits, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(CancellationError) -> [String: PageImage] {
    let stored = BundledImages(of: bundles)
    var seen: Set<String> = []
    let files = difference.stickers.filter { seen.insert($0.scales[0].sha256).inserted }.map {
      let digest = $0.scales[0].sha256
      return Source(sha256: digest, isAnimated: $0.animated) {
        stored.image(digest, limit: limits.fileBytes)
      }
    }
    return try await images(files, limits: limits, jobs: jobs, progress: progress)
  }

  /// A file that becomes an image.
  package struct Source: Sendable {
    /// The SHA-256 of the file.
    package var sha256: String
    /// Whether it is an animation.
    var isAnimated: Bool
    /// Nil if the file is missing or now has another SHA-256.
    var read: @Sendable () -> HashedBytes?

    /// Creates a source.
    package init(
      sha256: String, isAnimated: Bool, read: @escaping @Sendable () -> HashedBytes?
    ) {
      self.sha256 = sha256
      self.isAnimated = isAnimated
      self.read = read
    }
  }

  /// Reads files with different contents. If there are too many, the first ones have precedence.
  ///
  /// - Parameters:
  ///   - jobs: the number of images to read at the same time.
  ///   - progress: called after each image with the number of finished images and the total.
  /// - Returns: the images by SHA-256.
  package static func images(
    _ files: [Source], limits: DecodingLimits, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void
  ) async throws(CancellationError) -> [String: PageImage] {
    let work = zip(files, ceilings(for: files.map(\.isAnimated))).map { (file: $0, ceiling: $1) }
    let images = try await work.concurrentMap(jobs: jobs, progress: progress) { file, ceiling in
      file.read().flatMap { PageImage(decoding: $0.bytes, limits: limits, ceiling: ceiling) }
    }
    return Dictionary(
      uniqueKeysWithValues: zip(work, images).compactMap { work, image in
        image.map { (work.file.sha256, $0) }
      })
  }

  /// Returns how large each image of a page may be, in bytes; only those that the page has room for.
  ///
  /// - Parameter areAnimated: whether each image is an animation.
  package static func ceilings(for areAnimated: [Bool]) -> [Int] {
    var total = 0
    let weights = areAnimated.map { $0 ? animationWeight : 1 }.prefix { weight in
      total += weight
      return total * leastShare <= pageBytes
    }
    let share = pageBytes / max(1, weights.reduce(0, +))
    return weights.map { share * $0 }
  }

  /// The size of the file, in bytes.
  var byteCount: Int { data.utf8.count / 4 * 3 }

  /// The number of pixels of all frames together: 36 frames of a regular sticker. Browsers keep 4 bytes for
  /// each while they play.
  private static let mostPixels = 6_000_000
  /// How much larger a GIF may be as an APNG. Measured on three of Noto Emoji's: 2.0.
  private static let growthOfGIF = 2.2

  /// Decodes an image, as far as it can be decoded, and scales it down until it fits. Nil if it shows
  /// nothing.
  ///
  /// - Parameter ceiling: the size of the largest file, in bytes.
  package init?(
    decoding bytes: [UInt8], limits: DecodingLimits, ceiling: Int,
    profile: PlatformProfile = .iMessage
  ) {
    guard var decoder = try? ImageDecoder(bytes, limits: limits) else { return nil }
    var canvases = Canvases(ofBytes: bytes.count, ceiling: ceiling, profile)
    var defects: [Defect] = []
    while let canvas = decoder.nextFrame(collecting: &defects)?.canvas {
      canvases.add(canvas, of: decoder)
    }
    guard let image = canvases.image(of: decoder) else { return nil }
    self = image
  }

  /// The canvases of an image that is decoded, scaled down to a size that probably fits.
  struct Canvases {
    private let byteCount: Int
    private let ceiling: Int
    private let profile: PlatformProfile
    private var frames: [FrameEntry] = []
    private var canvases: [Bitmap] = []
    private var resampler: Resampler?
    private var previous: Bitmap?

    /// - Parameters:
    ///   - byteCount: the size of the decoded file.
    ///   - ceiling: the size of the largest image, in bytes.
    init(ofBytes byteCount: Int, ceiling: Int, _ profile: PlatformProfile) {
      (self.byteCount, self.ceiling, self.profile) = (byteCount, ceiling, profile)
    }

    /// Adds the next canvas.
    mutating func add(_ canvas: Bitmap, of decoder: ImageDecoder) {
      if canvases.isEmpty {
        // Not before: the table of a file that exceeds a limit may have millions of entries.
        frames = decoder.isAnimated ? decoder.container.frameTable : []
        let pixels = canvas.width * canvas.height * max(1, frames.count)
        let growth = decoder.format == .gif ? growthOfGIF : 1
        // Probably fits: encoding an animation twice takes seconds.
        resampler = Resampler(
          shrinking: canvas,
          by: min(
            Double(profile.largestSide) / Double(max(canvas.width, canvas.height)),
            factor(from: pixels, to: mostPixels),
            factor(from: byteCount, to: ceiling, growth: growth)))
      }
      canvases.append(
        resampler?.resample(canvas, after: previous, whoseResultIs: canvases.last) ?? canvas)
      previous = canvas
    }

    /// The image, scaled down until it fits. Nil if it shows nothing.
    func image(of decoder: ImageDecoder) -> PageImage? {
      var canvases = canvases
      let delays = zip(canvases, frames).map { _, frame in
        Delay(seconds: profile.played(frame.delay.milliseconds, in: decoder.format) / 1000)
      }
      let (isJPEG, isAnimated) = (decoder.format == .jpeg, decoder.isAnimated)
      let loop = decoder.loop ?? .forever
      let colors = decoder.colors
      func encoded() throws(ImageError) -> [UInt8] {
        if isAnimated {
          return try ImageEncoder.apng(
            CanvasAnimation(canvases: canvases, delays: delays), loop: loop, colors: colors)
        }
        return try isJPEG
          ? ImageEncoder.jpeg(canvases[0], colors: colors)
          : ImageEncoder.png(canvases[0], colors: colors)
      }
      guard !canvases.isEmpty, var file = try? encoded() else { return nil }
      while file.count > ceiling,
        let smaller = Resampler(
          shrinking: canvases[0], by: factor(from: file.count, to: ceiling, growth: 1.2))
      {
        var previous: Bitmap?
        canvases = canvases.reduce(into: []) { scaled, canvas in
          scaled.append(smaller.resample(canvas, after: previous, whoseResultIs: scaled.last))
          previous = canvas
        }
        guard let next = try? encoded() else { return nil }
        file = next
      }
      return PageImage(
        type: isJPEG ? "image/jpeg" : "image/png", file: file, width: canvases[0].width,
        height: canvases[0].height, isAnimated: isAnimated)
    }
  }

  /// The scale factor that reduces an image to a byte or pixel count.
  ///
  /// - Parameter growth: how much larger the count may become for other reasons.
  private static func factor(from count: Int, to most: Int, growth: Double = 1) -> Double {
    (Double(most) / (Double(count) * growth)).squareRoot()
  }
}

extension Resampler {
  /// Returns a canvas in the target size. Only what differs from the canvas before it is resampled.
  fileprivate func resample(
    _ canvas: Bitmap, after previous: Bitmap?, whoseResultIs last: Bitmap?
  ) -> Bitmap {
    guard let previous, var result = last else { return resample(canvas) }
    if let area = canvas.changedArea(from: previous) {
      update(&result, to: canvas, changed: area)
    }
    return result
  }
}
