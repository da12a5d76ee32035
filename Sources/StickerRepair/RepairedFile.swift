package import Basics
package import StickerFiles
package import StickerLint
package import StickerPacks

/// The result of repairing a file.
package struct RepairedFile: Sendable {
  /// A repair that was not made.
  package struct Problem: Sendable, Equatable {
    /// The repair.
    package var repair: Repair
    /// The reason it was not made, as part of a sentence.
    package var reason: String
  }

  /// The file as it was.
  package var source: StickerSource
  /// The SHA-256 of the file as it was.
  var originalHash: String
  /// The repairs that were made, in their order.
  package var repairs: [Repair] = []
  /// The repairs that were not made.
  package var problems: [Problem] = []
  /// Further remarks about the result, as parts of sentences.
  package internal(set) var remarks: [String] = []
  /// The new content; nil if the file stays as it is, or if it has been written.
  package var bytes: [UInt8]?
  /// The new name, if it was renamed.
  package var newName: FilePath?
  /// The reason the system did not allow writing the new content, as part of a sentence.
  package private(set) var writeError: String?
  /// The JSON files that may name the file.
  var lists: [FilePath] = []

  /// Edits the `Contents.json` of an icon set, which is not an image.
  mutating func edit(_ original: HashedBytes, _ repairs: [Repair]) {
    originalHash = original.sha256
    for case .contents(let edit) in repairs.map(\.work) {
      bytes = edit(bytes ?? original.bytes) ?? bytes
    }
    if bytes != nil { self.repairs = repairs }
  }

  /// Removes the result, because the file was left as it is.
  package mutating func discardRepairs(because error: ReplacementError) {
    switch error {
    case .refused(let reason):
      problems += repairs.map { Problem(repair: $0, reason: reason) }
    case .failed(let reason): writeError = reason
    }
    (repairs, bytes, newName) = ([], nil, nil)
  }
}

extension FileReplacement {
  /// Keeps the original of a repaired file and writes its new content.
  ///
  /// - Returns: nil, or why the file was left as it is.
  package func write(_ file: RepairedFile) -> ReplacementError? {
    guard let bytes = file.bytes else { return nil }
    return write(
      bytes, to: file.source.path, named: file.newName, in: file.lists,
      ifUnchanged: file.originalHash)
  }
}
