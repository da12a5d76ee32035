package import Basics

/// A configuration that applies to a pack: the pack's own, one of a folder above, or one that replaces
/// those of the folders above.
package struct ConfigurationFile: Sendable {
  package let location: Location
  package var content: PackConfiguration
  /// The absolute path of the folder that its globs are relative to.
  private let folder: FilePath

  package var displayPath: FilePath { location.displayPath }

  /// Reads a file. Links to it are followed.
  ///
  /// - Parameter folder: the absolute path of the folder that its globs are relative to.
  init(at location: Location, folder: FilePath) throws(LintError) {
    self.location = location
    self.folder = folder
    let name = location.displayPath.string
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(ofFileAt: location.path, limit: FileReading.mostBytesOfJSON)
    } catch {
      throw .invalidFile(path: name, line: nil, column: nil, reason: "\(error)")
    }
    do { content = try PackConfiguration(parsing: bytes, of: location.displayPath) } catch {
      throw LintError(error, in: name)
    }
  }

  /// Reads the configuration in a folder; nil when it has none. A link may lead anywhere within
  /// `root`.
  init?(in folder: Location, within root: FilePath) throws(LintError) {
    let file = folder.appending(PackConfiguration.fileName)
    guard file.path.exists else { return nil }
    // Resolving a path looks at all folders above, which takes a minute in a tree of 1,900 levels.
    guard !file.path.isLink || file.path.resolved?.isInside(root) == true else {
      throw .invalidFile(
        path: file.displayPath.string, line: nil, column: nil,
        reason: "the link leads out of the folder")
    }
    try self.init(at: file, folder: folder.path)
  }

  /// Reads the configurations of the folders above one, lowest precedence first: up to the folder of the
  /// repository, which holds `.git`, or else up to the working directory.
  static func above(_ folder: FilePath) throws(LintError) -> [ConfigurationFile] {
    guard let top = topFolder(above: folder) else { return [] }
    var files: [ConfigurationFile] = []
    var folder = folder
    while folder != top, folder != "/" {
      folder = folder.parent
      // A catalog's folders belong to Xcode.
      if folder.isCatalog { continue }
      let displayPath = PackDiscovery.displayPath(ofFolderAbove: folder, below: top)
      guard
        let file = try ConfigurationFile(
          in: Location(folder, displayPath: displayPath), within: top)
      else { continue }
      files.insert(file, at: 0)
      if file.content.isRoot { break }
    }
    return files
  }

  private static func topFolder(above folder: FilePath) -> FilePath? {
    folder.workTree
      ?? FilePath.currentFolder.resolved.flatMap { folder.isInside($0) ? $0 : nil }
  }
}

extension ConfigurationFile {
  /// Whether the file is in the pack's own folder.
  package func isOwn(of pack: PackSource) -> Bool {
    location.displayPath == pack.location.displayPath.appending(PackConfiguration.fileName)
  }

  var containingFolder: Location {
    Location(
      (location.path.resolved ?? location.path).parent, displayPath: location.displayPath.parent)
  }

  /// A file or folder as the globs of this configuration see it: relative to the configuration's
  /// folder, or by its display path when it is outside.
  func path(of place: Location) -> Glob.Path {
    Glob.Path(place.path.relative(to: folder) ?? place.displayPath)
  }
}
