import Foundation

extension TemporaryFolder {
  /// The contents of the folder by relative path: the bytes of files, the targets of links, and the
  /// types of all entries. Two snapshots are equal if nothing was changed between them.
  ///
  /// - Parameter omitted: relative paths that are left out with their contents.
  package func snapshot(without omitted: [String] = []) throws -> [String: String] {
    var entries: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      if omitted.contains(where: { name == $0 || name.hasPrefix($0 + "/") }) { continue }
      let file = path + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      let type = attributes[.type] as? FileAttributeType ?? .typeUnknown
      let content =
        switch type {
        case .typeRegular: try Data(contentsOf: URL(filePath: file)).base64EncodedString()
        case .typeSymbolicLink:
          try FileManager.default.destinationOfSymbolicLink(atPath: file)
        default: ""
        }
      entries[name] = "\(type.rawValue) \(content)"
    }
    return entries
  }

  /// Creates a symbolic link and the folders above it.
  package func link(_ name: String, to target: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
  }
}
