package import Pixels

/// A drawn image as data: as much as the rules' examples need, and no more. The default is a brown
/// disc of 343 px on a transparent canvas of 408 × 408 px, a PNG in which no rule finds anything.
package struct Sketch: Sendable, Equatable {
  package enum Format: Sendable {
    /// With frames, an APNG.
    case png
    case gif, jpeg
    /// All gray.
    case cmykJPEG
  }

  /// The storage of a PNG's pixels.
  package enum Coding: Sendable, Equatable {
    /// Red, green, blue and alpha, 8 bits each.
    case rgba
    /// The same in Adam7's passes.
    case interlaced
    /// Red, green, blue and alpha, 16 bits each.
    case rgba16
    /// Red, green, blue and alpha, 8 bits each, as Xcode stores them: behind a CgBI chunk, in the order
    /// BGRA, multiplied by alpha, and without zlib's header and checksum.
    case apple
    /// Red, green and blue, 8 bits each, without transparency.
    case rgb
    /// Red, green and blue, 8 bits each, without compression. Black is transparent.
    case storedRGB
    /// A palette with alpha, 8 bits an index, of at most 256 colors.
    case palette
  }

  /// The art on one canvas.
  package struct Art: Sendable, Equatable {
    package enum Shape: Sendable, Equatable {
      /// A disc, or an ellipse, with a soft edge.
      case disc
      /// A rectangle.
      case box
    }

    package var shape = Shape.disc
    /// The width in pixels; 0 for nothing. The default is 84% of the canvas's shorter side.
    package var width: Int?
    /// The height in pixels. The default is the width.
    package var height: Int?
    /// The number of pixels of pixel art along its sides, scaled without smoothing; nil for other art.
    package var pixels: Int?
    /// The distance of its center to the right of the canvas's center, in pixels.
    package var x = 0
    /// The distance of its center below the canvas's center, in pixels.
    package var y = 0
    /// The color as 0xRRGGBB.
    package var fill: UInt32 = 0x9C5F32
    /// The color of the lower quarter, which has no rim and no matte.
    package var lower: UInt32?
    /// The color of a rim inside the edge.
    package var rim: UInt32?
    /// The width of the rim in pixels.
    package var rimWidth = 12
    /// The color of an uneven rim inside the edge, of 6 px on the left and nothing on the right.
    package var leftover: UInt32?
    /// The color that is left in the soft edge.
    package var matte: UInt32?
    /// An opaque color behind the shape that fills the canvas.
    package var backdrop: UInt32?
    /// Whether its edge has no partly transparent pixels.
    package var hasHardEdge = false
    /// Transparent rectangles in it.
    package var holes: [PixelRect] = []
    /// Further rectangles of the same color.
    package var specks: [PixelRect] = []
    /// The number of rows, from the top, that store colors in their transparent pixels.
    package var hiddenRows = 0
    /// Whether these colors are about that of the shape.
    package var hidesOwnColor = false
    /// The number of pixels inside the shape, from the top, that have random colors.
    package var noise = 0

    /// Art in a different color for each number, so the stickers of a pack look different.
    package static func other(_ number: Int) -> Art {
      let fills: [UInt32] = [0x9C5F32, 0xC8402E, 0x3F7A4D, 0x8A4FA3, 0xB07A10]
      return Art(fill: fills[number % fills.count])
    }

    package static let disc = Art()
    package static let nothing = Art(width: 0)
  }

  /// A canvas of an animation and how long it is shown.
  package struct Frame: Sendable, Equatable {
    package var art: Art
    /// The delay, 0 to 65,535; a GIF stores hundredths of a second.
    package var milliseconds: Int

    package init(_ art: Art, milliseconds: Int = 100) {
      self.art = art
      self.milliseconds = milliseconds
    }
  }

  /// A change to the written file. Changes to chunks are for PNGs only and keep checksums correct.
  package enum Edit: Sendable, Equatable {
    /// Inserts a chunk before the first one of another type.
    case insertChunk(String, [UInt8], before: String)
    /// Removes the `number`th chunk of a type, from 0.
    case removeChunk(String, number: Int = 0)
    /// Moves the first chunk of a type behind the first of another.
    case moveChunk(String, behind: String)
    /// Replaces bytes in the data of the `number`th chunk of a type, from 0.
    case setChunk(String, number: Int = 0, at: Int, to: [UInt8])
    /// Replaces bytes of a GIF's `number`th frame, from 0. The first 8 are its graphic control, the next 10 its
    /// descriptor.
    case setGIFFrame(_ number: Int, at: Int, to: [UInt8])
    /// Gives the first chunk of a type a wrong checksum.
    case breakChecksum(String)
    /// Appends bytes to the file.
    case append([UInt8])
    /// Removes bytes from the end of the file.
    case removeEnd(byteCount: Int)

    /// A packet of XMP with some properties, as attributes.
    static func xmp(_ properties: String) -> Edit {
      // No compression, no language.
      .insertChunk(
        "iTXt",
        Array("XML:com.adobe.xmp\0\0\0\0\0<rdf:Description \(properties)/>".utf8),
        before: "IDAT")
    }

    /// A comment whose chunk has a number of bytes of data, at least 8.
    static func comment(byteCount: Int) -> Edit {
      .insertChunk(
        "tEXt", Array("Comment\0".utf8) + Array(repeating: 0x2E, count: byteCount - 8),
        before: "IDAT")
    }
  }

  /// The canvas's width in pixels.
  package var width: Int
  /// The canvas's height in pixels.
  package var height: Int
  /// The art of a still, or of the static image of an animation that is not one of its frames.
  package var art: Art?
  /// The frames of an animation; none for a still.
  package var frames: [Frame] = []
  /// The number of plays of an animation, 0 for forever; nil omits a GIF's loop block.
  package var plays: Int?
  package var format: Format
  package var coding: Coding
  /// The size of a PNG file in bytes, reached by a private chunk of zeros.
  package var byteCount: Int?
  /// Changes to the written file, those to chunks first, each in order.
  package var edits: [Edit]

  /// Creates a still.
  ///
  /// - Parameters:
  ///   - side: the canvas's width, in pixels.
  ///   - height: the canvas's height; the default is its width.
  package init(
    _ art: Art = .disc, side: Int = 408, height: Int? = nil, format: Format = .png,
    coding: Coding = .rgba, byteCount: Int? = nil, edits: [Edit] = []
  ) {
    width = side
    self.height = height ?? side
    self.art = art
    self.format = format
    self.coding = coding
    self.byteCount = byteCount
    self.edits = edits
  }

  /// Creates an animation.
  ///
  /// - Parameter hiddenArt: a static image that is not a frame.
  package init(
    _ frames: [Frame], side: Int = 408, plays: Int? = 0, hiddenArt: Art? = nil,
    format: Format = .png, coding: Coding = .rgba, edits: [Edit] = []
  ) {
    self.init(side: side, format: format, coding: coding, edits: edits)
    art = hiddenArt
    self.frames = frames
    self.plays = plays
  }

  /// A file name for a pack of one sticker.
  var fileName: String {
    switch format {
    case .png: "hello.png"
    case .gif: "hello.gif"
    case .jpeg, .cmykJPEG: "hello.jpg"
    }
  }
}

extension [Sketch.Frame] {
  /// Frames of a disc that grows and shrinks: all are different, no step is large, and the last leads
  /// back to the first.
  package static func breathing(_ count: Int = 3, milliseconds: Int = 100) -> [Sketch.Frame] {
    (0..<count).map { index in
      let step = Swift.min(index * 2, (count - index) * 2 - 1)
      return Sketch.Frame(Sketch.Art(width: 343 - step * 4), milliseconds: milliseconds)
    }
  }
}
