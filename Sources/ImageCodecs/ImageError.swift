public import ImageContainers

/// A failure to decode or encode an image.
public enum ImageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file cannot be read, and why: a sentence without a full stop.
  case unreadableFile(reason: String)
  /// The bytes do not begin as a PNG, GIF or JPEG.
  case unsupportedFormat(FileSignature)
  /// The format allows the file, but viewers cannot decode it: an Xcode-optimized PNG, lossless
  /// JPEG.
  case unsupportedCoding(Defect)
  /// The image is larger than the `DecodingLimits` allow.
  case limitExceeded(Defect)
  /// The file ends too early.
  case truncated(Defect)
  /// The file violates its format.
  case corrupt(Defect)
  /// libpng, giflib or libjpeg failed; its message.
  case codecFailed(String)

  /// The error for a defect that makes decoding fail.
  init(_ defect: Defect) {
    self =
      switch defect.kind {
      case .limit: .limitExceeded(defect)
      case .truncated: .truncated(defect)
      case .appleOptimized, .unsupportedCoding: .unsupportedCoding(defect)
      case .corrupt, .trailingBytes, .frameCount, .frameSequence, .frameArea, .frameOperation,
        .frameOrder, .frameData:
        .corrupt(defect)
      }
  }

  /// One sentence in lower case without a period.
  public var description: String {
    switch self {
    case .unreadableFile(let reason): "the file cannot be read: \(reason)"
    case .unsupportedFormat(let signature):
      "unsupported format: expected PNG, GIF or JPEG, found \(signature.name)"
    case .unsupportedCoding(let defect), .limitExceeded(let defect), .truncated(let defect),
      .corrupt(let defect):
      defect.message
    case .codecFailed(let message): message
    }
  }
}

extension FileSignature {
  fileprivate var name: String {
    switch self {
    case .png: "PNG"
    case .gif: "GIF"
    case .jpeg: "JPEG"
    case .unsupported(let format): format.name
    case .empty: "an empty file"
    case .gitLFSPointer: "a Git LFS pointer"
    case .unknown: "unknown data"
    }
  }
}
