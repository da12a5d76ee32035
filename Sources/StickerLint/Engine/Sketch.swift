package import Pixels

/// A drawn image as data: what an example of a rule needs, and no more. As it stands it is a brown
/// disc of 343 px on a transparent canvas of 408 × 408 px, in a PNG that no rule finds anything in.
package struct Sketch: Sendable, Equatable {
  /// A format that is written.
  package enum Format: String, Sendable {
    /// A PNG; with frames, an APNG.
    case png
    /// A GIF.
    case gif
    /// A JPEG.
    case jpeg
  }

  /// How a PNG keeps its pixels.
  package enum Coding: Sendable, Equatable {
    /// Red, green, blue and alpha, 8 bits each.
    case rgba
    /// Red, green and blue, 8 bits each; nothing can be seen through.
    case rgb
    /// Red, green, blue and alpha, 16 bits each.
    case rgba16
    /// A palette with alpha, 8 bits an index. There may be at most 256 colors.
    case palette
  }

  /// What one canvas shows.
  package struct Art: Sendable, Equatable {
    /// The form of the art.
    package enum Shape: Sendable, Equatable {
      /// A disc, or an ellipse, with a soft edge.
      case disc
      /// A rectangle.
      case box
    }

    /// The form of the art.
    package var shape = Shape.disc
    /// Its width in pixels; 84% of the canvas's shorter side unless said otherwise; 0 for nothing.
    package var width: Int?
    /// Its height in pixels; the same as its width unless said otherwise.
    package var height: Int?
    /// How far its middle lies right of the canvas's, in pixels.
    package var x = 0
    /// How far its middle lies below the canvas's, in pixels.
    package var y = 0
    /// Its color as 0xRRGGBB.
    package var fill: UInt32 = 0x9C5F32
    /// The color of its lower quarter, which has no rim and no matte.
    package var lower: UInt32?
    /// The color of a rim of 12 px inside of its edge.
    package var rim: UInt32?
    /// The color that is left in its soft edge.
    package var matte: UInt32?
    /// An opaque color behind it, which fills the canvas.
    package var backdrop: UInt32?
    /// Further rectangles of its color.
    package var specks: [PixelRect] = []
    /// How many rows, from the top, have a picture under their transparent pixels.
    package var hiddenRows = 0

    /// Art in another color for each number, so that the stickers of a pack do not look alike.
    package static func other(_ number: Int) -> Art {
      let fills: [UInt32] = [0x9C5F32, 0xC8402E, 0x3F7A4D, 0x8A4FA3, 0xB07A10]
      return Art(fill: fills[number % fills.count])
    }

    /// A brown disc in the middle.
    package static let disc = Art()
    /// Nothing at all.
    package static let nothing = Art(width: 0)
  }

  /// A canvas of an animation, and for how long it is shown.
  package struct Frame: Sendable, Equatable {
    /// What is shown.
    package var art: Art
    /// For how long, in milliseconds, 0 to 65,535; a GIF keeps hundredths of a second.
    package var milliseconds: Int

    /// Creates a frame.
    package init(_ art: Art, milliseconds: Int = 100) {
      self.art = art
      self.milliseconds = milliseconds
    }
  }

  /// A change of the written file. Changes of chunks have right checksums, and are for PNGs only.
  package enum Edit: Sendable, Equatable {
    /// Puts a chunk before the first one of another type.
    case insertChunk(String, [UInt8], before: String)
    /// Takes the `number`th chunk of a type away, from 0.
    case removeChunk(String, number: Int = 0)
    /// Puts the first chunk of a type behind the first of another.
    case moveChunk(String, behind: String)
    /// Replaces bytes of the data of the `number`th chunk of a type, from 0.
    case setChunk(String, number: Int = 0, at: Int, to: [UInt8])
    /// Gives the first chunk of a type a wrong checksum.
    case breakChecksum(String)
    /// Puts bytes at the end.
    case append([UInt8])

    /// A packet of XMP with some properties, as attributes.
    static func xmp(_ properties: String) -> Edit {
      // No compression, no language.
      .insertChunk(
        "iTXt",
        Array("XML:com.adobe.xmp\0\0\0\0\0<rdf:Description \(properties)/>".utf8),
        before: "IDAT")
    }

    /// A comment whose chunk has a number of bytes of data, 8 or more.
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
  /// What a still shows, or the static image of an animation that does not show it.
  package var art: Art?
  /// The frames of an animation; none for a still.
  package var frames: [Frame]
  /// How often an animation plays, 0 forever; nil leaves out a GIF's loop block.
  package var plays: Int?
  /// The file's format.
  package var format: Format
  /// How a PNG keeps its pixels.
  package var coding: Coding
  /// How many bytes a PNG has: grain in its art and a little padding bring it there.
  package var byteCount: Int?
  /// Changes of the written file, in their order.
  package var edits: [Edit]

  /// A still.
  ///
  /// - Parameters:
  ///   - side: the canvas's width, in pixels.
  ///   - height: the canvas's height; the same as its width unless said otherwise.
  package init(
    _ art: Art = .disc, side: Int = 408, height: Int? = nil, format: Format = .png,
    coding: Coding = .rgba, byteCount: Int? = nil, edits: [Edit] = []
  ) {
    width = side
    self.height = height ?? side
    self.art = art
    frames = []
    plays = nil
    self.format = format
    self.coding = coding
    self.byteCount = byteCount
    self.edits = edits
  }

  /// An animation.
  ///
  /// - Parameter hiddenArt: a static image that is not a frame.
  package init(
    _ frames: [Frame], side: Int = 408, plays: Int? = 0, hiddenArt: Art? = nil,
    format: Format = .png, coding: Coding = .rgba, edits: [Edit] = []
  ) {
    width = side
    height = side
    art = hiddenArt
    self.frames = frames
    self.plays = plays
    self.format = format
    self.coding = coding
    self.edits = edits
  }

  /// The name of a file that holds it, for a pack of one.
  var fileName: String {
    switch format {
    case .png: "hello.png"
    case .gif: "hello.gif"
    case .jpeg: "hello.jpg"
    }
  }
}

extension [Sketch.Frame] {
  /// Frames of a disc that breathes: no two are alike, no step is large, and the last leads back to
  /// the first.
  package static func breathing(_ count: Int = 3, milliseconds: Int = 100) -> [Sketch.Frame] {
    (0..<count).map { index in
      let step = Swift.min(index * 2, (count - index) * 2 - 1)
      return Sketch.Frame(Sketch.Art(width: 343 - step * 4), milliseconds: milliseconds)
    }
  }
}
