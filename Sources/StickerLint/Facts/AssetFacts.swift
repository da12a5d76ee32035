internal import ImageCodecs
package import ImageContainers
package import Pixels
package import Basics
package import StickerPacks

/// All that is known about one file after it was read and decoded once; its pixels are let go.
package struct AssetFacts: Sendable {
  /// Where the file stands in its pack, its label and its exceptions.
  package var source: StickerSource
  /// The file's size, in bytes; 0 when it could not be read.
  package var byteCount = 0
  /// The SHA-256 of its bytes, by which it is known under any name: 64 digits in lower-case
  /// hexadecimal; nil when it could not be read.
  package var contentHash: String?
  /// What the file is by its first bytes; nil when it could not be read.
  package var signature: FileSignature?
  /// Why the file could not be read.
  package var readProblem: FileError?
  /// What keeps the frames of a sequence from being one.
  package var frameProblems: [StickerArt.FrameProblem] = []
  /// What the image is; nil when the file is no image of a sticker format.
  package var image: ImageFacts?

  /// Facts about a file that was not read yet.
  package init(source: StickerSource) { self.source = source }
}

/// What is known about an image of a sticker format.
package struct ImageFacts: Sendable, Codable {
  /// The walked file: formats, colors, frame table.
  package var container: ImageContainer
  /// The container's and the decoder's complaints, in file order.
  package var defects: [Defect]
  /// Whether viewers play more than the static image.
  package var isAnimated: Bool
  /// How many pixels can be seen in each canvas; empty when the image was not decoded.
  package var frameAlpha: [AlphaStatistics]
  /// How many pixels can be seen in the static image that an animation hides; nil without one.
  package var hiddenAlpha: AlphaStatistics?
  /// What the file says about its colors.
  package var colors: StatedColors
  /// What compressing the image data again would save; nil where it would save nothing or where it
  /// was not tried.
  package var recompression: RecompressedSize?
  /// What the canvases show, and for how long, as one number; nil when the image was not decoded.
  package var digest: CanvasDigest?
  /// What was measured on the first canvas that shows anything; nil when none does.
  package var picture: PictureFacts?
  /// What was measured from canvas to canvas; nil when the image does not move.
  package var motion: MotionFacts?
  /// What the first canvas takes as a PNG of 8 bits a channel, in bytes; measured for frames of a
  /// sequence only.
  package var bytesInFullColor: Int?

  /// The size of the image data, in bytes.
  package struct RecompressedSize: Sendable, Codable {
    /// As the file has it.
    package var own: Int
    /// Compressed again without loss.
    package var again: Int
  }

  /// Which of the four formats it is.
  package var format: ImageFormat { container.format }
  /// The canvas as a viewer shows it, in pixels.
  package var canvas: CanvasSize? { container.canvas }
  /// The frames as stored.
  package var frames: [FrameEntry] { container.frameTable }

  /// Whether every canvas was decoded, so that a rule may speak about pixels.
  package var isDecoded: Bool {
    !frameAlpha.isEmpty && !defects.contains { $0.kind == .corrupt || $0.kind == .truncated }
  }
}

extension AssetFacts {
  /// Reads and decodes the file of a sticker, or what its frames make. Nothing in a file makes this
  /// fail: what is wrong becomes part of the facts.
  package init(reading source: StickerSource, limits: DecodingLimits) {
    self.init(of: StickerFiles(reading: source, limits: limits))
  }

  /// Decodes a sticker whose files were read.
  init(of read: StickerFiles) {
    self.init(source: read.source)
    do {
      examine(try StickerArt(of: read).bytes, read.limits)
    } catch {
      switch error {
      case .file(let problem):
        readProblem = problem
        if case .tooLarge(let size, _) = problem { byteCount = size }
      case .frames(let problems): frameProblems = problems
      }
    }
  }

  /// Examines the bytes of a file that was read elsewhere.
  package init(source: StickerSource, bytes: [UInt8], limits: DecodingLimits) {
    self.init(source: source)
    examine(bytes, limits)
  }

  private mutating func examine(_ bytes: [UInt8], _ limits: DecodingLimits) {
    byteCount = bytes.count
    contentHash = SHA256.hexadecimal(bytes)
    signature = FileSignature(of: bytes)
    // The signature already says that a format is unsupported.
    guard let decoder = try? ImageDecoder(bytes, limits: limits) else { return }
    image = ImageFacts(decoder, bytes, isFrame: source.role == .frame)
  }
}
