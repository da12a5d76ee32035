package import StickerFiles
public import StickerFit
package import StickerPacks

/// The result of fitting stickers.
public struct FitResult: Sendable {
  /// Every sticker, changed or not.
  public internal(set) var changes: [StickerChange]
  /// The packs kept at one size although some stickers would look better at another.
  public internal(set) var sizes: [PackSize] = []
  /// The entries that cannot be read or copied.
  package var skipped: [SkippedEntry] = []
  /// The copy that was written; nil if none was.
  public package(set) var output: String?
  /// The folders with the originals of the files that were replaced.
  package var originals: [FileReplacement.Originals] = []
  /// Whether a file could not be replaced, because the system did not allow it.
  public package(set) var hasWriteErrors = false
  /// A page in HTML that compares the changed stickers with their originals; nil if it was not requested.
  public package(set) var page: [UInt8]?

  package init(changes: [StickerChange]) { self.changes = changes }

  /// Whether every sticker is small enough, and nothing was skipped.
  public var isComplete: Bool { changes.allSatisfy(\.fits) && skipped.isEmpty }
}
