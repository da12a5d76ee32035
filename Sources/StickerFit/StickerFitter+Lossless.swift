package import Basics
package import ImageCodecs
internal import ImageContainers

extension StickerFitter {
  /// Compresses a PNG, APNG or GIF again without loss: no visible pixel, delay, loop or canvas changes, and metadata and
  /// color profiles stay.
  ///
  /// - Parameters:
  ///   - isIcon: whether the file is an icon, which stays in RGB without a palette.
  ///   - addsPalettes: whether an APNG in full color may get a palette, which some viewers play incorrectly.
  /// - Returns: no change for a file of another format or with 16 bits per channel, or one that does not get smaller.
  /// - Throws: if the file is damaged.
  package func compressedAgain(
    _ file: HashedBytes, isIcon: Bool = false, addsPalettes: Bool = true
  ) throws(ImageError) -> StickerChange {
    let container = ImageContainer(file.bytes)
    var change = StickerChange(.init(file, container))
    change.content = file.bytes
    guard let container, container.format != .jpeg, container.header?.bitDepth != 16 else {
      return change
    }
    if let defect = container.defects.first(where: { $0.kind.isDamage }) {
      throw .codecFailed("the file is damaged: \(defect.message)")
    }
    let art = try Artwork(file.bytes, limits: options.limits)
    var optimizer = optimizer(options.effort)
    optimizer.mergesFrames = false
    if !addsPalettes, art.format == .apng, !art.isIndexed { optimizer.allowsPalette = false }
    if isIcon { (optimizer.allowsPalette, optimizer.allowsGray) = (false, false) }
    let encoded =
      art.format == .gif
      ? try optimizer.gif(art.animation, loop: art.loop ?? .unstated, colors: art.colors)
      : try art.encoded(with: optimizer)
    let smaller = HashedBytes(ImageContainer.keepingMetadata(of: file.bytes, in: encoded))
    guard smaller.bytes.count < file.bytes.count else { return change }
    let result = ImageContainer(smaller.bytes)
    change.content = smaller.bytes
    change.after = .init(smaller, result)
    change.hasNewPalette = (result?.isIndexed ?? false) && !art.isIndexed
    return change
  }
}

extension ImageContainer {
  /// The header of a PNG; nil for other formats.
  fileprivate var header: PNGContainer.Header? {
    if case .png(let png) = self { png.header } else { nil }
  }
}
