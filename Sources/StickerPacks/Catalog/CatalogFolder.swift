internal import Basics
internal import ImageContainers

/// One folder of an asset catalog: its `Contents.json` and its other entries.
struct CatalogFolder {
  let location: Location
  var contents: CatalogFile
  /// The other entries that are not excluded.
  let entries: [FolderListing.Entry]

  private var excluded: Set<String> = []
  // By string equality: a name has several spellings in Unicode.
  private let byName: [String: FolderListing.Entry]
  private let byLowercase: [String: FolderListing.Entry]
  private var named: Set<FilePath> = []
  private var ownObservations: [PackObservation] = []

  /// The observations about the file, then those about the folder.
  var observations: [PackObservation] { contents.observations + ownObservations }
  var name: String { location.path.stem }

  /// Reads a folder. Links are followed within `root`.
  ///
  /// - Parameters:
  ///   - needsContents: whether a missing `Contents.json` is noted.
  ///   - exclude: removes excluded entries and returns their names.
  init(
    at location: Location, within root: FilePath, needsContents: Bool,
    removing exclude: (inout FolderListing) -> Set<String>
  ) {
    self.location = location
    contents = CatalogFile(in: location, within: root, isRequired: needsContents)
    do {
      var listing = try FolderListing(of: location.path, within: root)
      excluded = exclude(&listing)
      entries = listing.entries.filter { $0.name != CatalogFile.name }
    } catch {
      entries = []
      ownObservations = [
        PackObservation(
          .unreadableFolder(reason: "\(error)"), in: location)
      ]
    }
    byName = Dictionary(firstOf: entries.map { ($0.name, $0) })
    byLowercase = Dictionary(firstOf: entries.map { ($0.name.lowercased(), $0) })
    for entry in entries {
      switch entry.kind {
      case .strayLink: note(.linkOutside, entry)
      case .special: note(.unreadableFile(reason: "\(FileError.notRegularFile)"), entry)
      case .missing: note(.removed, entry)
      case .invalidName: note(.invalidName, entry)
      case .file, .folder, .folderLink: break
      }
    }
  }

  /// The entry that `value` of the `Contents.json` names; nil where it is excluded, or missing or of
  /// another kind, which is noted.
  mutating func entry(
    named value: CatalogFile.Value?, _ kind: FolderListing.Kind
  ) -> FolderListing.Entry? {
    guard let value, let name = contents.fileName(value) else { return nil }
    let entry = byName[name] ?? byLowercase[name.lowercased()]
    if let entry {
      named.insert(entry.path)
      if entry.name != name { contents.note(.otherCase(name, file: entry.name), value.place) }
    } else if excluded.contains(name) {
      return nil
    }
    guard let entry, entry.kind == kind else {
      contents.note(.missing(name, kind == .file ? .file : .folder), value.place)
      return nil
    }
    return entry
  }

  /// The files and folders that have not been named so far.
  var unnamed: [FolderListing.Entry] {
    entries.filter { entry in
      (entry.kind == .file || entry.kind == .folder) && !named.contains(entry.path)
    }
  }

  /// Notes the files and folders that have not been named.
  mutating func noteUnused() {
    // Without a list, nothing could be named.
    guard contents.top != nil else { return }
    for entry in unnamed { noteUnused(entry) }
  }

  mutating func noteUnused(_ entry: FolderListing.Entry) {
    note(entry.kind == .file ? .unusedFile : .unusedFolder, entry)
  }

  mutating func note(_ kind: PackObservation.Kind, _ entry: FolderListing.Entry) {
    ownObservations.append(
      PackObservation(kind, in: location.appending(entry.path.name)))
  }
}
