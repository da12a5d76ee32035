package import Basics

/// Everything in a bundle's folder or archive, including hidden files, except what file managers leave
/// behind. Links are not followed.
package struct BundleContents: Sendable {
  /// An entry that is not a regular file.
  package enum SpecialEntry: Sendable, Equatable {
    /// A symbolic link, whatever its target.
    case symbolicLink
    /// A folder without entries.
    case emptyFolder
    /// A pipe, socket or device.
    case notAFile
    /// An entry that cannot be opened. The reason is one sentence without a full stop.
    case unreadable(reason: String)
  }

  /// The regular files, relative to the folder and sorted by path.
  package private(set) var files: [String] = []
  /// All other entries except folders with content.
  package private(set) var specialEntries: [(name: String, entry: SpecialEntry)] = []

  /// Lists an archive.
  init(of archive: ArchiveReader) { files = Self.sorted(archive.names.map { FilePath($0) }) }

  /// Lists a folder and its subfolders. A folder that cannot be opened is a special entry; the name
  /// of `folder` itself is empty.
  package init(of folder: FilePath) {
    var files: [FilePath] = []
    var pending: [FilePath] = [.currentFolder]
    while let parent = pending.popLast() {
      let name = parent == .currentFolder ? "" : parent.string
      let names: [FilePath]
      do {
        names = try FolderListing.names(in: folder.appending(parent))
          .filter { !$0.isFileManagerData }
      } catch {
        specialEntries.append((name, .unreadable(reason: "cannot open the folder: \(error)")))
        continue
      }
      if names.isEmpty, !name.isEmpty { specialEntries.append((name, .emptyFolder)) }
      for path in names.sorted().map({ parent.appending($0) }) {
        guard path.name.isUTF8 else {
          specialEntries.append((path.string, .unreadable(reason: "the name is not UTF-8")))
          continue
        }
        switch FileStatus(of: folder.appending(path), followingLinks: false)?.kind {
        case .file: files.append(path)
        case .folder: pending.append(path)
        case .link: specialEntries.append((path.string, .symbolicLink))
        case .special: specialEntries.append((path.string, .notAFile))
        case nil:
          specialEntries.append(
            (path.string, .unreadable(reason: "the file was removed during the check")))
        }
      }
    }
    self.files = Self.sorted(files)
  }

  private static func sorted(_ files: [FilePath]) -> [String] { files.sorted().map(\.string) }
}
