/// A GIF walked block by block: what it declares, where its data lies, what is wrong with it.
///
/// Source of every rule: CompuServe, Graphics Interchange Format, Version 89a; the loop count is
/// Netscape's application extension, which every viewer knows.
package struct GIFContainer: Sendable, Codable {
  /// An image descriptor with the graphic control extension before it.
  package struct Frame: Sendable, Equatable, Codable {
    /// The frame as the table shows it; it may reach outside the screen, where it is clipped.
    package var entry: FrameEntry
    /// The local palette, in bytes of the file; three bytes each.
    package var localPalette: Range<Int>?
    /// Whether the rows are stored in the four passes of GIF interlacing.
    package var interlaced: Bool
    /// The palette index that is see-through.
    package var transparentIndex: UInt8?
    /// From the LZW minimum code size through the block terminator, in bytes of the file.
    package var data: Range<Int>
  }

  /// The logical screen's width in pixels, 0 to 65,535.
  package internal(set) var width = 0
  /// The logical screen's height in pixels, 0 to 65,535.
  package internal(set) var height = 0
  /// `87a` or `89a`.
  package internal(set) var version = ""
  /// The global palette, in bytes of the file; three bytes each.
  package internal(set) var globalPalette: Range<Int>?
  /// The frames, in file order.
  package internal(set) var frames: [Frame] = []
  /// The loop block's count as stored, 0 meaning forever; nil without a loop block.
  package internal(set) var loopCount: Int?
  /// The extension block that holds an ICC profile, whole, in bytes of the file.
  package internal(set) var profileBlock: Range<Int>?
  /// How many comment blocks there are.
  package internal(set) var comments = 0
  /// What the file carries besides its pictures.
  package internal(set) var metadata = Metadata()
  /// All that is wrong, in file order.
  package internal(set) var defects: [Defect] = []

  /// Walks a file that begins as a GIF does.
  package init(_ bytes: [UInt8]) {
    var walk = GIFWalk(bytes)
    walk.run()
    self = walk.result
  }

  init(walking: Void) {}

  /// The palette that a frame's indices refer to, in bytes of the file.
  package func palette(of frame: Frame) -> Range<Int>? { frame.localPalette ?? globalPalette }
}
