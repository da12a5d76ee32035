/// The structure of a PNG or APNG: what it declares, where its data is, and its defects.
///
/// Source: W3C, Portable Network Graphics (PNG) Specification, Third Edition.
package struct PNGContainer: Sendable {
  /// The color types of IHDR.
  package enum ColorType: Int, Sendable {
    /// One gray sample.
    case gray = 0
    /// Red, green and blue.
    case rgb = 2
    /// An index into the palette.
    case indexed = 3
    /// Gray and alpha.
    case grayAlpha = 4
    /// Red, green, blue and alpha.
    case rgba = 6

    var depths: Set<Int> {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .indexed: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  /// The values of IHDR.
  package struct Header: Sendable, Equatable {
    /// The canvas's width in pixels, 1 to 2^31 - 1.
    package var width: Int
    /// The canvas's height in pixels, 1 to 2^31 - 1.
    package var height: Int
    /// Bits per sample or palette index: 1, 2, 4, 8 or 16.
    package var bitDepth: Int
    /// The channels of a pixel.
    package var colorType: ColorType
    /// Whether the rows are stored in Adam7's seven passes.
    package var interlaced: Bool
  }

  /// Consecutive chunks of one type.
  package struct ChunkRun: Sendable, Equatable {
    /// The chunk type, four letters.
    package var type: String
    /// The offset of the first, in bytes.
    package var offset: Int
    package var count: Int
    /// The size of their data without length, type and CRC, in bytes.
    package var byteCount: Int
  }

  /// An fcTL chunk and the image data that belongs to it.
  package struct Frame: Sendable, Equatable {
    package var entry: FrameEntry
    /// The byte ranges of the frame's zlib stream.
    package var data: [Range<Int>]
  }

  /// The values of acTL and the fcTL chunks.
  package struct Animation: Sendable {
    /// acTL's num_frames.
    package var declaredFrames: Int
    /// acTL's num_plays; 0 plays forever.
    package var plays: Int
    /// The frames, in file order.
    package var frames: [Frame]
    /// Whether the image in IDAT is the first frame; otherwise only viewers without APNG support
    /// show it.
    package var defaultImageIsFrame: Bool
  }

  /// The values of IHDR; nil if it is missing or invalid.
  package internal(set) var header: Header?
  /// The byte range of the palette, three bytes per color.
  package internal(set) var palette: Range<Int>?
  /// The byte range of the data of tRNS.
  package internal(set) var transparency: Range<Int>?
  /// The byte ranges of the static image's zlib stream.
  package internal(set) var imageData: [Range<Int>] = []
  /// The byte ranges of the whole iCCP, sRGB, cICP, gAMA and cHRM chunks, which define the color
  /// space. Malformed ones are left out.
  package internal(set) var colorChunks: [Range<Int>] = []
  /// The problem of the first malformed color chunk.
  package internal(set) var colorProblem: String?
  /// The profile name in iCCP.
  package internal(set) var profileName: String?
  /// All chunks, in file order; consecutive chunks of one type are one run.
  package internal(set) var chunks: [ChunkRun] = []
  /// The animation; nil without an acTL before IDAT.
  package internal(set) var animation: Animation?
  package internal(set) var metadata = Metadata()
  /// All defects, in file order.
  package internal(set) var defects: [Defect] = []

  /// Whether Xcode optimized the file for iOS: its pixels are BGRA, multiplied by alpha, in a deflate
  /// stream without the header and the checksum of zlib.
  package var isAppleOptimized: Bool { chunks.first?.type == "CgBI" }

  /// Parses a file that begins as a PNG.
  package init(_ bytes: [UInt8]) { self = PNGParser(bytes).result }

  init() {}

  /// The chunk types that remain valid when the image is scaled.
  static let colorChunkTypes: Set<String> = ["iCCP", "sRGB", "cICP", "gAMA", "cHRM"]
}
