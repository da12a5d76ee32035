#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import StickerBundles
internal import StickerManifest
internal import Basics
internal import StickerPacks

/// What stands where a bundle and its archive are to be written.
enum BundleFolder {
  /// Refuses to replace anything that this tool did not build: a mistyped path must cost nobody
  /// their art.
  static func checkMayBeReplaced(_ path: String) throws(BuildFailure) {
    let entry = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard !FilePath(entry).isLink else {
      throw BuildFailure("\(entry) is a symbolic link; name the folder itself", isUsage: true)
    }
    guard FilePath(path).exists else { return }
    guard FilePath(path).isFolder else {
      throw BuildFailure("\(path) is a file; name a folder to make", isUsage: true)
    }
    let entries: [String]
    do {
      entries = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw BuildFailure("\(path) cannot be opened: \(SystemError.reason(error))")
    }
    guard entries.isEmpty || Manifest.exists(in: FilePath(path)) else {
      throw BuildFailure(
        "\(path) holds files that stickerpack did not make; name another folder or remove it",
        isUsage: true)
    }
  }

  /// The same for an archive's place.
  static func checkArchiveMayBeReplaced(_ path: String) throws(BuildFailure) {
    guard !FilePath(path).isLink else {
      throw BuildFailure(
        "\(path) is a symbolic link; remove it or name another folder", isUsage: true)
    }
    guard !FilePath(path).exists || BundleArchive.exists(at: FilePath(path)) else {
      throw BuildFailure(
        "\(path) is no archive that stickerpack made; name another folder or remove it",
        isUsage: true)
    }
  }
}
