/// An image or video format that stickers cannot have.
public enum UnsupportedFormat: Sendable, Hashable {
  /// AVIF (ISO/IEC 23000-22).
  case avif(animated: Bool)
  /// A Windows bitmap.
  case bmp
  /// A still HEIF image, usually in HEVC (ISO/IEC 23008-12).
  case heic
  /// An animation in HEIF.
  case heics
  /// A Windows icon.
  case ico
  /// JPEG XL (ISO/IEC 18181).
  case jpegXL
  /// An MPEG-4 video, or another file of ISO base media.
  case mpeg4
  /// A PDF document.
  case pdf
  /// A Photoshop document.
  case photoshop
  /// A QuickTime movie.
  case quickTime
  /// An SVG image.
  case svg
  /// A sticker of Telegram: an animation of Lottie in gzip.
  case tgs
  /// A TIFF image.
  case tiff
  /// A WebM video, or another file of Matroska.
  case webM
  /// WebP.
  case webP(animated: Bool)

  /// The display name of the format.
  public var name: String {
    switch self {
    case .avif: "AVIF"
    case .bmp: "BMP"
    case .heic: "HEIC"
    case .heics: "HEICS"
    case .ico: "ICO"
    case .jpegXL: "JPEG XL"
    case .mpeg4: "MPEG-4"
    case .pdf: "PDF"
    case .photoshop: "Photoshop"
    case .quickTime: "QuickTime"
    case .svg: "SVG"
    case .tgs: "TGS"
    case .tiff: "TIFF"
    case .webM: "WebM"
    case .webP: "WebP"
    }
  }

  /// Whether the file is an animation or video.
  public var isAnimated: Bool {
    switch self {
    case .avif(let isAnimated), .webP(let isAnimated): isAnimated
    case .heics, .mpeg4, .quickTime, .tgs, .webM: true
    case .bmp, .heic, .ico, .jpegXL, .pdf, .photoshop, .svg, .tiff: false
    }
  }
}
