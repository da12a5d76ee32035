internal import Basics
internal import ImageContainers
internal import Pixels
package import StickerFit
package import StickerPacks

extension AssetFacts {
  /// The sticker as destinations judge it; nil for a file that cannot be read, and for one without an image.
  package var measured: MeasuredSticker? {
    var sticker: MeasuredSticker
    switch signature {
    case .unsupported(let format):
      sticker = MeasuredSticker(
        format: format, canvas: webP?.canvas, byteCount: webP.map { _ in byteCount },
        isAnimated: format.isAnimated, isDecoded: false)
      (sticker.frameCount, sticker.duration) = (webP?.frameCount, webP?.duration)
      (sticker.shortestDelay, sticker.loop) = (webP?.shortestDelay, webP?.loop)
      sticker.hasTransparency = webP?.hasAlpha
    case .png, .gif, .jpeg:
      guard let image else { return nil }
      sticker = image.measured(byteCount: byteCount)
    case .empty, .gitLFSPointer, .unknown, nil: return nil
    }
    sticker.label = source.writtenLabel ?? source.labelFromName
    (sticker.emojiCount, sticker.keywords) = (source.emoji.count, source.keywords)
    return sticker
  }

  /// The changes that a build for a destination makes before it encodes the sticker; nil if it cannot be built, or if
  /// its image is damaged: its header cannot be trusted.
  package func plan(for destination: Destination) -> DestinationPlan? {
    guard source.role == .sticker, destination.canBeBuilt, let image, image.isDecoded,
      let canvas = image.canvas
    else { return nil }
    return DestinationPlan(
      for: destination,
      from: image.fileFormat, canvas,
      image.isAnimated ? image.frames.map { $0.delay } : [],
      loop: image.container.loop ?? .forever)
  }
}

extension ImageFacts {
  /// The format of the file: an APNG of one frame is a PNG.
  var fileFormat: FileFormat {
    format == .apng && !isAnimated ? .png : .init(format)
  }

  fileprivate func measured(byteCount: Int) -> MeasuredSticker {
    let delays = isAnimated ? frames.map { $0.delay.milliseconds } : []
    var sticker = MeasuredSticker(
      format: fileFormat, canvas: canvas, byteCount: byteCount, isAnimated: isAnimated,
      isDecoded: isDecoded)
    sticker.frameCount = isAnimated ? frames.count : 1
    if isAnimated {
      (sticker.duration, sticker.loop) = (delays.reduce(0, +), container.loop)
      sticker.shortestDelay = delays.min()
    }
    if isDecoded {
      sticker.hasTransparency = frameAlpha.contains { $0.transparent + $0.translucent > 0 }
    }
    sticker.hasPalette = paletteColorCount != nil
    return sticker
  }
}

extension PackFacts {
  /// The pack as destinations judge it.
  var measured: MeasuredPack {
    MeasuredPack(
      stickerCount: source.stickers.count,
      animatedCount: assets.count { $0.measured?.isAnimated == true })
  }
}

extension MeasuredSticker {
  /// The sticker that a build makes of it, if that is small enough.
  func changed(by plan: DestinationPlan, for destination: Destination) -> MeasuredSticker {
    var result = self
    result.format = plan.format
    result.canvas = plan.canvas
    if plan.canvas != plan.art { result.hasTransparency = true }
    if isAnimated {
      result.frameCount = plan.frameCount
      result.duration = plan.delays.reduce(0) { $0 + $1.milliseconds }
      result.shortestDelay = plan.shortestDelay
      result.loop = plan.loop
    }
    if !destination.allowsPalette { result.hasPalette = false }
    if let most = destination.maximumBytes(isAnimated: isAnimated) {
      result.byteCount = byteCount.map { min($0, most) }
    }
    return result
  }
}
