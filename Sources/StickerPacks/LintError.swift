package import Basics

/// An error that prevents a lint.
///
/// A sticker that cannot be read or decoded is a finding, not an error.
public enum LintError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No file or folder exists at the path.
  case notFound(path: String)
  /// The path is a bundle that stickerpack built, which holds copies of the art.
  case isBundle(path: String)
  /// The paths contain no stickers, or only ones that a configuration or git excludes.
  case noStickers(paths: [String], isExcluded: Bool)
  /// The system refuses to list the folder. `reason` is its message.
  case unreadableFolder(path: String, reason: String)
  /// A configuration or baseline cannot be used. The line and column are counted from 1, the column in
  /// Unicode scalars; both are nil if the whole file is invalid.
  case invalidFile(path: String, line: Int?, column: Int?, reason: String)
  /// A rule setting of the caller names an unknown rule or option, or a value out of range.
  case invalidSetting(reason: String)
  /// Git cannot tell which files have changed. `reason` says why.
  case unknownChanges(reason: String)
  /// A product cannot be compared with a bundle. `reason` says why.
  case notComparable(reason: String)
  /// A destination is unknown, or takes no stickers. `reason` says why.
  case unknownDestination(reason: String)
  /// The task was cancelled.
  case cancelled

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .notFound(let path): "\(path): no such file or folder"
    case .isBundle(let path):
      "\(path) is a bundle that stickerpack built: verify it, or lint its catalog"
    case .noStickers(let paths, let isExcluded):
      "no stickers in \(paths.joined(separator: ", "))"
        + (isExcluded ? " except for what is left out" : "")
    case .unreadableFolder(let path, let reason): "\(path): \(reason)"
    case .invalidFile(let path, let line, let column, let reason):
      ([path] + [Self.place(line, column), reason].compactMap { $0 }).joined(separator: ": ")
    case .invalidSetting(let reason), .unknownChanges(let reason), .notComparable(let reason),
      .unknownDestination(let reason):
      reason
    case .cancelled: "cancelled"
    }
  }

  static func place(_ line: Int?, _ column: Int?) -> String? {
    line.map { "line \($0)" + (column.map { ", column \($0)" } ?? "") }
  }

  /// The error for a file as reports name it.
  package init(_ error: ConfigurationError, in path: String) {
    self = .invalidFile(
      path: path, line: error.place?.line, column: error.place?.column, reason: error.message)
  }
}
