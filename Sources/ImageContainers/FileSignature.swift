/// The format that a file's first bytes identify, independent of its name.
public enum FileSignature: Sendable, Equatable {
  /// A PNG or APNG.
  case png
  /// A GIF87a or GIF89a.
  case gif
  /// A JPEG.
  case jpeg
  /// An image or video in a format that stickers cannot have.
  case unsupported(FileFormat)
  /// An empty file.
  case empty
  /// A Git LFS pointer, in place of a file that was not fetched.
  case gitLFSPointer
  /// None of the above.
  case unknown

  /// Whether the file is an image or video, even in a format that stickers cannot have.
  package var isImage: Bool {
    switch self {
    case .png, .gif, .jpeg, .unsupported: true
    case .empty, .gitLFSPointer, .unknown: false
    }
  }

  /// Identifies a file by its bytes; the first 4,096 are enough.
  public init(of bytes: [UInt8]) {
    if bytes.isEmpty {
      self = .empty
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.matches("GIF8", at: 0) {
      self = .gif
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.matches("version https://git-lfs.github.com/spec/", at: 0) {
      self = .gitLFSPointer
    } else if let format = Self.isoMedia(bytes) ?? Self.webP(bytes) ?? Self.plain(bytes) {
      self = .unsupported(format)
    } else {
      self = .unknown
    }
  }

  // The brand identifies HEIF and related formats (ISO/IEC 23008-12, annex B).
  private static func isoMedia(_ bytes: [UInt8]) -> FileFormat? {
    guard bytes.matches("ftyp", at: 4) else { return nil }
    return switch bytes.printableText(in: 8..<12) {
    case "heic", "heix", "mif1": .heic
    case "hevc", "hevx", "msf1": .heics
    case "avif": .avif
    case "avis": .animatedAVIF
    case "qt  ": .quickTime
    default: .mpeg4
    }
  }

  private static func webP(_ bytes: [UInt8]) -> FileFormat? {
    guard bytes.matches("RIFF", at: 0), bytes.matches("WEBP", at: 8) else { return nil }
    let isAnimated =
      bytes.matches("VP8X", at: 12) && bytes.count > 20 && bytes[20] & 0x02 != 0
    return isAnimated ? .animatedWebP : .webP
  }

  private static func plain(_ bytes: [UInt8]) -> FileFormat? {
    if bytes.matches("%PDF-", at: 0) { return .pdf }
    if bytes.matches("II*\0", at: 0) || bytes.matches("MM\0*", at: 0) { return .tiff }
    if bytes.matches("8BPS", at: 0) { return .photoshop }
    // Any text may begin with these two letters, so the header size is checked, too.
    if bytes.matches("BM", at: 0), let header = bytes.littleEndian32(at: 14),
      [12, 16, 40, 52, 56, 64, 108, 124].contains(header)
    {
      return .bmp
    }
    if bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C]) {
      return .jpegXL
    }
    if bytes.starts(with: [0, 0, 1, 0]) { return .ico }
    // Matroska begins the same way; its document type is at no fixed place (RFC 8794).
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .webM }
    // Telegram's animations are Lottie files in gzip (RFC 1952), which images are not otherwise.
    if bytes.starts(with: [0x1F, 0x8B, 8]) { return .tgs }
    if isSVG(bytes) { return .svg }
    return nil
  }

  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(1024)
    guard let first = head.first(where: { $0 > 0x20 && $0 < 0x80 }), first == UInt8(ascii: "<")
    else { return false }
    return head.indices.contains { bytes.matches("<svg", at: $0) }
  }
}
