package import Basics
internal import ImageContainers
package import StickerManifest

extension Manifest.Sticker {
  /// Describes an image outside of a bundle, as a manifest does. Nil if the file is not an image.
  ///
  /// - Parameter name: what the sticker is called.
  package init?(_ file: HashedBytes, named name: String) {
    guard let container = ImageContainer(file.bytes), let canvas = container.canvas else {
      return nil
    }
    self.init(
      id: name, label: nil, format: container.format.rawValue, animated: container.loop != nil,
      animation: container.loop.map {
        Manifest.Animation(delays: container.frameTable.map(\.delay), loop: $0)
      },
      scales: [
        Manifest.Scale(
          scale: 3, file: name, width: canvas.width, height: canvas.height,
          bytes: file.bytes.count, sha256: file.sha256)
      ])
  }
}
