public import ImageContainers
public import Pixels
public import StickerArt
public import StickerModel

/// All that is known about one file after it was read and decoded once; its pixels are let go.
public struct AssetFacts: Sendable {
  /// Where the file stands in its pack, its label and its exceptions.
  public var source: StickerSource
  /// The file's size, in bytes; 0 when it could not be read.
  public var byteCount = 0
  /// The SHA-256 of its bytes, by which it is known under any name: 64 digits in lower-case
  /// hexadecimal; nil when it could not be read.
  public var contentHash: String?
  /// What the file is by its first bytes; nil when it could not be read.
  public var signature: FileSignature?
  /// Why the file could not be read.
  public var readProblem: FileProblem?
  /// What keeps the frames of a sequence from being one.
  public var frameProblems: [StickerArt.FrameProblem] = []
  /// What the image is; nil when the file is no image of a sticker format.
  public var image: ImageFacts?

  /// Facts about a file that was not read yet.
  public init(source: StickerSource) { self.source = source }
}

/// What is known about an image of a sticker format.
public struct ImageFacts: Sendable, Codable {
  /// The walked file: formats, colours, frame table.
  public var container: ImageContainer
  /// The container's and the decoder's complaints, in file order.
  public var defects: [Defect]
  /// Whether viewers play more than the static image.
  public var isAnimated: Bool
  /// How many pixels can be seen in each canvas; empty when the image was not decoded.
  public var frameAlpha: [AlphaStatistics]
  /// How many pixels can be seen in the static image that an animation hides; nil without one.
  public var hiddenAlpha: AlphaStatistics?
  /// What the file says about its colours.
  public var colors: StatedColors
  /// What compressing the image data again would save; nil where it would save nothing or where it
  /// was not tried.
  public var recompression: RecompressedSize?
  /// What the canvases show, and for how long, as one number; nil when the image was not decoded.
  public var digest: CanvasDigest?
  /// What was measured on the first canvas that shows anything; nil when none does.
  public var picture: PictureFacts?
  /// What was measured from canvas to canvas; nil when the image does not move.
  public var motion: MotionFacts?
  /// What the first canvas takes as a PNG of 8 bits a channel, in bytes; measured for frames of a
  /// sequence only.
  public var bytesInFullColor: Int?

  /// The size of the image data, in bytes.
  public struct RecompressedSize: Sendable, Codable {
    /// As the file has it.
    public var own: Int
    /// Compressed again without loss.
    public var again: Int
  }

  /// Which of the four formats it is.
  public var format: ImageFormat { container.format }
  /// The canvas as a viewer shows it, in pixels.
  public var canvas: CanvasSize? { container.canvas }
  /// The frames as stored.
  public var frames: [FrameEntry] { container.frameTable }

  /// Whether every canvas was decoded, so that a rule may speak about pixels.
  public var isDecoded: Bool {
    !frameAlpha.isEmpty && !defects.contains { $0.kind == .corrupt || $0.kind == .truncated }
  }
}

extension AssetFacts {
  /// Reads and decodes the file of a sticker, or what its frames make. Nothing in a file makes this
  /// fail: what is wrong becomes part of the facts.
  public init(reading source: StickerSource, limits: DecodingLimits) {
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
  public init(source: StickerSource, bytes: [UInt8], limits: DecodingLimits) {
    self.init(source: source)
    examine(bytes, limits)
  }

  private mutating func examine(_ bytes: [UInt8], _ limits: DecodingLimits) {
    byteCount = bytes.count
    contentHash = SHA256.hexadecimal(bytes)
    signature = FileSignature(of: bytes)
    guard let container = ImageContainer(bytes) else { return }
    image = ImageFacts(decoding: container, bytes, limits, isFrame: source.role == .frame)
  }
}
