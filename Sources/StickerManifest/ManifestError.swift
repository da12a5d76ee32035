public import SystemLibraries

/// The reason a bundle's manifest cannot be used.
///
/// Each case needs another answer: a newer app (``unsupportedSchema(_:)``), a new download (``unreadable(reason:)``,
/// ``invalidJSON``), or another bundle (all others). ``description`` is for logs and developers; it is in English and
/// not meant for users of an app.
public enum ManifestError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The manifest is missing or cannot be opened. `reason` is the system's message.
  case unreadable(reason: String)
  /// The manifest has more than 64 MiB.
  case tooLarge(bytes: Int)
  /// The file is not a manifest that stickerpack wrote.
  case notAManifest
  /// A newer version of stickerpack wrote the manifest.
  case unsupportedSchema(String)
  /// The manifest is not JSON.
  case invalidJSON
  /// A value is missing or has the wrong type. `path` is its place, such as `stickers[3].label`, or "a value" for
  /// a number that does not fit or half of a surrogate pair, which Foundation reports without a place.
  case invalidValue(path: String)
  /// A value contradicts another one or is out of range, such as the path of a file outside of the
  /// bundle.
  case inconsistent(path: String, reason: String)

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .unreadable(let reason): "cannot read \(Manifest.fileName): \(reason)"
    case .tooLarge(let bytes): "\(bytes) bytes are too large (limit: \(Manifest.mostBytes))"
    case .notAManifest: "not a manifest that stickerpack wrote"
    case .unsupportedSchema: "written by a newer version of stickerpack: update this one"
    case .invalidJSON: "invalid JSON: the file is corrupt or truncated"
    case .invalidValue(let path): "\(path) is missing or has the wrong type"
    case .inconsistent(let path, let reason): "\(path) \(reason)"
    }
  }
}

extension ManifestError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
