/// A format of images and videos, with stills and animations as two where files of both kinds have one name.
///
/// Its raw value is its name in the files of destinations.
public enum FileFormat: String, Sendable, CaseIterable {
  /// A still PNG.
  case png
  /// An animated PNG.
  case apng
  /// A GIF, still or animated.
  case gif
  /// A JPEG.
  case jpeg
  /// A still WebP.
  case webP = "webp"
  /// An animated WebP.
  case animatedWebP = "webp-animated"
  /// A WebM video, or another file of Matroska.
  case webM = "webm"
  /// A sticker of Telegram: an animation of Lottie in gzip.
  case tgs
  /// An animation of Lottie.
  case lottie
  /// A still AVIF (ISO/IEC 23000-22).
  case avif
  /// An animated AVIF.
  case animatedAVIF = "avif-animated"
  /// A still HEIF image, usually in HEVC (ISO/IEC 23008-12).
  case heic
  /// An animation in HEIF.
  case heics
  /// A Windows bitmap.
  case bmp
  /// A Windows icon.
  case ico
  /// JPEG XL (ISO/IEC 18181).
  case jpegXL = "jxl"
  /// An MPEG-4 video, or another file of ISO base media.
  case mpeg4 = "mp4"
  /// A PDF document.
  case pdf
  /// A Photoshop document.
  case photoshop = "psd"
  /// A QuickTime movie.
  case quickTime = "mov"
  /// An SVG image.
  case svg
  /// A TIFF image.
  case tiff

  /// Creates the format of a file that decoders read.
  public init(_ format: ImageFormat) {
    self =
      switch format {
      case .png: .png
      case .apng: .apng
      case .gif: .gif
      case .jpeg: .jpeg
      }
  }

  /// The display name of the format.
  public var name: String {
    switch self {
    case .png, .apng, .gif, .jpeg, .tgs, .avif, .heic, .heics, .bmp, .ico, .pdf, .svg, .tiff:
      rawValue.uppercased()
    case .webP: "WebP"
    case .animatedWebP: "animated WebP"
    case .webM: "WebM"
    case .lottie: "Lottie"
    case .animatedAVIF: "animated AVIF"
    case .jpegXL: "JPEG XL"
    case .mpeg4: "MPEG-4"
    case .photoshop: "Photoshop"
    case .quickTime: "QuickTime"
    }
  }

  /// The usual file extension, without the dot.
  package var fileExtension: String {
    switch self {
    case .apng: "png"
    case .jpeg: "jpg"
    case .animatedWebP: "webp"
    case .animatedAVIF: "avif"
    case .lottie: "json"
    default: rawValue
    }
  }

  /// Whether its files can be animations or videos.
  public var canBeAnimated: Bool { self == .gif || isAnimated }

  /// Whether all its files are animations or videos.
  public var isAnimated: Bool {
    switch self {
    case .apng, .animatedWebP, .animatedAVIF, .webM, .tgs, .lottie, .heics, .mpeg4, .quickTime:
      true
    case .png, .gif, .jpeg, .webP, .avif, .heic, .bmp, .ico, .jpegXL, .pdf, .photoshop, .svg, .tiff:
      false
    }
  }

  /// Whether it is video, of which ffmpeg makes frames.
  package var isVideo: Bool { [.mpeg4, .quickTime, .webM].contains(self) }

  /// Whether it is WebP, still or animated.
  package var isWebP: Bool { self == .webP || self == .animatedWebP }
}
