/// The structure of a GIF: what it declares, where its data is, and its defects.
///
/// Source: CompuServe, Graphics Interchange Format, Version 89a; the loop count is
/// in Netscape's application extension, which every viewer supports.
package struct GIFContainer: Sendable {
  /// An image descriptor and its graphic control extension.
  package struct Frame: Sendable, Equatable {
    /// The frame's entry in the frame table. The screen clips frames that extend beyond it.
    package var entry: FrameEntry
    /// The byte range of the local palette, three bytes per color.
    package var localPalette: Range<Int>?
    /// Whether the rows are stored in the four passes of GIF interlacing.
    package var interlaced: Bool
    /// The disposal method if the format does not define it, 4 to 7. The entry has `none`.
    package var undefinedDisposal: Int?
    /// The palette index of transparent pixels.
    package var transparentIndex: UInt8?
    /// The byte range from the LZW minimum code size through the block terminator.
    package var data: Range<Int>
  }

  /// The logical screen's width in pixels, 0 to 65,535.
  package internal(set) var width = 0
  /// The logical screen's height in pixels, 0 to 65,535.
  package internal(set) var height = 0
  /// `87a` or `89a`.
  package internal(set) var version = ""
  /// The byte range of the global palette, three bytes per color.
  package internal(set) var globalPalette: Range<Int>?
  /// The frames, in file order.
  package internal(set) var frames: [Frame] = []
  /// The stored number of repetitions after the first play, 0 for forever; nil without a loop block.
  package internal(set) var loopCount: Int?
  /// The byte range of the whole extension block with the ICC profile.
  package internal(set) var profileBlock: Range<Int>?
  package internal(set) var metadata = Metadata()
  /// All defects, in file order.
  package internal(set) var defects: [Defect] = []

  /// Parses a file that begins as a GIF.
  package init(_ bytes: [UInt8]) { self = GIFParser(bytes).result }

  init() {}

  /// Returns the byte range of the palette that a frame uses.
  package func palette(of frame: Frame) -> Range<Int>? { frame.localPalette ?? globalPalette }
}
