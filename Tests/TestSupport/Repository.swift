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

  /// The Swift files in `Sources`: their paths below it, and their texts.
  package static func sources() throws -> [(path: String, text: String)] {
    let folder = root.appending(path: "Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { ($0, String(decoding: try bytes(folder.appending(path: $0)), as: UTF8.self)) }
  }
}
