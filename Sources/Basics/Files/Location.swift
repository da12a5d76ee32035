/// A file or folder: where to read it, and what reports call it.
package struct Location: Sendable, Hashable {
  /// The path for reading. Discovery returns absolute paths without links in their folders, so the
  /// paths of two files can be compared.
  package var path: FilePath
  /// The path that reports show: as the user named it, and never absolute.
  package var displayPath: FilePath

  package init(_ path: FilePath, displayPath: FilePath) {
    self.path = path
    self.displayPath = displayPath
  }

  package var parent: Location { Location(path.parent, displayPath: displayPath.parent) }

  package func appending(_ name: FilePath) -> Location {
    Location(path.appending(name), displayPath: displayPath.appending(name))
  }

  package func appending(_ name: String) -> Location { appending(FilePath(name)) }
}
