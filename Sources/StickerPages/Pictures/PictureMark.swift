internal import ImageContainers

/// A chunk that tells pictures of this program from art, which must not be overwritten.
struct PictureMark {
  private let chunk: [UInt8]
  /// Between IHDR and all other chunks.
  private static let offset = 33

  /// - Parameter option: the option that writes the picture.
  init(_ option: String) {
    chunk = PNGChunk.bytes("tEXt", Array("Software\u{0}stickerpack preview \(option)".utf8))
  }

  /// Returns a PNG with the mark.
  func added(to png: [UInt8]) -> [UInt8] {
    png.prefix(Self.offset) + chunk + png.dropFirst(Self.offset)
  }

  /// Whether a file that begins with some bytes has the mark.
  func isIn(_ head: some Collection<UInt8>) -> Bool {
    head.dropFirst(Self.offset).starts(with: chunk)
  }
}
