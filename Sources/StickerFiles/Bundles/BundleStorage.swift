internal import Basics
internal import StickerManifest

/// The folder or archive that holds a bundle's files. Only files in ``contents`` are opened, whatever
/// names the manifest lists.
struct BundleStorage: Sendable {
  private enum Kind {
    case folder(FilePath)
    case archive(ArchiveReader)
  }

  private let kind: Kind
  /// The manifest's path in messages.
  let manifestPath: String

  /// Opens a bundle's folder or archive.
  init(at path: FilePath) throws(BundleError) {
    guard path.isFolder else {
      guard path.exists else { throw .notFound(path: path.string) }
      guard ArchiveReader.isArchive(path) else { throw .unexpectedFile(path: path.string) }
      self.init(
        .archive(try ArchiveReader(at: path)), manifestPath: "\(Manifest.fileName) in \(path)")
      return
    }
    let manifest = path.appending(Manifest.fileName)
    guard !manifest.isLink else { throw .symbolicLink(path: manifest.string) }
    guard manifest.exists else { throw .notABundle(path: path.string) }
    self.init(.folder(path), manifestPath: manifest.string)
  }

  /// Opens a bundle's folder, archive or manifest. The manifest's file can have any name.
  init(ofManifestIn path: FilePath) throws(BundleError) {
    if path.isFile, !ArchiveReader.isArchive(path) {
      self.init(.folder(path.parent), manifestPath: path.string)
    } else {
      try self.init(at: path)
    }
  }

  private init(_ kind: Kind, manifestPath: String) {
    self.kind = kind
    self.manifestPath = manifestPath
  }

  var contents: BundleContents {
    switch kind {
    case .folder(let folder): BundleContents(of: folder)
    case .archive(let archive): BundleContents(of: archive)
    }
  }

  func manifest() throws(BundleError) -> [UInt8] {
    do throws(FileError) {
      switch kind {
      case .folder:
        return try FileReading.bytes(ofFileAt: FilePath(manifestPath), limit: Manifest.mostBytes)
      case .archive(let archive):
        return try archive.bytes(of: Manifest.fileName, limit: Manifest.mostBytes)
      }
    } catch {
      throw .unreadable(path: manifestPath, error)
    }
  }

  /// The bytes of a file in ``contents``, at most `limit`.
  func bytes(of name: String, limit: Int) throws(FileError) -> [UInt8] {
    switch kind {
    case .folder(let folder):
      try FileReading.bytes(ofFileAt: folder.appending(name), limit: limit)
    case .archive(let archive): try archive.bytes(of: name, limit: limit)
    }
  }

  /// The size in bytes and the SHA-256 digest of a file in ``contents``.
  func digest(of name: String) throws(FileError) -> (bytes: Int, sha256: String) {
    switch kind {
    case .folder(let folder): try FileReading.digest(ofFileAt: folder.appending(name))
    case .archive(let archive): try archive.digest(of: name)
    }
  }
}
