public import StickerLint

/// A part of a preview.
public enum PreviewPart: Sendable, CaseIterable {
  /// A page in HTML that loads nothing from the network.
  case page
  /// A contact sheet, a PNG.
  case sheet
}

/// The result of a preview.
public struct PreviewResult: Sendable {
  /// A file, which was not written.
  public struct File: Sendable {
    /// The part that it shows.
    public let part: PreviewPart
    /// A name for it.
    public let name: String
    /// The content.
    public let bytes: [UInt8]
  }

  /// The findings about the stickers.
  public let lint: LintResult
  /// The files, in the order of the parts.
  public internal(set) var files: [File] = []
  /// The number of stickers that the page does not show: they are damaged, or it has no room for them.
  public internal(set) var missingImages = 0
}
