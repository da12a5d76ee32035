package import Basics

/// Everything in a bundle's folder or archive, including hidden files, except what file managers leave
/// behind. Links are not followed.
package struct BundleContents: Sendable {
  /// The regular files, relative to the folder and sorted by path.
  package private(set) var files: [String] = []
  /// All other entries except folders with content: links, whatever their targets, folders without
  /// entries, pipes, sockets, devices and what cannot be opened.
  private(set) var problems: [BundleVerification.Problem] = []

  init(of archive: ArchiveReader) { files = Self.sorted(archive.names.map { FilePath($0) }) }

  /// Lists a folder and its subfolders. A folder that cannot be opened is a problem; the name of
  /// `folder` itself is empty.
  package init(of folder: FilePath) {
    var files: [FilePath] = []
    func note(_ kind: BundleVerification.Problem.Kind, _ name: String, _ message: String) {
      problems.append(.init(kind: kind, file: name, message: message))
    }
    var pending: [FilePath] = [.currentFolder]
    while let parent = pending.popLast() {
      let name = parent == .currentFolder ? "" : parent.string
      let names: [FilePath]
      do {
        names = try FolderListing.names(in: folder.appending(parent))
          .filter { !$0.isFileManagerData }
      } catch {
        note(.unreadable, name, "cannot open the folder: \(error)")
        continue
      }
      if names.isEmpty, !name.isEmpty { note(.extra, name, "an empty folder") }
      for path in names.sorted().map({ parent.appending($0) }) {
        guard path.name.isUTF8 else {
          note(.unreadable, path.string, "the name is not UTF-8")
          continue
        }
        switch FileStatus(of: folder.appending(path), followingLinks: false)?.kind {
        case .file: files.append(path)
        case .folder: pending.append(path)
        case .link: note(.link, path.string, "bundles cannot contain symbolic links")
        case .special: note(.extra, path.string, "not a regular file")
        case nil: note(.unreadable, path.string, "the file was removed during the check")
        }
      }
    }
    self.files = Self.sorted(files)
  }

  private static func sorted(_ files: [FilePath]) -> [String] { files.sorted().map(\.string) }
}
