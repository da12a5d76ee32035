package import Basics
package import StickerPacks

/// A copy of a folder in which some files are replaced.
package struct FolderCopy {
  private let folder: FilePath
  private let output: FilePath
  /// The files of the folder, relative to it.
  private let files: [FilePath]
  /// The entries that cannot be copied.
  package let skippedEntries: [SkippedEntry]

  /// A file of the copy that differs from the original.
  package struct Replacement: Sendable {
    package var bytes: [UInt8]
    /// The name, in the folder of the original.
    package var name: FilePath
    /// The JSON files that may name the original.
    package var lists: [FilePath]

    package init(bytes: [UInt8], name: FilePath, lists: [FilePath] = []) {
      self.bytes = bytes
      self.name = name
      self.lists = lists
    }
  }

  /// Lists the visible files of a folder. Links to files are followed; other links are left out.
  ///
  /// - Parameters:
  ///   - folder: an absolute path without links.
  ///   - displayPath: the folder as reports name it.
  ///   - output: the copy, which must not exist or be an empty folder, outside of `folder`.
  package init(
    of folder: FilePath, displayPath: FilePath, to output: FilePath
  ) throws(OutputError) {
    self.folder = folder
    self.output = output
    if output.exists {
      guard output.isFolder, (try? FolderListing.names(in: output))?.isEmpty == true else {
        throw .invalid(
          path: output.string,
          reason: "exists and was not overwritten; remove it or choose another folder")
      }
    }
    var place = output
    while !place.exists, place.parent != place { place = place.parent }
    guard let resolved = place.resolved, !resolved.isInside(folder) else {
      throw .invalid(
        path: output.string,
        reason: "is inside the folder of the stickers; choose another folder")
    }
    let entries = try Self.entries(in: folder, within: folder)
    files = entries.filter { $0.kind == .file }.compactMap { $0.path.relative(to: folder) }
    skippedEntries = entries.compactMap { entry in
      guard let place = entry.path.relative(to: folder),
        let reason = entry.kind.reasonToSkip
      else { return nil }
      return SkippedEntry(reason, in: displayPath.appending(place).string)
    }
  }

  /// All entries below a folder except folders.
  private static func entries(
    in folder: FilePath, within root: FilePath
  ) throws(OutputError) -> [FolderListing.Entry] {
    let listing: FolderListing
    do { listing = try FolderListing(of: folder, within: root) } catch {
      throw .unwritable(action: "read \(folder)", reason: "\(error)")
    }
    var entries: [FolderListing.Entry] = []
    for entry in listing.entries {
      if entry.kind == .folder {
        entries += try Self.entries(in: entry.path, within: root)
      } else {
        entries.append(entry)
      }
    }
    return entries
  }

  /// Writes the copy completely or not at all. JSON files that name a file get its new name.
  ///
  /// - Parameter replaced: the new content and name of files, by their paths in the original folder.
  package func write(replacing replaced: [FilePath: Replacement]) throws(OutputError) {
    let lists = try lists(naming: replaced)
    let folder = try OutputFolder(at: output, replacesChanges: false, archives: false)
    do throws(OutputError) {
      for file in files { try copy(file, to: folder, replaced, lists) }
      try folder.commit()
    } catch {
      folder.discard()
      throw error
    }
  }

  private func copy(
    _ file: FilePath, to output: OutputFolder, _ replaced: [FilePath: Replacement],
    _ lists: [FilePath: NameList]
  ) throws(OutputError) {
    let path = folder.appending(file)
    let replacement = replaced[path]
    let bytes: [UInt8]
    do {
      bytes = try replacement?.bytes ?? lists[path]?.bytes ?? FileReading.bytes(ofFileAt: path)
    } catch {
      throw .unwritable(action: "copy \(file)", reason: "\(error)")
    }
    _ = try output.write(bytes, to: file.parent.appending(replacement?.name ?? file.name))
  }

  /// The JSON files that name renamed files, with their new names.
  private func lists(naming files: [FilePath: Replacement]) throws(OutputError) -> [FilePath:
    NameList]
  {
    var lists: [FilePath: NameList] = [:]
    for (file, replacement) in files where replacement.name != file.name {
      for path in replacement.lists {
        do {
          guard var list = try lists[path] ?? NameList(at: path) else { continue }
          try list.rename(file.name, to: replacement.name)
          lists[path] = list
        } catch {
          throw .unwritable(action: "rename \(file.name)", reason: "\(error)")
        }
      }
    }
    lists = lists.filter { $0.value.isChanged }
    if let list = lists.keys.first(where: { !$0.isInside(folder) }) {
      throw .invalid(
        path: list.string,
        reason:
          "names GIF files that would be renamed and is outside of the folder; fit the folder that"
          + " contains it")
    }
    return lists
  }
}

extension FolderListing.Kind {
  /// The reason an entry is not copied; nil for a file, and for a link to a folder, whose files are copied in their own
  /// place.
  fileprivate var reasonToSkip: PackObservation.Kind? {
    switch self {
    case .special: .unreadableFile(reason: "\(FileError.notRegularFile)")
    case .missing: .removed
    case .invalidName: .invalidName
    case .strayLink: .linkOutside
    case .file, .folder, .folderLink: nil
    }
  }
}
