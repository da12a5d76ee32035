package import Basics
package import StickerPacks

/// The identity of a finding's subject: a file of a pack, the folder of a sequence, or a place without a role, such as
/// the pack's folder, a `Contents.json` or a configuration.
///
/// Facts, findings, masks and fixes are joined by it and never by text: two names can have the same text.
package struct FileID: Sendable, Hashable {
  /// The path that reports show.
  package let path: FilePath
  /// The pack's use of the file.
  package let role: StickerSource.Role?

  /// Identifies a place.
  package init(_ path: FilePath, _ role: StickerSource.Role? = nil) {
    (self.path, self.role) = (path, role)
  }

  /// Identifies a file of a pack.
  package init(_ source: StickerSource) { self.init(source.shownPath, source.role) }
}

extension StickerSource {
  /// The path that reports show.
  package var shownPath: FilePath { location.displayPath }
}

/// The files of a pack by path.
///
/// One image can be a sticker and an icon, or a frame and a sticker. Its findings are about the first of these,
/// so reports, baselines and fixes have one file, as the disk has.
struct PackFiles {
  private let sources: [StickerSource]
  private var indices: [FilePath: Int] = [:]

  /// - Parameter file: another version of a file of the pack, or another file.
  init(_ pack: PackSource, and file: StickerSource? = nil) {
    self.init((file.map { [$0] } ?? []) + pack.files + pack.sequences.map { $0.sticker })
  }

  init(_ sources: [StickerSource]) {
    self.sources = sources
    for (index, source) in sources.enumerated() {
      if indices[source.shownPath] == nil { indices[source.shownPath] = index }
    }
  }

  /// The file at a path; nil for another place.
  subscript(path: FilePath) -> StickerSource? { indices[path].map { sources[$0] } }

  func id(at path: FilePath) -> FileID { self[path].map { FileID($0) } ?? FileID(path) }
}

/// Finds the facts about a file.
package struct FactIndex<Files: Collection<AssetFacts>> {
  private let files: Files
  private let indices: [FileID: Files.Index]

  package init(_ files: Files) {
    self.files = files
    // A file from which several icons are made is there more than once, with the same facts.
    indices = Dictionary(firstOf: zip(files.lazy.map { FileID($0.source) }, files.indices))
  }

  package subscript(file: FileID) -> AssetFacts? { indices[file].map { files[$0] } }
}

extension FactIndex: Sendable where Files: Sendable, Files.Index: Sendable {}
