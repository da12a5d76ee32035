/// A JPEG walked segment by segment: what it declares, where its profile lies, what is wrong with it.
///
/// Source of every rule: ITU-T T.81 (JPEG), annex B; JFIF 1.02; Exif 2.32; ICC.1:2010, B.4.
package struct JPEGContainer: Sendable, Codable {
  /// How the coefficients are coded, by the start-of-frame marker.
  package enum Coding: String, Sendable, Codable {
    /// SOF0: 8-bit sequential.
    case baseline
    /// SOF1: sequential with more tables or 12 bits.
    case extended
    /// SOF2: progressive.
    case progressive
    /// SOF3, 7, 11 and 15.
    case lossless
    /// SOF5, 6, 13 and 14.
    case hierarchical
    /// SOF9 and 10: arithmetic coding.
    case arithmetic
  }

  /// The stored width in pixels, before the orientation is applied.
  package internal(set) var width = 0
  /// The stored height in pixels, before the orientation is applied.
  package internal(set) var height = 0
  /// Bits in a sample: 8, or 12 or 16 in rare files.
  package internal(set) var precision = 8
  /// Color components: 1 gray, 3 color, 4 inks.
  package internal(set) var components = 0
  /// How the coefficients are coded; nil without a start-of-frame segment.
  package internal(set) var coding: Coding?
  /// The color transform that Adobe's segment names: 0 none, 1 YCbCr, 2 YCCK.
  package internal(set) var adobeTransform: Int?
  /// The Exif orientation, 1 to 8; 1 is upright.
  package internal(set) var orientation = 1
  /// The APP2 segments of the ICC profile, whole, in bytes of the file.
  package internal(set) var profileSegments: [Range<Int>] = []
  /// The color space that the profile's header names: `RGB`, `CMYK`, `GRAY`.
  package internal(set) var profileColorSpace: String?
  /// How many scans there are.
  package internal(set) var scans = 0
  /// Whether the file says that it holds several pictures (CIPA DC-007, Multi-Picture Format).
  package internal(set) var holdsSeveralPictures = false
  /// What the file carries besides its picture.
  package internal(set) var metadata = Metadata()
  /// All that is wrong, in file order.
  package internal(set) var defects: [Defect] = []

  /// Walks a file that begins as a JPEG does.
  package init(_ bytes: [UInt8]) {
    var walk = JPEGWalk(bytes)
    walk.run()
    self = walk.result
  }

  init(walking: Void) {}

  /// Whether the picture is stored as inks for print, which screens cannot show as they are.
  package var isCMYK: Bool { components == 4 }
}
