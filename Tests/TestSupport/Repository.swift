import Foundation

/// Paths in the checkout, and its files.
package enum Repository {
  /// The checkout's root.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The bytes of a file.
  package static func bytes(_ url: URL) throws -> [UInt8] { try Array(Data(contentsOf: url)) }

  /// The names in a folder that end in `suffix`, sorted.
  package static func names(in folder: URL, endingIn suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(suffix) }.sorted()
  }
}
