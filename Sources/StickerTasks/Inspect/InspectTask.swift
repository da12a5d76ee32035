package import Basics
package import ImageContainers
package import StickerLint
internal import StickerPacks
package import StickerPages

/// Reads images for a report about each.
package struct InspectTask: Sendable {
  package var limits = DecodingLimits()
  /// How a terminal shows each image; nil draws none.
  package var form: TerminalPicture?
  private let paths: [FilePath]

  package struct Image: Sendable {
    package let facts: AssetFacts
    /// The image as a terminal shows it; empty if it was not drawn.
    package let picture: String
  }

  /// Creates a task for files, and for all stickers of folders and catalogs.
  package init(_ paths: [FilePath]) { self.paths = paths }

  package func run() throws -> [Image] {
    try paths.flatMap(stickers).map { source in
      let facts = AssetFacts(reading: source, limits: limits)
      do {
        return Image(facts: facts, picture: try form?.text(of: facts, limits: limits) ?? "")
      } catch {
        throw TaskError.failed(reason: "\(source.displayPath): \(error)")
      }
    }
  }

  /// The stickers of a folder or catalog, or the file itself, even if discovery would skip it.
  private func stickers(at path: FilePath) throws -> [StickerSource] {
    if path.isFolder {
      return try PackDiscovery(linting: [path], configuration: nil).packs.flatMap(\.allStickers)
    }
    guard path.exists else { throw TaskError.invalid(reason: "\(path): no such file or folder") }
    return [StickerSource(id: path.stem, at: Location(path, displayPath: path))]
  }
}
