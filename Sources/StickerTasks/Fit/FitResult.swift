package import StickerFiles
public import StickerFit
package import StickerPacks

/// What fitting stickers did.
public struct FitResult: Sendable {
  /// Every sticker, changed or not.
  public internal(set) var changes: [StickerChange]
  /// The packs whose stickers all have one size, although others would be better for some of them.
  public internal(set) var sizes: [PackSize] = []
  /// What cannot be read, or copied.
  package var skipped: [SkippedEntry] = []
  /// The copy that was written; nil if none was.
  public package(set) var output: String?
  /// Where the originals of the files that were replaced are.
  package var originals: [FileReplacement.Originals] = []
  /// Whether a file could not be replaced, because the system did not allow it.
  public package(set) var hasWriteErrors = false
  /// A page in HTML that compares the changed stickers with their originals; nil if it was not requested.
  public package(set) var page: [UInt8]?

  package init(changes: [StickerChange]) { self.changes = changes }

  /// Whether every sticker is small enough, and nothing was skipped.
  public var isComplete: Bool { changes.allSatisfy(\.fits) && skipped.isEmpty }
}
