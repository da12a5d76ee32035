package import Basics
package import ImageContainers
package import StickerLint
internal import StickerPacks

/// Reads images for a report about each.
package struct InspectTask: Sendable {
  package var limits = DecodingLimits()
  private let paths: [FilePath]

  /// Creates a task for files, and for all stickers of folders and catalogs.
  package init(_ paths: [FilePath]) { self.paths = paths }

  package func run() throws -> [AssetFacts] {
    try paths.flatMap(stickers).map { AssetFacts(reading: $0, limits: limits) }
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
