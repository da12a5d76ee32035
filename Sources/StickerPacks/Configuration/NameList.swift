package import Basics

/// A JSON file that may name stickers: a configuration, or the `Contents.json` beside a sticker.
package struct NameList: Sendable {
  package let path: FilePath
  /// Its content on disk.
  package let original: [UInt8]
  /// Its content after renames.
  package private(set) var bytes: [UInt8]

  /// Reads a file; nil if there is none.
  package init?(at path: FilePath) throws(FileError) {
    guard path.exists else { return nil }
    self.path = path
    original = try FileReading.bytes(ofFileAt: path, limit: FileReading.mostBytesOfJSON)
    bytes = original
  }

  package var isChanged: Bool { bytes != original }

  /// Replaces the name of a file wherever it is a string of its own.
  package mutating func rename(_ name: FilePath, to newName: FilePath) throws(NameListError) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { throw .notUTF8(path.name) }
    guard !text.contains("/\(name)\"") else { throw .hasPath(path.name) }
    bytes = Array(text.replacing("\"\(name)\"", with: "\"\(newName)\"").utf8)
  }
}

/// The reason a name cannot be replaced.
package enum NameListError: Error, Equatable, CustomStringConvertible {
  case notUTF8(FilePath)
  /// The file names a path that ends with the name.
  case hasPath(FilePath)

  /// Part of a sentence.
  package var description: String {
    switch self {
    case .notUTF8(let list): "\(list) is not valid UTF-8"
    case .hasPath(let list): "\(list) names a path to it; rename it in both places"
    }
  }
}

extension PackSource {
  /// The JSON files that may name a sticker of the pack. They need not exist.
  package func lists(naming sticker: StickerSource) -> [FilePath] {
    configurations.files.map { $0.location.path } + [sticker.path.parent.appending("Contents.json")]
  }
}
