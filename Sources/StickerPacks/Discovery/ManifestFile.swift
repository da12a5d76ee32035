package import Basics
package import StickerManifest

extension Manifest {
  /// Whether the manifest in a folder says that stickerpack built the folder.
  package static func exists(in folder: FilePath) -> Bool {
    let bytes = try? FileReading.bytes(ofFileAt: folder.appending(fileName), limit: mostBytes)
    return bytes.map(isOurs) ?? false
  }
}
