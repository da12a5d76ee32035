internal import Basics
internal import StickerPacks
internal import SystemLibraries

/// Gives entries of one folder the same place in another one, without copying or removing any.
///
/// A file, link or pipe gets a second name (hard link), so it stays the same file whichever of the
/// two folders is removed. Folders cannot have two names and are created again.
struct Adoption {
  let source: FilePath
  let target: FilePath
  /// The entries of the source that need nothing more: what has its place in the target, and what the
  /// target replaces on purpose. A path with another identity is something else.
  private(set) var settled: [FilePath: FileIdentity]

  /// An entry that could not be given a place, with the error number of the system.
  typealias Failure = (entry: FolderEntry, code: Int32)

  /// Adopts entries, each folder before its contents. Returns those for which that is impossible; the
  /// error is `EEXIST` or `ENOTDIR` if there is something else at the place.
  mutating func adopt(_ entries: [FolderEntry]) -> [Failure] {
    var failures: [Failure] = []
    var folders: [FilePath] = []
    for entry in entries where settled[entry.path] != entry.identity {
      let (old, new) = (source.appending(entry.path), target.appending(entry.path))
      if !new.parent.isFolder {
        // Would keep a folder that has no other use.
        if entry.path.isFileManagerData { continue }
        _ = new.parent.makeFolders()
      }
      let code = entry.isFolder ? new.makeFolder() : link(old, to: new, at: entry.path)
      let status = FileStatus(of: new, followingLinks: false)
      if entry.isFolder, code == 0 {
        folders.append(entry.path)
        settled[entry.path] = entry.identity
      } else if entry.isFolder, status?.kind == .folder {
        settled[entry.path] = entry.identity
      } else if !entry.isFolder, code == 0 {
        // Not the entry's: it may have been replaced since it was listed.
        settled[entry.path] = status?.identity
      } else if FileStatus(of: old, followingLinks: false) != nil, !entry.path.isFileManagerData {
        failures.append((entry, code))
      }
    }
    // Adding entries changes the modification time.
    for folder in folders.reversed() {
      target.appending(folder).copyAccess(of: source.appending(folder))
      target.appending(folder).copyTimes(of: source.appending(folder))
    }
    return failures
  }

  private func link(_ old: FilePath, to new: FilePath, at path: FilePath) -> Int32 {
    let code = old.link(to: new)
    guard code == EEXIST, let present = FileStatus(of: new, followingLinks: false)?.identity else {
      return code
    }
    if present == FileStatus(of: old, followingLinks: false)?.identity { return 0 }
    // The user has replaced the file after it was adopted.
    return present == settled[path] ? old.rename(to: new) : code
  }
}
