/// The structure of a JPEG: what it declares, where its profile is, and its defects.
///
/// Source: ITU-T T.81 (JPEG), annexes B and G; JFIF 1.02; Exif 2.32; ICC.1:2010, B.4.
package struct JPEGContainer: Sendable {
  /// The coding process, which the start-of-frame marker names.
  package enum Coding: String, Sendable {
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
  /// Bits per sample: 8; rarely 12 or 16.
  package internal(set) var precision = 8
  /// Color components: 1 for gray, 3 for color, 4 for CMYK.
  package internal(set) var components = 0
  /// The coding process; nil without a start-of-frame segment.
  package internal(set) var coding: Coding?
  /// The color transform in Adobe's segment: 0 for none, 1 for YCbCr, 2 for YCCK.
  package internal(set) var adobeTransform: Int?
  /// The Exif orientation, 1 to 8; 1 is upright.
  package internal(set) var orientation = 1
  /// The byte ranges of the whole APP2 segments of the ICC profile.
  package internal(set) var profileSegments: [Range<Int>] = []
  /// The color space in the profile's header: `RGB`, `CMYK` or `GRAY`.
  package internal(set) var profileColorSpace: String?
  package internal(set) var scans = 0
  /// The coefficients that the scans do not send to the last bit, of 64 per component: details that
  /// are missing everywhere in the image.
  package internal(set) var incompleteCoefficients = 0
  package internal(set) var metadata = Metadata()
  /// All defects, in file order.
  package internal(set) var defects: [Defect] = []

  /// Parses a file that begins as a JPEG.
  package init(_ bytes: [UInt8]) { self = JPEGParser(bytes).result }

  init() {}

  /// Whether the image is stored in the colors of print, which must be converted for a screen.
  package var isCMYK: Bool { components == 4 }
}
