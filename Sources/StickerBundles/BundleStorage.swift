internal import StickerManifest
internal import StickerModel

/// What a bundle’s files lie in. A manifest’s names reach only what was found by a walk.
struct BundleStorage: Sendable {
  /// The bundle’s folder, without a slash at its end.
  private let folder: String
  /// Where the manifest is, as messages name it.
  let manifestPath: String

  /// - Parameter path: a bundle’s folder.
  init(at path: String) throws(BundleFailure) {
    guard FileReading.isDirectory(path) else {
      let what = FileReading.exists(path) ? "is a file; name a bundle’s folder" : "is not there"
      throw BundleFailure(description: "\(path) \(what)", isUsage: true)
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

  /// - Parameter path: a bundle’s folder, or a file that is its manifest under any name.
  init(ofManifestIn path: String) throws(BundleFailure) {
    guard FileReading.exists(path), !FileReading.isDirectory(path) else {
      try self.init(at: path)
      return
    }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    self.init(ofManifestAt: path, in: slash.map { String(path[...$0]) } ?? ".")
  }

  private init(ofManifestAt file: String, in folder: String) {
    manifestPath = file
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// All that is there.
  var contents: BundleContents { BundleContents(of: folder) }

  /// The manifest’s bytes.
  func manifest() throws(BundleFailure) -> [UInt8] {
    do {
      return try FileReading.bytes(ofFileAt: manifestPath, limit: Manifest.mostBytes)
    } catch {
      let isUsage = if case .refused = error { false } else { true }
      throw BundleFailure(
        description: "\(manifestPath) cannot be read: \(error)", isUsage: isUsage)
    }
  }

  /// The bytes of a file among ``contents``, at most `limit`.
  func bytes(of name: String, limit: Int) throws(FileProblem) -> [UInt8] {
    try FileReading.bytes(ofFileAt: folder + "/" + name, limit: limit)
  }

  /// The size in bytes and the SHA-256 of a file among ``contents``.
  func digest(of name: String) throws(FileProblem) -> (bytes: Int, sha256: String) {
    try FileReading.digest(ofFileAt: folder + "/" + name)
  }
}
