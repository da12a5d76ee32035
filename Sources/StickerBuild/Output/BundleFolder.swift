internal import Basics
internal import StickerBundles
internal import StickerManifest
internal import StickerPacks

/// Checks the places where a bundle and its archive are written.
enum BundleFolder {
  /// Refuses to replace anything that this tool did not build, so that a mistyped path cannot delete art.
  static func checkMayBeReplaced(_ path: FilePath) throws(BuildFailure) {
    guard !path.isLink else {
      throw BuildFailure("\(path) is a symbolic link; specify the folder itself", isUsage: true)
    }
    guard path.exists else { return }
    guard path.isFolder else {
      throw BuildFailure("\(path) is a file; specify a folder", isUsage: true)
    }
    let entries: [FilePath]
    do {
      entries = try FolderListing.names(in: path)
    } catch {
      throw BuildFailure("cannot open \(path): \(error)")
    }
    guard entries.isEmpty || Manifest.exists(in: path) else {
      throw BuildFailure(
        "\(path) contains files that stickerpack did not write; choose another folder or remove it",
        isUsage: true)
    }
  }

  /// Refuses to replace anything but an archive that this tool built.
  static func checkArchiveMayBeReplaced(_ path: FilePath) throws(BuildFailure) {
    guard !path.isLink else {
      throw BuildFailure(
        "\(path) is a symbolic link; remove it or choose another folder", isUsage: true)
    }
    guard !path.exists || ArchiveReader.isBundle(at: path) else {
      throw BuildFailure(
        "\(path) is not an archive that stickerpack wrote; choose another folder or remove it",
        isUsage: true)
    }
  }
}
