package import Basics
internal import ImageCodecs
package import ImageContainers
internal import Pixels
package import StickerFit
internal import StickerLint
internal import StickerManifest
internal import StickerPacks

extension PageImage {
  /// The size of all images of a page together, in bytes. In Base64, with 60 stickers and their findings,
  /// the page is below 15 MB.
  private static let pageBytes = 10_000_000
  /// The largest number of runs in the masks of a page: about 1 MB.
  package static let mostMaskRuns = 400_000
  /// The smallest share of an image, in bytes. Less shows nothing, so only as many images are on a page as
  /// can have it.
  private static let leastShare = 4_000
  /// The share of an animation, as a multiple of a still's.
  private static let animationWeight = 4

  /// Decodes the versions of a sticker. If one is scaled down, no other is larger, so their pixels can be compared.
  ///
  /// - Parameter ceiling: the mean size of the largest files, in bytes. The first one, which usually needs most, may
  ///   have half more.
  /// - Returns: the images by SHA-256.
  package static func images(
    of versions: [HashedBytes], limits: DecodingLimits, ceiling: Int
  ) -> [String: PageImage] {
    var images: [String: PageImage] = [:]
    var side = Int.max
    // Once more for those before the smallest one.
    for version in versions + versions.dropLast() {
      if let known = images[version.sha256], max(known.width, known.height) <= side { continue }
      let others = images.filter { $0.key != version.sha256 }.values
      let room =
        others.isEmpty
        ? ceiling * (versions.count + 1) / 2
        : ceiling * versions.count - others.reduce(0) { $0 + $1.byteCount }
      guard
        let (image, isReduced) = decoded(version.bytes, limits: limits, ceiling: room, side: side)
      else { continue }
      images[version.sha256] = image
      if isReduced { side = min(side, max(image.width, image.height)) }
    }
    return images
  }

  /// Returns how large each image of a page may be, in bytes; only those that the page has room for.
  ///
  /// - Parameters:
  ///   - areAnimated: whether each sticker is an animation.
  ///   - versions: the number of images of each sticker.
  ///   - others: the size of the other images of the page, in bytes.
  package static func ceilings(
    for areAnimated: [Bool], versions: Int = 1, besides others: Int = 0
  ) -> [Int] {
    let room = pageBytes - others
    var total = 0
    let weights = areAnimated.map { $0 ? animationWeight : 1 }.prefix { weight in
      total += weight * versions
      return total * leastShare <= room
    }
    let share = room / max(1, weights.reduce(0, +) * versions)
    return weights.map { share * $0 }
  }

  /// The size of all close-ups of a page together, in bytes.
  private static let closeUpBytes = 3_000_000

  /// The close-ups of changes, as many as the page has room for: those of the lowest scores.
  ///
  /// - Returns: the images by SHA-256.
  package static func closeUps(of changes: [StickerChange]) -> [String: PageImage] {
    var room = closeUpBytes
    return Dictionary(
      firstOf: changes.sorted { $0.worstScore < $1.worstScore }.compactMap { $0.closeUp }
        .prefix { closeUp in
          room -= closeUp.files.reduce(0) { $0 + $1.bytes.count }
          return room >= 0
        }
        .flatMap { closeUp in
          closeUp.files.map { file in
            (
              file.sha256,
              PageImage(
                type: "image/png", file: file.bytes, width: closeUp.area.width,
                height: closeUp.area.height, isAnimated: false)
            )
          }
        })
  }

  /// The size of the file, in bytes.
  package var byteCount: Int { data.utf8.count / 4 * 3 }

  /// The number of pixels of all frames together: 36 frames of a regular sticker. Browsers keep 4 bytes for
  /// each while they play.
  private static let mostPixels = 6_000_000
  /// The factor by which a GIF may grow as an APNG. Measured on three of Noto Emoji's: 2.0.
  private static let growthOfGIF = 2.2

  /// Decodes an image, as far as it can be decoded, and scales it down until it fits. Its delays are those of the file.
  /// Nil if it shows nothing.
  ///
  /// - Parameters:
  ///   - ceiling: the size of the largest file, in bytes.
  ///   - side: the longest side, in pixels.
  private static func decoded(
    _ bytes: [UInt8], limits: DecodingLimits, ceiling: Int, side: Int
  ) -> (image: PageImage, isReduced: Bool)? {
    guard var decoder = try? ImageDecoder(bytes, limits: limits) else { return nil }
    var canvases = Canvases(ofBytes: bytes.count, ceiling: ceiling, side: side)
    var defects: [Defect] = []
    while let canvas = decoder.nextFrame(collecting: &defects)?.canvas {
      canvases.add(canvas, of: decoder)
    }
    guard let image = canvases.image(of: decoder, playedOn: nil) else { return nil }
    return (image, canvases.side > max(image.width, image.height))
  }

  /// The canvases of an image that is decoded, scaled down to a size that probably fits.
  struct Canvases {
    private let byteCount: Int
    private let ceiling: Int
    private let longestSide: Int
    private var frames: [FrameEntry] = []
    private var canvases: [Bitmap] = []
    private var resampler: Resampler?
    private var previous: Bitmap?
    /// The longer side of the art, in pixels.
    private(set) var side = 0

    /// - Parameters:
    ///   - byteCount: the size of the decoded file.
    ///   - ceiling: the size of the largest image, in bytes.
    ///   - side: the longest side of the image, in pixels.
    init(ofBytes byteCount: Int, ceiling: Int, side: Int = .max) {
      (self.byteCount, self.ceiling) = (byteCount, ceiling)
      longestSide = min(side, Destination.messages.largestSide)
    }

    /// Adds the next canvas.
    mutating func add(_ canvas: Bitmap, of decoder: ImageDecoder) {
      if canvases.isEmpty {
        // Not before: the table of a file that exceeds a limit may have millions of entries.
        side = max(canvas.width, canvas.height)
        frames = decoder.isAnimated ? decoder.container.frameTable : []
        let pixels = canvas.width * canvas.height * max(1, frames.count)
        let growth = decoder.format == .gif ? growthOfGIF : 1
        // Probably fits: encoding an animation twice takes seconds.
        resampler = Resampler(
          shrinking: canvas,
          by: min(
            Double(longestSide) / Double(side),
            factor(from: pixels, to: mostPixels),
            factor(from: byteCount, to: ceiling, growth: growth)))
      }
      canvases.append(
        resampler?.resample(canvas, after: previous, whoseResultIs: canvases.last) ?? canvas)
      previous = canvas
    }

    /// The image, scaled down until it fits. Nil if it shows nothing.
    ///
    /// - Parameter destination: the platform whose delays it plays at; nil for those of the file.
    func image(of decoder: ImageDecoder, playedOn destination: Destination?) -> PageImage? {
      var canvases = canvases
      let delays = zip(canvases, frames).map { _, frame in
        destination.map {
          Delay(seconds: $0.played(frame.delay.milliseconds, in: decoder.format) / 1000)
        } ?? frame.delay
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
  /// - Parameter growth: the factor by which the count may grow for other reasons.
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
