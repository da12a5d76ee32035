package import Basics
internal import StickerManifest
internal import StickerPacks

/// The entries of an output folder, and whose they are.
///
/// stickerpack owns the files that the folder's manifest lists, as long as they have the listed bytes,
/// the folders that contain listed files, and the manifest. Everything else is the user's.
package struct OutputContents: Sendable {
  /// The folder; nil if it does not exist.
  let identity: FileIdentity?
  /// The entries of the tool and of the user, each folder before its contents. The manifest comes first,
  /// because entries are removed in reverse order and it tells the next build which ones are the tool's.
  private(set) var toolEntries: [FolderEntry] = []
  private(set) var userEntries: [FolderEntry] = []
  /// The files that the manifest lists but that have other bytes, or that were replaced by a link.
  private(set) var changedEntries: [FolderEntry] = []

  /// Lists a folder.
  ///
  /// - Parameter earlier: the contents of the folder before. Files that have not been touched since are not
  ///   read again.
  init(of folder: FilePath, after earlier: OutputContents? = nil) throws(OutputError) {
    var contents: OutputContents
    repeat {
      contents = try OutputContents(listing: folder, after: earlier)
      // Another build may have replaced the folder in between.
    } while contents.identity != folder.identity
    self = contents
  }

  private init(listing folder: FilePath, after earlier: OutputContents?) throws(OutputError) {
    identity = folder.identity
    let list = Self.listedFiles(in: folder)
    let folders = Self.folders(of: list.keys)
    let intact = Dictionary(
      uniqueKeysWithValues: (earlier?.toolEntries ?? []).map { ($0.path, $0.status) })
    var manifest: FolderEntry?
    for entry in try FolderTree.entries(of: folder) {
      if entry.isFolder {
        if folders.contains(entry.path) {
          toolEntries.append(entry)
        } else {
          userEntries.append(entry)
        }
      } else if entry.path == FilePath(Manifest.fileName), !list.isEmpty {
        manifest = entry
      } else if let file = list[entry.path] {
        let isIntact =
          intact[entry.path] == entry.status
          || entry.status.kind == .file && Self.has(file, at: folder.appending(entry.path))
        if isIntact { toolEntries.append(entry) } else { changedEntries.append(entry) }
      } else {
        userEntries.append(entry)
      }
    }
    if let manifest { toolEntries.insert(manifest, at: 0) }
  }

  private static func listedFiles(in folder: FilePath) -> [FilePath: Manifest.File] {
    let path = folder.appending(Manifest.fileName)
    guard !path.isLink,
      let bytes = try? FileReading.bytes(ofFileAt: path, limit: Manifest.mostBytes),
      let files = Manifest.listedFiles(bytes)
    else { return [:] }
    return Dictionary(firstOf: files.map { (FilePath($0.file), $0) })
  }

  /// The folders that contain files, at any depth.
  private static func folders(of files: some Sequence<FilePath>) -> Set<FilePath> {
    var folders: Set<FilePath> = []
    for file in files {
      var parent = file.parent
      while parent != .currentFolder, folders.insert(parent).inserted { parent = parent.parent }
    }
    return folders
  }

  private static func has(_ file: Manifest.File, at path: FilePath) -> Bool {
    guard (try? FileReading.size(ofFileAt: path)) == file.bytes else { return false }
    return (try? FileReading.digest(ofFileAt: path).sha256) == file.sha256
  }

  /// The number of files that a build of `files` replaces.
  package func replacedFileCount(by files: Set<FilePath>) -> Int {
    toolEntries.count { files.contains($0.path) }
  }

  /// The files that a build of `files` removes, or their topmost folders that it removes, those that are
  /// not in folders first.
  package func removedEntries(by files: Set<FilePath>) -> [FilePath] {
    let left = files.union(userEntries.map(\.path))
    let kept = left.union(Self.folders(of: left))
    let removed = Set((toolEntries + changedEntries).map(\.path)).subtracting(kept)
    return removed.filter { !removed.contains($0.parent) }.sorted {
      ($0.components.count, $0) < ($1.components.count, $1)
    }
  }

  package var changedFiles: [FilePath] { changedEntries.map(\.path) }
  /// The user's files and folders that are not in a folder of the user's.
  package var keptEntries: [FilePath] {
    let folders = Set(userEntries.filter(\.isFolder).map(\.path))
    return userEntries.map(\.path).filter {
      !folders.contains($0.parent) && !$0.isFileManagerData
    }.sorted()
  }
}

extension OutputContents {
  /// Lists a folder that a build may replace. A folder is refused if stickerpack did not write it, so
  /// a mistyped path cannot change art.
  package init(ofReplaceable folder: FilePath) throws(OutputError) {
    try Self.checkPlace(folder)
    try self.init(of: folder)
    guard !toolEntries.isEmpty || keptEntries.isEmpty else {
      throw .invalid(
        path: folder.string,
        reason: "contains files that stickerpack did not write; choose another folder or remove it")
    }
  }

  /// Refuses to replace listed files that were changed.
  package func checkChanges(at folder: FilePath, areReplaced: Bool) throws(OutputError) {
    guard changedEntries.isEmpty || areReplaced else {
      throw .changed(folder: folder.string, files: changedFiles.map(\.string))
    }
  }

  /// Refuses a path at which there is anything but a folder.
  static func checkPlace(_ folder: FilePath) throws(OutputError) {
    guard !folder.isLink else {
      throw .invalid(
        path: folder.string, reason: "is a symbolic link; specify the folder itself")
    }
    guard !folder.exists || folder.isFolder else {
      throw .invalid(path: folder.string, reason: "is a file; specify a folder")
    }
  }
}
