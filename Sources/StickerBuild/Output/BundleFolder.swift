internal import Basics
internal import StickerBundles
internal import StickerManifest
internal import StickerPacks

/// Checks the places where a bundle and its archive are written.
enum BundleFolder {
  /// Refuses to replace anything that this tool did not build, so that a mistyped path cannot delete art.
  static func checkMayBeReplaced(_ path: FilePath) throws(BuildError) {
    guard !path.isLink else {
      throw .invalidOutput(
        path: path.string, reason: "is a symbolic link; specify the folder itself")
    }
    guard path.exists else { return }
    guard path.isFolder else {
      throw .invalidOutput(path: path.string, reason: "is a file; specify a folder")
    }
    let entries: [FilePath]
    do {
      entries = try FolderListing.names(in: path)
    } catch {
      throw .unwritable(action: "open \(path)", reason: "\(error)")
    }
    guard entries.isEmpty || Manifest.exists(in: path) else {
      throw .invalidOutput(
        path: path.string,
        reason: "contains files that stickerpack did not write; choose another folder or remove it")
    }
  }

  /// Refuses to replace anything but an archive that this tool built.
  static func checkArchiveMayBeReplaced(_ path: FilePath) throws(BuildError) {
    guard !path.isLink else {
      throw .invalidOutput(
        path: path.string, reason: "is a symbolic link; remove it or choose another folder")
    }
    guard !path.exists || ArchiveReader.isBundle(at: path) else {
      throw .invalidOutput(
        path: path.string,
        reason: "is not an archive that stickerpack wrote; choose another folder or remove it")
    }
  }
}
