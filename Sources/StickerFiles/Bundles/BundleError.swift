package import Basics
package import StickerManifest

/// A failure to read or archive a bundle.
package enum BundleError: Error, Sendable, Equatable, CustomStringConvertible {
  case notFound(path: String)
  case notABundle(path: String)
  case unexpectedFile(path: String)
  case symbolicLink(path: String)
  /// The system refuses to read the file, or its content is corrupt.
  case unreadable(path: String, FileError)
  /// The archive is corrupt, or another program wrote it.
  case invalidArchive(path: String, reason: String)
  /// The file is not a manifest that can be used.
  case invalidManifest(path: String, ManifestError)
  /// The manifest does not list the bundle's files, so they cannot be checked.
  case missingFileList(path: String)
  /// A collection names a manifest that does not exist. `key` is the place of the name.
  case missingPack(path: String, key: String, manifest: String)
  /// The manifests of a collection are larger than the limit for one manifest.
  case manifestsTooLarge(path: String)
  case nestedCollection(path: String)
  /// The bundle has too many files or bytes for an archive.
  case archiveTooLarge(path: String, ArchiveIndex.Overflow)
  case cancelled
  /// The archive cannot be written. `reason` is the system's message.
  case unwritable(path: String, reason: String)

  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .notFound(let path): "\(path) does not exist"
    case .notABundle(let path): "\(path) is not a bundle: it has no \(Manifest.fileName)"
    case .unexpectedFile(let path): "\(path) is a file: expected a bundle's folder or archive"
    case .symbolicLink(let path): "\(path) is a symbolic link; bundles cannot contain links"
    case .unreadable(let path, let error): "cannot read \(path): \(error)"
    case .invalidArchive(let path, let reason): "\(path): \(reason)"
    case .invalidManifest(let path, let error): "\(path): \(error)"
    case .missingFileList(let path):
      "\(path) lists no files: build the bundle again with this version of stickerpack"
    case .missingPack(let path, let key, let manifest):
      "\(path): \(key) is \(manifest.quoted), which does not exist"
    case .manifestsTooLarge(let path):
      "\(path): all manifests together are too large (limit: \(Manifest.mostBytes) bytes)"
    case .nestedCollection(let path): "\(path): expected the manifest of a single pack"
    case .archiveTooLarge(let path, let overflow):
      "\(path) cannot hold the bundle: \(overflow); build a folder instead"
    case .cancelled: "cancelled"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}
