import Foundation

extension TemporaryFolder {
  /// Everything in the folder: each file's bytes, each link's target and what else there is, by
  /// relative path. Two snapshots are equal when nothing was made, changed or removed between them.
  ///
  /// - Parameter omitted: relative paths that are left out with all below them.
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

  /// Makes a symbolic link and the folders above it.
  package func link(_ name: String, to target: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
  }
}
