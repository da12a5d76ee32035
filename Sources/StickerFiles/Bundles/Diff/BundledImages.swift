package import Basics
internal import StickerManifest

/// The images at @3x of all stickers in some bundles.
package struct BundledImages: Sendable {
  private struct File {
    var storage: BundleStorage
    var name: String
  }

  /// The files by the SHA-256 in the manifest.
  private var files: [String: File] = [:]

  /// Finds the images. Only files that are in a bundle are opened, whatever its manifest names.
  package init(of bundles: [BundledPacks]) {
    for bundle in bundles {
      let present = Set(bundle.storage.contents.files.map { FilePath($0) })
      for pack in bundle.packs {
        for sticker in pack.manifest.stickers {
          let path = pack.folder.appending(FilePath(sticker.scales[0].file))
          guard present.contains(path) else { continue }
          files[sticker.art] = File(storage: bundle.storage, name: path.string)
        }
      }
    }
  }

  /// Reads an image. Nil if it is missing, is larger than `limit` bytes, or has another SHA-256 than in the
  /// manifest.
  package func image(_ sha256: String, limit: Int) -> HashedBytes? {
    guard let file = files[sha256],
      let bytes = try? file.storage.bytes(of: file.name, limit: limit)
    else { return nil }
    let image = HashedBytes(bytes)
    return image.sha256 == sha256 ? image : nil
  }
}
