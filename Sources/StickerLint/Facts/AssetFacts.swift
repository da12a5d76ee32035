package import Basics
internal import ImageCodecs
package import ImageContainers
package import Pixels
package import StickerFit
package import StickerPacks

/// The facts about one sticker, frame or icon, from reading and decoding it once. Its pixels are not
/// kept.
package struct AssetFacts: Sendable {
  /// The file's place in its pack, its label and its settings.
  package var source: StickerSource
  /// The size of the image, in bytes; 0 if it could not be read.
  package var byteCount = 0
  /// The SHA-256 of the image, 64 digits of lower-case hexadecimal; nil if it could not be read. For a
  /// sequence this is the assembled APNG, and for a fitted sticker the result.
  package var contentHash: String?
  /// The SHA-256 of each file that was read: the sticker's own, or those of its frames in order.
  package var fileHashes: [String] = []
  /// The change that made the image small enough; nil if it is the art as it was drawn.
  package var change: StickerChange?
  /// An assembled or fitted image, if it was kept for a build.
  package var keptImage: HashedBytes?
  /// The file type by the first bytes; nil if the file could not be read.
  package var signature: FileSignature?
  /// The error of reading the file.
  package var readProblem: FileError?
  /// The reasons the frames of a sequence could not be assembled.
  package var frameProblems: [FrameProblem] = []
  /// The facts about the image; nil if the file has no supported format.
  package var image: ImageFacts?
  /// The header of a WebP file, which is not decoded.
  package var webP: WebPHeader?
  /// The art of the bundle that the image is compared with, if its bytes differ and can be decoded.
  package var bundled: BundledArt?

  /// Creates the facts about a file that was not read.
  package init(source: StickerSource) { self.source = source }

  /// The extension of the file's name in lower case; nil for an image that gets another one.
  var givenExtension: String? { change?.isConverted == true ? nil : source.givenExtension }
}

/// The identity of a bundle's art, to compare an image with it.
package struct BundledArt: Sendable {
  /// The SHA-256 of the image.
  let sha256: String
  /// The digest of the canvases and their delays.
  let digest: CanvasDigest
  let loop: LoopCount?

  /// Nil if the image cannot be decoded.
  package init?(_ art: AssetFacts) {
    guard let image = art.image, image.isDecoded, let digest = image.digest,
      let sha256 = art.contentHash
    else { return nil }
    (self.sha256, self.digest, loop) = (sha256, digest, image.container.loop)
  }
}

/// The facts about an image of a supported format.
package struct ImageFacts: Sendable {
  /// The parsed file: format, colors, frame table.
  package var container: ImageContainer
  /// The defects that decoding found, in file order. A build uses an image only if there are none.
  package var decodingDefects: [Defect]
  /// Whether viewers play frames instead of the static image.
  package var isAnimated: Bool
  /// The alpha statistics of each canvas; empty if the image was not decoded.
  package var frameAlpha: [AlphaStatistics]
  /// The bounds of the visible pixels of all canvases together; nil if there is none.
  package var artArea: PixelRect?
  /// The places where each canvas cuts its art off, in the order of `frameAlpha`.
  package var frameCuts: [[EdgeCut]]
  /// The alpha statistics of the static image that is not part of the animation; nil without one.
  package var hiddenAlpha: AlphaStatistics?
  /// The colors that the file states.
  package var colors: StatedColors
  /// The estimated result of compressing the image data again; nil if that saves nothing or was not tried,
  /// because the file is small.
  package var recompression: RecompressedSize?
  /// A digest of the canvases and their delays; nil if the image was not decoded.
  package var digest: CanvasDigest?
  /// The measurements of representative canvases, in playback order: of a still, the only one; of an
  /// animation, evenly spaced ones and the most opaque one. Canvases without a visible pixel are left
  /// out.
  package var pictures: [PictureFacts]
  /// The colors of the most opaque canvas; nil if no pixel is visible.
  package var artColors: ArtColors?
  /// The measurements between canvases; nil if the image is not animated.
  package var motion: MotionFacts?
  /// The size of the first canvas as a PNG of 8 bits per channel, in bytes; only for frames of a
  /// sequence.
  package var bytesInFullColor: Int?

  /// The size of the image data, in bytes.
  package struct RecompressedSize: Sendable {
    /// In the file.
    package var own: Int
    /// Compressed again, without loss.
    package var again: Int
  }

  /// All defects of the file: those of its structure, then those that decoding found.
  package var defects: [Defect] { container.defects + decodingDefects }
  package var format: ImageFormat { container.format }
  /// The canvas as a viewer shows it, in pixels.
  package var canvas: CanvasSize? { container.canvas }
  /// The frames as stored.
  package var frames: [FrameEntry] { container.frameTable }

  /// The measurements of the most opaque canvas, which shows most of the art; nil if no pixel is
  /// visible.
  package var picture: PictureFacts? {
    // If several are equal, the first.
    pictures.reduce(nil) { best, next in
      guard let best, frameAlpha[best.frame].opacity >= frameAlpha[next.frame].opacity else {
        return next
      }
      return best
    }
  }

  /// Whether every canvas was decoded, so rules can judge pixels.
  package var isDecoded: Bool {
    !frameAlpha.isEmpty && !defects.contains { $0.kind == .corrupt || $0.kind == .truncated }
  }
}

extension AssetFacts {
  /// Returns a smaller sticker; nil if it stays as it is.
  package typealias Fitting =
    (HashedBytes, StickerSource) -> (image: HashedBytes, change: StickerChange)?

  /// Reads and decodes a sticker's file, or assembles and decodes its frames. An invalid file is not
  /// an error: its problems are part of the facts.
  ///
  /// - Parameters:
  ///   - budget: for how many assembled and fitted images are kept; nil keeps none.
  ///   - fit: makes a sticker smaller, or returns nil; nil leaves all as they are.
  package init(
    reading source: StickerSource, limits: DecodingLimits, destination: Destination = .messages,
    keepingImages budget: ImageBudget? = nil, fitting fit: Fitting? = nil
  ) {
    self.init(source: source)
    let files = StickerFiles(reading: source, limits: limits)
    fileHashes = files.contents?.map { $0.sha256 } ?? []
    do {
      var image = try files.image()
      if source.role == .sticker, let fitted = fit?(image, source) {
        (image, change) = fitted
        change?.file = source.displayPath
      }
      examine(image, limits, destination)
      if source.sequence != nil || change != nil, budget?.reserve(image.bytes.count) == true {
        keptImage = image
      }
    } catch {
      switch error {
      case .unreadable(let error):
        readProblem = error
        if case .tooLarge(let size, _) = error { byteCount = size }
      case .invalidFrames(let problems): frameProblems = problems
      }
    }
  }

  /// Decodes the bytes of a file that was read elsewhere.
  package init(
    source: StickerSource, bytes: [UInt8], limits: DecodingLimits,
    destination: Destination = .messages
  ) {
    self.init(source: source)
    let image = HashedBytes(bytes)
    fileHashes = [image.sha256]
    examine(image, limits, destination)
  }

  private mutating func examine(
    _ file: HashedBytes, _ limits: DecodingLimits, _ destination: Destination
  ) {
    byteCount = file.bytes.count
    contentHash = file.sha256
    signature = FileSignature(of: file.bytes)
    // The signature already says that a format is unsupported.
    guard let decoder = try? ImageDecoder(file.bytes, limits: limits) else {
      webP = WebPHeader(file.bytes)
      return
    }
    image = ImageFacts(decoder, file.bytes, isFrame: source.role == .frame, destination)
  }
}
