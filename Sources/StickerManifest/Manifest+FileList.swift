internal import SystemLibraries

extension Manifest {
  /// The files that the manifest of a bundle or a collection lists, whatever the version of its format.
  /// Every path stays in the folder, and none is listed twice.
  ///
  /// - Parameter bytes: the content of a `manifest.json`.
  /// - Returns: nil if stickerpack did not write the manifest, if it lists no files, or if an entry of the
  ///   list is invalid.
  package static func listedFiles(_ bytes: [UInt8]) -> [File]? {
    struct Listing: Decodable { var files: [File] }
    guard isOurs(bytes),
      let files = try? JSONDecoder().decode(Listing.self, from: Data(bytes)).files
    else { return nil }
    var defects: [Defect] = []
    _ = check(files, &defects)
    return files.isEmpty || !defects.isEmpty ? nil : files
  }
}
