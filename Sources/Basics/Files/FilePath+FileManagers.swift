extension FilePath {
  private static let fileManagerNames: Set<FilePath> = [".DS_Store", "Thumbs.db"]

  /// Whether the last name is that of a file in which the Finder or the Explorer keeps how it shows a
  /// folder. They appear without the user's doing.
  package var isFileManagerData: Bool { Self.fileManagerNames.contains(name) }
}
