internal import Basics
package import StickerManifest

extension Manifest {
  /// Whether a folder is a bundle or a collection that this tool built, by the manifest in it.
  package static func exists(in folder: String) -> Bool {
    let bytes = try? FileReading.bytes(ofFileAt: folder + "/" + fileName, limit: mostBytes)
    return bytes.map(isOurs) ?? false
  }
}
