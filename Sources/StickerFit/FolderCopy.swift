package import Basics
package import StickerPacks
internal import SystemLibraries

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
    /// The content.
    package var bytes: [UInt8]
    /// The name, in the folder of the original.
    package var name: FilePath
    /// The JSON files that may name the original.
    package var lists: [FilePath]

    /// Creates a replacement.
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
  ) throws(FitError) {
    self.folder = folder
    self.output = output
    if output.exists {
      guard output.isFolder, (try? FolderListing.names(in: output))?.isEmpty == true else {
        throw .outputExists(output)
      }
    }
    var place = output
    while !place.exists, place.parent != place { place = place.parent }
    guard let resolved = place.resolved, !resolved.isInside(folder) else {
      throw .outputInside(output)
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
  ) throws(FitError) -> [FolderListing.Entry] {
    let listing: FolderListing
    do { listing = try FolderListing(of: folder, within: root) } catch {
      throw .failed(action: "read \(folder)", reason: "\(error)")
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
  package func write(replacing replaced: [FilePath: Replacement]) throws(FitError) {
    let lists = try lists(naming: replaced)
    let draft = output.parent.appending(".\(output.name).draft-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: draft.string) }
    try Self.attempt("create \(output)") { try Self.makeFolder(draft) }
    for file in files {
      let path = folder.appending(file)
      let target = draft.appending(file)
      try Self.attempt("copy \(file)") {
        let replacement = replaced[path]
        let bytes =
          try replacement?.bytes ?? lists[path]?.bytes ?? FileReading.bytes(ofFileAt: path)
        try Self.makeFolder(target.parent)
        let place = target.parent.appending(replacement?.name ?? target.name)
        // Two files of one name mean that the folder has changed.
        try Data(bytes).write(to: URL(filePath: place.string), options: .withoutOverwriting)
      }
    }
    let code = draft.rename(to: output)
    guard code == 0 else {
      throw .failed(action: "create \(output)", reason: SystemError.reason(code))
    }
  }

  /// The JSON files that name renamed files, with their new names.
  private func lists(naming files: [FilePath: Replacement]) throws(FitError) -> [FilePath: NameList]
  {
    var lists: [FilePath: NameList] = [:]
    for (file, replacement) in files where replacement.name != file.name {
      for path in replacement.lists {
        do {
          guard var list = try lists[path] ?? NameList(at: path) else { continue }
          try list.rename(file.name, to: replacement.name)
          lists[path] = list
        } catch {
          throw .failed(action: "rename \(file.name)", reason: "\(error)")
        }
      }
    }
    lists = lists.filter { $0.value.isChanged }
    if let list = lists.keys.first(where: { !$0.isInside(folder) }) { throw .listOutside(list) }
    return lists
  }

  private static func makeFolder(_ path: FilePath) throws {
    try FileManager.default.createDirectory(
      atPath: path.string, withIntermediateDirectories: true)
  }

  private static func attempt(_ action: String, _ body: () throws -> Void) throws(FitError) {
    do { try body() } catch let error as FileError {
      throw .failed(action: action, reason: "\(error)")
    } catch {
      throw .failed(action: action, reason: SystemError.reason(error))
    }
  }
}

extension FolderListing.Kind {
  /// Why an entry is not copied; nil for a file, and for a link to a folder, whose files are copied in their
  /// own place.
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

/// Why a copy could not be written.
package enum FitError: Error, Equatable, CustomStringConvertible {
  /// The output is a file or a folder with files.
  case outputExists(FilePath)
  /// The output is inside the folder that it is a copy of.
  case outputInside(FilePath)
  /// A JSON file outside of the folder names files that are renamed.
  case listOutside(FilePath)
  /// Reading or writing failed; the reason is part of a sentence.
  case failed(action: String, reason: String)

  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .outputExists(let path):
      "\(path) exists and was not overwritten; remove it or choose another folder"
    case .outputInside(let path):
      "\(path) is inside the folder of the stickers; choose another folder"
    case .listOutside(let list):
      "\(list) names GIF files that would be renamed and is outside of the folder; fit the folder that"
        + " contains it"
    case .failed(let action, let reason): "cannot \(action): \(reason)"
    }
  }
}
