internal import Basics
internal import StickerPacks
internal import SystemLibraries

/// An entry at any depth of a folder.
struct FolderEntry: Sendable {
  /// The path relative to the folder.
  let path: FilePath
  /// The status when the folder was listed.
  let status: FileStatus

  var isFolder: Bool { status.kind == .folder }
  var identity: FileIdentity { status.identity }
}

/// Everything below a folder, hidden entries too. Links are not followed.
enum FolderTree {
  /// Lists a folder, each folder before its contents. One that does not exist is empty.
  static func entries(of root: FilePath) throws(OutputError) -> [FolderEntry] {
    var entries: [FolderEntry] = []
    var pending: [FilePath] = [.currentFolder]
    while let folder = pending.popLast() {
      let names: [FilePath]
      do {
        names = try FolderListing.names(in: root.appending(folder)).sorted()
      } catch {
        guard root.appending(folder).exists else { continue }
        throw .unwritable(action: "open \(root.appending(folder))", reason: "\(error)")
      }
      for path in names.map({ folder.appending($0) }) {
        guard let status = FileStatus(of: root.appending(path), followingLinks: false) else {
          continue
        }
        entries.append(FolderEntry(path: path, status: status))
        if status.kind == .folder { pending.append(path) }
      }
    }
    return entries
  }

  /// Removes entries that are still what they were when they were listed, and then the folder itself
  /// if it is empty. Returns whether it is gone.
  @discardableResult
  static func remove(_ entries: [FolderEntry], of root: FilePath) -> Bool {
    for entry in entries.reversed() {
      let path = root.appending(entry.path)
      guard FileStatus(of: path, followingLinks: false)?.identity == entry.identity else {
        continue
      }
      let remove = entry.isFolder ? path.removeFolder : path.remove
      if remove() == EACCES {
        path.parent.makeWritable()
        _ = remove()
      }
    }
    root.removeFolder()
    return FileStatus(of: root, followingLinks: false) == nil
  }
}
