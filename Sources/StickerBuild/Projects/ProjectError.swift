internal import Basics
public import SystemLibraries

/// A failure to write a project.
public enum ProjectError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The project has no packs.
  case noPacks
  /// The configuration of a pack has no bundle identifier for its app.
  case missingBundleIdentifier(pack: String)
  /// The name of an app or a pack is invalid.
  case invalidName(of: String, name: String, reason: String)
  /// The path is not relative to the project or leads out of it.
  case pathOutsideProject(String)
  /// Two packs have the same bundle identifier.
  case duplicateBundleIdentifier(packs: [String], identifier: String)
  /// The apps of two packs have the same name.
  case duplicateAppName(packs: [String], name: String)

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .noPacks: "a project requires at least one pack"
    case .missingBundleIdentifier(let pack):
      "\(pack) has no bundle identifier for its app: add \"project\": { \"bundleId\":"
        + " \"com.example.biscuit\" } with your own identifier to its stickerpack.json"
    case .invalidName(let subject, let name, let reason):
      "the name of the \(subject), \(name.quoted), is invalid: \(reason)"
    case .pathOutsideProject(let path):
      "the path \(path.quoted) leads out of the project: expected a relative path"
    case .duplicateBundleIdentifier(let packs, let identifier):
      "the packs \(packs.map(\.quoted).joined(separator: " and ")) have the same bundle identifier,"
        + " \(identifier.quoted): each pack is a separate app"
    case .duplicateAppName(let packs, let name):
      "the packs \(packs.map(\.quoted).joined(separator: " and ")) have the same app name,"
        + " \(name.quoted): each pack is a separate app"
    }
  }
}

extension ProjectError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
