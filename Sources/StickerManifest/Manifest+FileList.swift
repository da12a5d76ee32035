#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Manifest {
  /// The files that the manifest of a bundle or a collection lists, whatever the version of its format.
  /// Every path stays in the folder, and none is listed twice.
  ///
  /// - Parameter bytes: the content of a `manifest.json`.
  /// - Returns: nil if stickerpack did not write the manifest, if it lists no files, or if an entry of the
  ///   list is invalid.
  package static func listedFiles(_ bytes: [UInt8]) -> [File]? {
    struct Document: Decodable { var files: [File] }
    guard isOurs(bytes), let document = try? JSONDecoder().decode(Document.self, from: Data(bytes))
    else { return nil }
    var defects: [Defect] = []
    _ = check(document.files, &defects)
    return document.files.isEmpty || !defects.isEmpty ? nil : document.files
  }
}
