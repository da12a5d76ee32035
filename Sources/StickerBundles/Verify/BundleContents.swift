package import Basics

/// Everything in a bundle's folder or archive, hidden files included. Links are not followed.
package struct BundleContents: Sendable {
  /// Why an entry is not a file that a manifest can list.
  package enum Irregularity: Sendable, Equatable {
    case link
    case emptyFolder
    /// A pipe, socket or device.
    case special
    /// The entry cannot be opened; the reason is a sentence without a full stop.
    case unreadable(String)
  }

  /// The regular files, relative to the folder and sorted by bytes.
  package private(set) var files: [String] = []
  /// All other entries, in the order of the walk.
  package private(set) var irregular: [(name: String, irregularity: Irregularity)] = []

  /// The contents of an archive.
  init(of archive: BundleArchive) { files = Self.sorted(archive.names.map { FilePath($0) }) }

  /// Walks a folder. If it cannot be opened, it is an irregular entry itself, with an empty name.
  package init(of folder: FilePath) {
    var files: [FilePath] = []
    var pending: [FilePath] = [.currentFolder]
    while let parent = pending.popLast() {
      let name = parent == .currentFolder ? "" : parent.string
      let names: [FilePath]
      do {
        names = try FolderListing.names(in: folder.appending(parent))
      } catch {
        irregular.append((name, .unreadable("the folder cannot be opened: \(error)")))
        continue
      }
      if names.isEmpty, !name.isEmpty { irregular.append((name, .emptyFolder)) }
      for path in names.sorted().map({ parent.appending($0) }) {
        let status = FileStatus(of: folder.appending(path), followingLinks: false)
        switch status?.kind {
        case _ where !path.name.isUTF8:
          irregular.append((path.string, .unreadable("the name is not UTF-8")))
        case .file: files.append(path)
        case .folder: pending.append(path)
        case .link: irregular.append((path.string, .link))
        case .special: irregular.append((path.string, .special))
        case nil: irregular.append((path.string, .unreadable("it no longer exists")))
        }
      }
    }
    self.files = Self.sorted(files)
  }

  private static func sorted(_ files: [FilePath]) -> [String] { files.sorted().map(\.string) }
}
