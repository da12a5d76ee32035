internal import Basics
public import SystemLibraries

/// A failure to write a folder, its archive or a file. Nothing was written, unless the case says otherwise.
public enum OutputError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path cannot be written to, or a name in it is invalid. `reason` follows the path in a sentence.
  case invalid(path: String, reason: String)
  /// The archive of the folder would be too large.
  case archiveTooLarge(reason: String)
  /// The system refuses to read or write a file or folder. `action` is what was tried, such as
  /// `create the folder Build`; `reason` is the system's message.
  case unwritable(action: String, reason: String)
  /// The folder was replaced, but not its archive, which is still the old one. `reason` is the
  /// system's message.
  case archiveNotReplaced(folder: String, archive: String, reason: String)
  /// One or more files in the folder changed after the build that wrote its manifest. The files are
  /// relative to the folder.
  case changed(folder: String, files: [String])
  /// The folder is complete, but files of the old one were changed while it was replaced. They are in
  /// the folder `at`.
  case editsKept(folder: String, at: String)

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .invalid(let path, let reason): "\(path) \(reason)"
    case .archiveTooLarge(let reason): reason
    case .unwritable(let action, let reason): "cannot \(action): \(reason)"
    case .archiveNotReplaced(let folder, let archive, let reason):
      "\(folder) was built, but cannot replace \(archive): \(reason)"
    case .changed(let folder, let files):
      "\(files.count) \(files.count == 1 ? "file" : "files") in \(folder) changed after the last build:"
        + " \(files.listed(first: 3)); restore or remove \(files.count == 1 ? "it" : "them")"
    case .editsKept(let folder, let path):
      "files changed while \(folder) was replaced; they are in \(path): compare them, then remove that"
        + " folder"
    }
  }
}

extension OutputError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
