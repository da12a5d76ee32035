#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import StickerBundles
internal import StickerManifest
internal import Basics
internal import StickerPacks

/// Checks the places where a bundle and its archive are written.
enum BundleFolder {
  /// Refuses to replace anything that this tool did not build, so that a mistyped path cannot delete art.
  static func checkMayBeReplaced(_ path: String) throws(BuildError) {
    let entry = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard !FileReading.isLink(entry) else {
      throw .invalidOutput(path: entry, reason: "is a symbolic link; specify the folder itself")
    }
    guard FileReading.exists(path) else { return }
    guard FileReading.isDirectory(path) else {
      throw .invalidOutput(path: path, reason: "is a file; specify a folder")
    }
    let entries: [String]
    do {
      entries = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .unwritable(action: "open \(path)", reason: SystemError.reason(error))
    }
    guard entries.isEmpty || Manifest.exists(in: path) else {
      throw .invalidOutput(
        path: path,
        reason: "contains files that stickerpack did not write; choose another folder or remove it")
    }
  }

  /// Refuses to replace anything but an archive that this tool built.
  static func checkArchiveMayBeReplaced(_ path: String) throws(BuildError) {
    guard !FileReading.isLink(path) else {
      throw .invalidOutput(
        path: path, reason: "is a symbolic link; remove it or choose another folder")
    }
    guard !FileReading.exists(path) || ArchiveReader.isBundle(at: path) else {
      throw .invalidOutput(
        path: path,
        reason: "is not an archive that stickerpack wrote; choose another folder or remove it")
    }
  }
}
