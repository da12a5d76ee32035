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
    let frames = container.frameTable
    let isAnimated = container.loop != nil
    self.init(
      id: name, label: nil, format: container.format.rawValue, animated: isAnimated,
      animation: isAnimated
        ? Manifest.Animation(
          delays: frames.map {
            Manifest.Delay(
              numerator: $0.delayNumerator, denominator: max(1, $0.delayDenominator))
          }, plays: container.loop?.numPlays ?? 1) : nil,
      scales: [
        Manifest.Scale(
          scale: 3, file: name, width: canvas.width, height: canvas.height,
          bytes: file.bytes.count, sha256: file.sha256)
      ])
  }
}
