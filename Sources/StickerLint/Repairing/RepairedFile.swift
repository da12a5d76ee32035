package import Basics
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
  package internal(set) var originalHash: String
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
  package internal(set) var lists: [FilePath] = []

  /// Edits the `Contents.json` of an icon set, which is not an image.
  mutating func edit(_ original: HashedBytes, _ repairs: [Repair]) {
    originalHash = original.sha256
    for case .contents(let edit) in repairs.map({ $0.work }) {
      bytes = edit(bytes ?? original.bytes) ?? bytes
    }
    if bytes != nil { self.repairs = repairs }
  }

  /// Removes the result, because the file was left as it is.
  ///
  /// - Parameters:
  ///   - reason: as part of a sentence.
  ///   - hasFailed: whether the system did not allow writing; otherwise the file must not be replaced.
  package mutating func discardRepairs(because reason: String, hasFailed: Bool) {
    if hasFailed {
      writeError = reason
    } else {
      problems += repairs.map { Problem(repair: $0, reason: reason) }
    }
    (repairs, bytes, newName) = ([], nil, nil)
  }
}
