internal import StickerManifest
internal import Basics

/// What a bundle's files lie in. A manifest's names reach only what was found in it.
struct BundleStorage: Sendable {
  private enum Kind {
    /// A path, without a slash at its end.
    case folder(String)
    case archive(BundleArchive)
  }

  private let kind: Kind
  /// Where the manifest is, as messages name it.
  let manifestPath: String

  /// - Parameter path: a bundle's folder or archive.
  init(at path: String) throws(BundleFailure) {
    guard FileReading.isDirectory(path) else {
      guard BundleArchive.begins(path) else {
        let what =
          FileReading.exists(path)
          ? "is a file; name a bundle's folder or archive" : "is not there"
        throw BundleFailure(description: "\(path) \(what)", isUsage: true)
      }
      self.init(
        .archive(try BundleArchive(at: path)), manifestPath: "\(Manifest.fileName) in \(path)")
      return
    }
    self.init(ofManifestAt: path + (path.hasSuffix("/") ? "" : "/") + Manifest.fileName, in: path)
    guard FileReading.exists(manifestPath) || FileReading.isLink(manifestPath) else {
      throw BundleFailure(
        description: "\(path) is no bundle: it has no \(Manifest.fileName)", isUsage: true)
    }
    guard !FileReading.isLink(manifestPath) else {
      throw BundleFailure(
        description: "\(manifestPath) is a symbolic link, and a bundle has none", isUsage: true)
    }
  }

  /// - Parameter path: a bundle's folder or archive, or a file that is its manifest under any name.
  init(ofManifestIn path: String) throws(BundleFailure) {
    guard FileReading.isFile(path), !BundleArchive.begins(path) else {
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

  /// All that is there.
  var contents: BundleContents {
    switch kind {
    case .folder(let folder): BundleContents(of: folder)
    case .archive(let archive): BundleContents(of: archive)
    }
  }

  /// The manifest's bytes.
  func manifest() throws(BundleFailure) -> [UInt8] {
    do throws(FileError) {
      switch kind {
      case .folder: return try FileReading.bytes(ofFileAt: manifestPath, limit: Manifest.mostBytes)
      case .archive(let archive):
        return try archive.bytes(of: Manifest.fileName, limit: Manifest.mostBytes)
      }
    } catch {
      throw BundleFailure(description: "\(manifestPath) cannot be read: \(error)", isUsage: false)
    }
  }

  /// The bytes of a file among ``contents``, at most `limit`.
  func bytes(of name: String, limit: Int) throws(FileError) -> [UInt8] {
    switch kind {
    case .folder(let folder):
      try FileReading.bytes(ofFileAt: folder + "/" + name, limit: limit)
    case .archive(let archive): try archive.bytes(of: name, limit: limit)
    }
  }

  /// The size in bytes and the SHA-256 of a file among ``contents``.
  func digest(of name: String) throws(FileError) -> (bytes: Int, sha256: String) {
    switch kind {
    case .folder(let folder): try FileReading.digest(ofFileAt: folder + "/" + name)
    case .archive(let archive): try archive.digest(of: name)
    }
  }
}
