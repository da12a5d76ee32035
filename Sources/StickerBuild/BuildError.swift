public import StickerLint
public import StickerPacks
public import StickerProject

/// Why packs cannot be built. Nothing was written, unless the case says otherwise.
public enum BuildError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The packs cannot be linted.
  case lint(LintError)
  /// The art has errors: the open findings of severity `error`, at least one.
  case errorsFound([Finding])
  /// The path is a file; expected a pack, a folder of packs or an asset catalog.
  case notAFolder(path: String)
  /// An image cannot be decoded, scaled or encoded.
  case unusableImage(path: String, reason: String)
  /// The icons of a pack cannot be made or encoded.
  case unusableIcons(pack: String, reason: String)
  /// A file has changed since it was linted.
  case changed(path: String)
  /// The project around the packs cannot be written.
  case project(ProjectError)
  /// The options contradict each other.
  case conflictingOptions(reason: String)
  /// The path cannot be the output folder or its archive, or a name in it is invalid.
  case invalidOutput(path: String, reason: String)
  /// The archive of the bundle would be too large.
  case archiveTooLarge(reason: String)
  /// The system refuses to write a file or folder. `action` is what was tried, such as
  /// `create the folder Build`; `reason` is the system's message.
  case unwritable(action: String, reason: String)
  /// The folder was replaced, but not its archive, which is still the old one. `reason` is the
  /// system's message.
  case archiveNotReplaced(folder: String, archive: String, reason: String)
  /// Files in the output folder are not what the build wrote that its manifest is from, at least one.
  /// The files are relative to the folder.
  case outputChanged(folder: String, files: [String])
  /// The folder is complete, but files of the old one were changed while it was replaced. They are in
  /// the folder `at`.
  case editsKept(folder: String, at: String)
  /// The task was cancelled.
  case cancelled

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .lint(let error): error.description
    case .errorsFound(let findings):
      "the art has \(findings.count) \(findings.count == 1 ? "error" : "errors")"
        + (findings.first.map { ", the first in \($0.file): \($0.message)" } ?? "")
    case .notAFolder(let path): "\(path) is a file; name the pack's folder"
    case .unusableImage(let path, let reason): "\(path) cannot be built: \(reason)"
    case .unusableIcons(let pack, let reason): "cannot make the icons of \(pack): \(reason)"
    case .changed(let path): "\(path) has changed since it was checked; run the build again"
    case .project(let error): error.description
    case .conflictingOptions(let reason): reason
    case .invalidOutput(let path, let reason): "\(path) \(reason)"
    case .archiveTooLarge(let reason): reason
    case .unwritable(let action, let reason): "cannot \(action): \(reason)"
    case .archiveNotReplaced(let folder, let archive, let reason):
      "\(folder) was built, but cannot replace \(archive): \(reason)"
    case .outputChanged(let folder, let files):
      "\(files.count) \(files.count == 1 ? "file" : "files") in \(folder) changed after the last build:"
        + " \(files.prefix(3).joined(separator: ", "))"
        + (files.count > 3 ? " and \(files.count - 3) more" : "") + "; restore or remove"
        + (files.count == 1 ? " it" : " them")
    case .editsKept(let folder, let path):
      "files changed while \(folder) was replaced; they are in \(path): compare them, then remove that"
        + " folder"
    case .cancelled: "cancelled"
    }
  }
}
