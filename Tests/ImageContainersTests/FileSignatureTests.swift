import ImageContainers
import TestSupport
import Testing

@Suite("FileSignature")
struct FileSignatureTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var signature: FileSignature
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ signature: FileSignature) {
      self.name = name
      self.bytes = bytes
      self.signature = signature
    }

    init(_ name: String, _ text: String, _ signature: FileSignature) {
      self.init(name, Array(text.utf8), signature)
    }
  }

  static func brand(_ name: String) -> [UInt8] {
    [0, 0, 0, 24] + Array("ftyp\(name)".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
  }

  static func webP(_ chunk: String, flags: UInt8) -> [UInt8] {
    Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBP\(chunk)".utf8) + [10, 0, 0, 0, flags]
      + [UInt8](repeating: 0, count: 9)
  }

  static let examples = [
    Example("PNG", PNGBytes.still(1, 1, [0, 0, 0, 0]), .png),
    Example("APNG", PNGBytes.animation(1, 1, [[0, 0, 0, 0]]), .png),
    Example("GIF89a", GIFBytes.file(1, 1, [.init(width: 1, height: 1, index: 0)]), .gif),
    Example("GIF87a", "GIF87a", .gif),
    Example("JPEG with JFIF", JPEGBytes.color, .jpeg),
    Example("JPEG without JFIF", JPEGBytes.cmyk, .jpeg),
    Example("HEIC", brand("heic"), .unsupported(.heic)),
    Example("HEIC of 10 bits", brand("heix"), .unsupported(.heic)),
    Example("HEIF image", brand("mif1"), .unsupported(.heic)),
    Example("HEICS", brand("hevc"), .unsupported(.heics)),
    Example("HEIF sequence", brand("msf1"), .unsupported(.heics)),
    Example("AVIF", brand("avif"), .unsupported(.avif)),
    Example("AVIF sequence", brand("avis"), .unsupported(.animatedAVIF)),
    Example("QuickTime", brand("qt  "), .unsupported(.quickTime)),
    Example("MPEG-4", brand("isom"), .unsupported(.mpeg4)),
    Example("lossy WebP", webP("VP8 ", flags: 0x02), .unsupported(.webP)),
    Example("lossless WebP", webP("VP8L", flags: 0x2F), .unsupported(.webP)),
    Example(
      "still WebP with alpha", webP("VP8X", flags: 0x10), .unsupported(.webP)),
    Example("animated WebP", webP("VP8X", flags: 0x12), .unsupported(.animatedWebP)),
    Example("SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>", .unsupported(.svg)),
    Example(
      "SVG with a prolog", "<?xml version=\"1.0\"?>\n<!-- a comment -->\n<svg/>",
      .unsupported(.svg)),
    Example("SVG with a byte order mark", "\u{FEFF}<?xml version='1.0'?><svg>", .unsupported(.svg)),
    Example("SVG after blank lines", "\r\n\t <svg/>", .unsupported(.svg)),
    Example("other XML", "<?xml version='1.0'?><plist/>", .unknown),
    Example("text about SVG", "Write <svg> first", .unknown),
    Example("PDF", "%PDF-1.7\n", .unsupported(.pdf)),
    Example("TIFF, little-endian", [0x49, 0x49, 42, 0, 8, 0, 0, 0], .unsupported(.tiff)),
    Example("TIFF, big-endian", [0x4D, 0x4D, 0, 42, 0, 0, 0, 8], .unsupported(.tiff)),
    Example(
      "BMP", Array("BM".utf8) + [14, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0],
      .unsupported(.bmp)),
    Example("text that begins as a BMP", "BMX is a sport", .unknown),
    Example("Photoshop", Array("8BPS".utf8) + [0, 1], .unsupported(.photoshop)),
    Example(
      "WebM", [0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x86, 0x81],
      .unsupported(.webM)),
    Example(
      "TGS", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0],
      .unsupported(.tgs)),
    Example("ICO", [0, 0, 1, 0, 1, 0, 16, 16], .unsupported(.ico)),
    Example("JPEG XL stream", [0xFF, 0x0A, 0, 0], .unsupported(.jpegXL)),
    Example(
      "JPEG XL file", [0, 0, 0, 12] + Array("JXL ".utf8) + [13, 10, 0x87, 10],
      .unsupported(.jpegXL)),
    Example(
      "Git LFS pointer",
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", .gitLFSPointer),
    Example("nothing", [UInt8](), .empty),
    Example("plain text", "hello", .unknown),
    Example("one byte", [0x89], .unknown),
    Example("two bytes of a JPEG", [0xFF, 0xD8], .unknown),
    Example("zeros", [UInt8](repeating: 0, count: 64), .unknown),
  ]

  @Test("the first bytes identify the format", arguments: examples)
  func names(_ example: Example) {
    #expect(FileSignature(of: example.bytes) == example.signature)
    let isSticker = [.png, .gif, .jpeg].contains(example.signature)
    #expect((ImageContainer(example.bytes) != nil) == isSticker)
  }

  @Test("an unsupported format has a name, and is animated or not")
  func unsupported() {
    let formats: [(FileFormat, String, Bool)] = [
      (.webP, "WebP", false), (.animatedWebP, "animated WebP", true),
      (.animatedAVIF, "animated AVIF", true), (.heic, "HEIC", false), (.heics, "HEICS", true),
      (.quickTime, "QuickTime", true), (.photoshop, "Photoshop", false),
    ]
    for (format, name, isAnimated) in formats {
      #expect(format.name == name && format.isAnimated == isAnimated)
    }
  }

  @Test("the first bytes of a file are enough", arguments: examples)
  func anyLength(_ example: Example) {
    for length in example.bytes.indices {
      let signature = FileSignature(of: Array(example.bytes[..<length]))
      if length == 0 { #expect(signature == .empty) }
      if length > 0 { #expect(signature != .empty) }
    }
  }
}
