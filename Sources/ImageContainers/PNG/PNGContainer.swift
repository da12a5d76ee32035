/// A PNG or APNG walked chunk by chunk: what it declares, where its data lies, what is wrong with it.
///
/// Source of every rule: W3C, Portable Network Graphics (PNG) Specification, Third Edition.
package struct PNGContainer: Sendable, Codable {
  /// The color types of IHDR.
  package enum ColorType: Int, Sendable, Codable {
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

  /// What IHDR declares.
  package struct Header: Sendable, Equatable, Codable {
    /// The canvas's width in pixels, 1 to 2^31 - 1.
    package var width: Int
    /// The canvas's height in pixels, 1 to 2^31 - 1.
    package var height: Int
    /// Bits in a sample, or in an index: 1, 2, 4, 8 or 16.
    package var bitDepth: Int
    /// What a pixel is made of.
    package var colorType: ColorType
    /// Whether the rows are stored in Adam7's seven passes.
    package var interlaced: Bool
  }

  /// Chunks of one type in a row.
  package struct ChunkRun: Sendable, Equatable, Codable {
    /// The four letters.
    package var type: String
    /// Where the first begins, in bytes.
    package var offset: Int
    /// How many there are.
    package var count: Int
    /// Their data without length, type and CRC, in bytes.
    package var byteCount: Int
  }

  /// An fcTL chunk and the image data that belongs to it.
  package struct Frame: Sendable, Equatable, Codable {
    /// The frame as the table shows it.
    package var entry: FrameEntry
    /// The pieces of the frame's zlib stream, in bytes of the file.
    package var data: [Range<Int>]
  }

  /// What acTL and the fcTL chunks declare.
  package struct Animation: Sendable, Codable {
    /// acTL's num_frames.
    package var declaredFrames: Int
    /// acTL's num_plays; 0 plays forever.
    package var plays: Int
    /// The frames, in file order.
    package var frames: [Frame]
    /// Whether the image in IDAT is the first frame; otherwise it is hidden from viewers that animate.
    package var defaultImageIsFrame: Bool
  }

  /// What IHDR declares; nil when it is missing or makes no sense.
  package internal(set) var header: Header?
  /// The palette's entries, in bytes of the file; three bytes each.
  package internal(set) var palette: Range<Int>?
  /// The data of tRNS, in bytes of the file.
  package internal(set) var transparency: Range<Int>?
  /// The pieces of the static image's zlib stream, in bytes of the file.
  package internal(set) var imageData: [Range<Int>] = []
  /// iCCP, sRGB, cICP, gAMA and cHRM, whole, in bytes of the file: they say what the colors mean.
  package internal(set) var colorChunks: [Range<Int>] = []
  /// The name that iCCP gives its profile.
  package internal(set) var profileName: String?
  /// All chunks, in file order, with runs of one type taken together.
  package internal(set) var chunks: [ChunkRun] = []
  /// The animation, if acTL stands before IDAT.
  package internal(set) var animation: Animation?
  /// What the file carries besides its picture.
  package internal(set) var metadata = Metadata()
  /// All that is wrong, in file order.
  package internal(set) var defects: [Defect] = []

  /// Walks a file that begins as a PNG does.
  package init(_ bytes: [UInt8]) {
    var walk = PNGWalk(bytes)
    walk.run()
    self = walk.result
  }

  /// The color chunk types that survive a rescale, as they describe colors and not the image.
  static let colorChunkTypes: Set<String> = ["iCCP", "sRGB", "cICP", "gAMA", "cHRM"]
}
