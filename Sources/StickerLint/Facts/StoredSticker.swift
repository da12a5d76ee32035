internal import Basics
package import ImageContainers
internal import Pixels
package import StickerFit
package import StickerPacks

/// What stores other than Apple's judge of a sticker: of a decoded image, or of the header of a WebP file.
package struct StoredSticker: Sendable {
  /// The format; nil if no store takes it.
  package var format: StoreProfile.Format?
  /// The name of the format.
  package var formatName: String
  package var canvas: CanvasSize?
  /// Nil for a format that is not read here: stores have other limits for it.
  package var byteCount: Int?
  package var isAnimated: Bool
  /// The number of frames; nil if it is unknown.
  package var frameCount: Int?
  /// The duration of one play, in milliseconds; nil if it is unknown.
  package var duration: Double?
  /// The shortest delay of a frame, in milliseconds; nil if it is unknown.
  package var shortestDelay: Double?
  package var loop: LoopCount?
  /// Whether pixels are transparent, or may be in a file that is not decoded; nil if it is unknown.
  package var hasTransparency: Bool?
  /// Whether an animated PNG has a palette.
  package var hasPalette = false
  /// Whether the pixels were decoded.
  package var isDecoded: Bool
}

extension AssetFacts {
  /// What stores judge; nil for a file that cannot be read, and for one without an image.
  package var stored: StoredSticker? {
    if let planned { return planned }
    return switch signature {
    case .unsupported(let format):
      StoredSticker(
        format: format.storeFormat, formatName: format.storeFormat?.name ?? format.name,
        canvas: webP?.canvas, byteCount: webP.map { _ in byteCount }, isAnimated: format.isAnimated,
        frameCount: webP?.frameCount, duration: webP?.duration,
        shortestDelay: webP?.shortestDelay, loop: webP?.loop,
        hasTransparency: webP?.hasAlpha, isDecoded: false)
    case .png, .gif, .jpeg: image.map { StoredSticker($0, byteCount: byteCount) }
    case .empty, .gitLFSPointer, .unknown, nil: nil
    }
  }
}

extension StoredSticker {
  fileprivate init(_ image: ImageFacts, byteCount: Int) {
    let delays = image.isAnimated ? image.frames.map(\.delay.milliseconds) : []
    let format: StoreProfile.Format =
      image.format == .apng && !image.isAnimated ? .png : .init(image.format)
    self.init(
      format: format, formatName: format.name, canvas: image.canvas, byteCount: byteCount,
      isAnimated: image.isAnimated, frameCount: image.isAnimated ? image.frames.count : 1,
      duration: image.isAnimated ? delays.reduce(0, +) : nil, shortestDelay: delays.min(),
      loop: image.isAnimated ? image.container.loop : nil,
      hasTransparency: image.isDecoded
        ? image.frameAlpha.contains { $0.transparent + $0.translucent > 0 } : nil,
      hasPalette: image.paletteColorCount != nil, isDecoded: image.isDecoded)
  }
}

extension AssetFacts {
  /// The changes that a build for a store makes before it encodes the sticker; nil if it cannot be built, or if its
  /// image is damaged: its header cannot be trusted.
  package func plan(for store: StoreProfile) -> StorePlan? {
    guard source.role == .sticker, store.canBeBuilt, let image, image.isDecoded,
      let canvas = image.canvas
    else { return nil }
    return StorePlan(
      for: store, from: image.format == .apng && !image.isAnimated ? .png : .init(image.format),
      canvas, image.isAnimated ? image.frames.map(\.delay) : [],
      loop: image.container.loop ?? .forever)
  }
}

extension StoredSticker {
  /// What a build makes of it, if that is small enough.
  func changed(by plan: StorePlan, for store: StoreProfile) -> StoredSticker {
    var result = self
    (result.format, result.formatName) = (plan.format, plan.format.name)
    result.canvas = plan.canvas
    if plan.canvas != plan.art { result.hasTransparency = true }
    if isAnimated {
      result.frameCount = plan.frameCount
      result.duration = plan.delays.reduce(0) { $0 + $1.milliseconds }
      result.shortestDelay = plan.shortestDelay
      result.loop = plan.loop
    }
    if store.palette == false { result.hasPalette = false }
    if let most = store.maximumBytes(isAnimated: isAnimated) {
      result.byteCount = byteCount.map { min($0, most) }
    }
    return result
  }
}

extension UnsupportedFormat {
  /// The format as profiles name it; nil if no store takes it.
  fileprivate var storeFormat: StoreProfile.Format? {
    switch self {
    case .webP(animated: false): .webp
    case .webP(animated: true): .animatedWebP
    case .webM: .webM
    case .tgs: .tgs
    case .avif: .avif
    case .heic: .heic
    case .bmp, .heics, .ico, .jpegXL, .mpeg4, .pdf, .photoshop, .quickTime, .svg, .tiff: nil
    }
  }
}
