internal import Basics

/// The files of a product, on disk or in a .zip.
///
/// Names are relative to the product, except that those of a bundle begin with its own name:
/// `X.appex/Info.plist`.
struct ProductFiles {
  /// The files of a product that is a folder, at most.
  private static let mostFiles = 65_534

  /// All names, sorted.
  let names: [String]
  /// The names in an archive of files that are not read.
  let invalidNames: [String]
  private let root: Location
  /// The name of the bundle, which paths do not have twice.
  let ownName: String?
  private let archive: ZipArchive?

  /// Lists a product.
  ///
  /// - Throws: if a folder or an archive cannot be read, or if there are too many files.
  init(_ root: Location) throws(FileError) {
    self.root = root
    ownName =
      ["app", "appex", "stickerpack"].contains(root.path.fileExtension)
      ? root.path.name.string : nil
    var names: [String] = []
    if root.path.isFolder {
      archive = nil
      var folders: [FilePath] = [root.path]
      while let folder = folders.popLast() {
        for entry in try FolderListing(of: folder, within: root.path).entries {
          if entry.kind == .folder { folders.append(entry.path) }
          guard entry.kind == .file, let name = entry.path.relative(to: root.path) else { continue }
          names.append(name.string)
        }
        guard names.count + folders.count <= Self.mostFiles else {
          throw .corrupt("the product has more than \(Self.mostFiles) files")
        }
      }
    } else {
      let archive = try ZipArchive(at: root.path)
      // As in a folder, hidden files are left out, and those of the Finder beside them.
      names = archive.entries.keys.filter {
        !$0.hasPrefix(".") && !$0.contains("/.") && !$0.hasPrefix("__MACOSX/")
      }
      self.archive = archive
    }
    let own = ownName.map { $0 + "/" } ?? ""
    self.names = names.map { own + $0 }.sorted()
    invalidNames = archive?.invalidNames ?? []
  }

  /// The place of a file. In a .zip nothing is at its path, which only has a name.
  func location(_ name: String) -> Location { root.appending(inside(name)) }

  func bytes(_ name: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let archive else {
      return try FileReading.bytes(ofFileAt: location(name).path, limit: limit)
    }
    return try archive.bytes(of: inside(name), limit: limit)
  }

  func source(_ role: StickerSource.Role, _ name: String) -> StickerSource {
    let location = location(name)
    var source = StickerSource(role, id: location.path.stem, at: location)
    source.archived = archive.map { ArchivedFile(archive: $0, name: inside(name)) }
    return source
  }

  private func inside(_ name: String) -> String {
    ownName.map { String(name.dropFirst($0.count + 1)) } ?? name
  }
}
