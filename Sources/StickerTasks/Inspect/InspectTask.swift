package import Basics
package import ImageContainers
package import StickerLint
internal import StickerPacks
package import StickerPages

/// Reads images for a report about each.
package struct InspectTask: Sendable {
  /// The limits for reading and decoding one file.
  package var limits = DecodingLimits()
  /// How a terminal shows each image; nil draws none.
  package var form: TerminalPicture?
  private let paths: [FilePath]

  /// An image.
  package struct Image: Sendable {
    /// The facts about it.
    package let facts: AssetFacts
    /// The image as a terminal shows it; empty if it was not drawn.
    package let picture: String
  }

  /// Creates a task for files, and for all stickers of folders and catalogs.
  package init(_ paths: [FilePath]) { self.paths = paths }

  /// Reads the images.
  package func run() throws(TaskError) -> [Image] {
    var sources: [StickerSource] = []
    for path in paths { sources += try stickers(at: path) }
    var images: [Image] = []
    for source in sources {
      let facts = AssetFacts(reading: source, limits: limits)
      do {
        let picture = try form?.text(of: facts, limits: limits)
        images.append(Image(facts: facts, picture: picture ?? ""))
      } catch {
        throw .failed(reason: "\(source.displayPath): \(error)")
      }
    }
    return images
  }

  /// The stickers of a folder or catalog, or the file itself, even if discovery would skip it.
  private func stickers(at path: FilePath) throws(TaskError) -> [StickerSource] {
    if path.isFolder {
      do {
        return try PackDiscovery(linting: [path], configuration: nil).packs.flatMap(\.allStickers)
      } catch {
        throw TaskError(error)
      }
    }
    guard path.exists else { throw .invalid(reason: "\(path): no such file or folder") }
    return [StickerSource(id: path.stem, at: Location(path, displayPath: path))]
  }
}
