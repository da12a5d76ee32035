internal import StickerManifest
internal import Basics

/// The folder or archive that holds a bundle's files. Only files in ``contents`` are opened, whatever
/// names the manifest lists.
struct BundleStorage: Sendable {
  private enum Kind {
    /// A path without a trailing slash.
    case folder(String)
    case archive(ArchiveReader)
  }

  private let kind: Kind
  /// The manifest's path in messages.
  let manifestPath: String

  /// Opens a bundle's folder or archive.
  init(at path: String) throws(BundleError) {
    guard FileReading.isDirectory(path) else {
      guard FileReading.exists(path) else { throw .notFound(path: path) }
      guard ArchiveReader.isArchive(path) else { throw .unexpectedFile(path: path) }
      self.init(
        .archive(try ArchiveReader(at: path)), manifestPath: "\(Manifest.fileName) in \(path)")
      return
    }
    self.init(ofManifestAt: path + (path.hasSuffix("/") ? "" : "/") + Manifest.fileName, in: path)
    guard FileReading.exists(manifestPath) || FileReading.isLink(manifestPath) else {
      throw .notABundle(path: path)
    }
    guard !FileReading.isLink(manifestPath) else { throw .symbolicLink(path: manifestPath) }
  }

  /// Opens a bundle's folder, archive or manifest. The manifest's file can have any name.
  init(ofManifestIn path: String) throws(BundleError) {
    guard FileReading.isFile(path), !ArchiveReader.isArchive(path) else {
      try self.init(at: path)
      return
    }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    self.init(ofManifestAt: path, in: slash.map { String(path[...$0]) } ?? ".")
  }

  private init(ofManifestAt file: String, in folder: String) {
    let isSlashed = folder.utf8.count > 1 && folder.hasSuffix("/")
    self.init(.folder(isSlashed ? String(folder.dropLast()) : folder), manifestPath: file)
  }

  private init(_ kind: Kind, manifestPath: String) {
    self.kind = kind
    self.manifestPath = manifestPath
  }

  /// The files and other entries.
  var contents: BundleContents {
    switch kind {
    case .folder(let folder): BundleContents(of: folder)
    case .archive(let archive): BundleContents(of: archive)
    }
  }

  /// The manifest's bytes.
  func manifest() throws(BundleError) -> [UInt8] {
    do throws(FileError) {
      switch kind {
      case .folder: return try FileReading.bytes(ofFileAt: manifestPath, limit: Manifest.mostBytes)
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
      try FileReading.bytes(ofFileAt: folder + "/" + name, limit: limit)
    case .archive(let archive): try archive.bytes(of: name, limit: limit)
    }
  }

  /// The size in bytes and the SHA-256 digest of a file in ``contents``.
  func digest(of name: String) throws(FileError) -> (bytes: Int, sha256: String) {
    switch kind {
    case .folder(let folder): try FileReading.digest(ofFileAt: folder + "/" + name)
    case .archive(let archive): try archive.digest(of: name)
    }
  }
}
