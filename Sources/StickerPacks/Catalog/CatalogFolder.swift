internal import Basics
internal import ImageContainers

/// One folder of an asset catalog: its `Contents.json`, what lies beside it, and what is wrong.
struct CatalogFolder {
  let path: FilePath
  let displayPath: String
  /// The folder's `Contents.json`.
  var contents: CatalogFile
  /// What lies in the folder but `Contents.json` and what is excluded.
  let entries: [FolderListing.Entry]

  private var excluded: Set<String> = []
  // A name has more than one spelling in Unicode, and a string is equal to all of them.
  private let byName: [String: FolderListing.Entry]
  private let byLowercase: [String: FolderListing.Entry]
  private var named: Set<FilePath> = []
  private var folderProblems: [PackProblem] = []

  /// All that is wrong: the file, then the folder.
  var problems: [PackProblem] { contents.problems + folderProblems }
  /// The folder's name without its extension.
  var name: String { path.stem }

  /// Reads a folder. Links may lead anywhere within `root`.
  ///
  /// - Parameters:
  ///   - needsContents: whether it is a problem when there is no `Contents.json`.
  ///   - exclude: takes out what is not looked at and returns its names.
  init(
    at path: FilePath, _ displayPath: String, within root: FilePath, needsContents: Bool,
    removing exclude: (inout FolderListing) -> Set<String>
  ) {
    self.path = path
    self.displayPath = displayPath
    contents = CatalogFile(in: path, displayPath, within: root, isNeeded: needsContents)
    do {
      var listing = try FolderListing(of: path, within: root)
      excluded = exclude(&listing)
      entries = listing.entries.filter { $0.name != CatalogFile.name }
    } catch {
      entries = []
      folderProblems.append(
        PackProblem(
          kind: .unreadable, displayPath: displayPath,
          message: "the folder cannot be read: \(error)"))
    }
    byName = Dictionary(entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    byLowercase = Dictionary(
      entries.map { ($0.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    for entry in entries {
      switch entry.kind {
      case .strayLink:
        note(.linkLeadsOutside, entry, "the link leads out of the folder, or nowhere")
      case .special: note(.unreadable, entry, "it cannot be read: it is no regular file")
      case .missing:
        note(.unreadable, entry, "the file was removed while the folder was read")
      case .invalidName: note(.unreadable, entry, "the name is not UTF-8; rename the file")
      case .file, .folder, .folderLink: break
      }
    }
  }

  /// The entry that `value` of the `Contents.json` names; nil where it is excluded; nil, and a problem,
  /// where there is none of the kind.
  mutating func entry(
    named value: CatalogFile.Value?, _ kind: FolderListing.Kind
  ) -> FolderListing.Entry? {
    guard let value, let name = contents.fileName(value) else { return nil }
    guard let entry = byName[name] ?? byLowercase[name.lowercased()] else {
      if excluded.contains(name) { return nil }
      contents.note(
        .listedButMissing, "\(name.quoted) is listed and is not in the catalog", value.place)
      return nil
    }
    named.insert(entry.path)
    if entry.name != name {
      contents.note(
        .wrongCase, "\(name.quoted) is listed, and the disk has \(entry.name.quoted)", value.place)
    }
    guard entry.kind == kind else {
      contents.note(
        .listedButMissing,
        "\(name.quoted) is listed and is no \(kind == .file ? "file" : "folder") of the catalog",
        value.place)
      return nil
    }
    return entry
  }

  /// The files and folders that nothing has named so far.
  var unnamed: [FolderListing.Entry] {
    entries.filter { entry in
      (entry.kind == .file || entry.kind == .folder) && !named.contains(entry.path)
    }
  }

  /// Notes all files and folders that nothing has named.
  mutating func noteStrays() {
    // Without a list, nothing was named that could have been.
    guard contents.top != nil else { return }
    for entry in unnamed { noteStray(entry) }
  }

  mutating func noteStray(_ entry: FolderListing.Entry) {
    note(
      .stray, entry,
      entry.kind == .file
        ? "no Contents.json names the file" : "a folder of this kind has no place here")
  }

  /// Notes what is wrong with an entry.
  mutating func note(
    _ kind: PackProblem.Kind, _ entry: FolderListing.Entry, _ message: String
  ) {
    folderProblems.append(
      PackProblem(kind: kind, displayPath: displayPath + "/" + entry.name, message: message))
  }

  /// Notes what is wrong with the folder itself.
  mutating func note(_ kind: PackProblem.Kind, _ message: String) {
    folderProblems.append(PackProblem(kind: kind, displayPath: displayPath, message: message))
  }
}
