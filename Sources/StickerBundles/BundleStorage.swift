internal import StickerManifest
internal import Basics

/// The folder or archive that holds a bundle. Names in the manifest are only looked up among the files
/// that were found in it.
struct BundleStorage: Sendable {
  private enum Kind {
    case folder(FilePath)
    case archive(BundleArchive)
  }

  private let kind: Kind
  /// The manifest, as messages show it.
  let manifestPath: String

  /// - Parameter path: a bundle's folder or archive.
  init(at path: FilePath) throws(BundleFailure) {
    guard path.isFolder else {
      guard BundleArchive.begins(path) else {
        let problem =
          path.exists ? "is a file; name a bundle's folder or archive" : "does not exist"
        throw BundleFailure(description: "\(path) \(problem)", isUsage: true)
      }
      self.init(
        .archive(try BundleArchive(at: path)), manifestPath: "\(Manifest.fileName) in \(path)")
      return
    }
    let manifest = path.appending(Manifest.fileName)
    guard !manifest.isLink else {
      throw BundleFailure(
        description: "\(manifest) is a symbolic link, which a bundle cannot contain", isUsage: true)
    }
    guard manifest.exists else {
      throw BundleFailure(
        description: "\(path) is not a bundle: it has no \(Manifest.fileName)", isUsage: true)
    }
    self.init(.folder(path), manifestPath: manifest.string)
  }

  /// - Parameter path: a bundle's folder or archive, or its manifest under any name.
  init(ofManifestIn path: FilePath) throws(BundleFailure) {
    if path.isFile, !BundleArchive.begins(path) {
      self.init(.folder(path.parent), manifestPath: path.string)
    } else {
      try self.init(at: path)
    }
  }

  private init(_ kind: Kind, manifestPath: String) {
    self.kind = kind
    self.manifestPath = manifestPath
  }

  /// Everything in the folder or archive.
  var contents: BundleContents {
    switch kind {
    case .folder(let folder): BundleContents(of: folder)
    case .archive(let archive): BundleContents(of: archive)
    }
  }

  /// Returns the manifest's bytes.
  func manifest() throws(BundleFailure) -> [UInt8] {
    do throws(FileError) {
      switch kind {
      case .folder:
        return try FileReading.bytes(ofFileAt: FilePath(manifestPath), limit: Manifest.mostBytes)
      case .archive(let archive):
        return try archive.bytes(of: Manifest.fileName, limit: Manifest.mostBytes)
      }
    } catch {
      throw BundleFailure(description: "\(manifestPath) cannot be read: \(error)", isUsage: false)
    }
  }

  /// Returns the bytes of a file of ``contents``, at most `limit`.
  func bytes(of name: String, limit: Int) throws(FileError) -> [UInt8] {
    switch kind {
    case .folder(let folder):
      try FileReading.bytes(ofFileAt: folder.appending(name), limit: limit)
    case .archive(let archive): try archive.bytes(of: name, limit: limit)
    }
  }

  /// Returns the size in bytes and the SHA-256 of a file of ``contents``.
  func digest(of name: String) throws(FileError) -> (bytes: Int, sha256: String) {
    switch kind {
    case .folder(let folder): try FileReading.digest(ofFileAt: folder.appending(name))
    case .archive(let archive): try archive.digest(of: name)
    }
  }
}
