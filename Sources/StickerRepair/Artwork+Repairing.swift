internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerFit
internal import StickerLint
internal import StickerManifest
internal import StickerPacks

extension Artwork {
  /// libjpeg's quality for a JPEG that is encoded again. Its art should not get visibly worse.
  private static let jpegQuality = 95

  /// Makes a repair, if it concerns pixels and not only how a file stores them.
  mutating func apply(_ repair: Repair, of original: OriginalFile) throws(RepairError) {
    switch repair {
    case .convertToSRGB: try convertToSRGB(original)
    case .removeBackground: try removeBackground()
    case .center:
      if let visibleArea {
        self = shown(visibleArea, inWidth: bounds.width, height: bounds.height)
      }
    case .padToSquare: self = shown(bounds, inWidth: side, height: side)
    case .scale: try scale(to: original.task.pack.gridSize)
    case .addOutline:
      var changes = ArtChanges()
      changes.outline = DieCutOutline(forSide: side)
      self = changes.applied(to: self, side: side).art
    case .flatten: self = with(images: images.map { $0.flattened(on: .white) })
    case .removeHiddenImage: hiddenImage = nil
    case .clearHiddenColor:
      self = with(
        images: images.map { image in
          var image = image
          image.clearHiddenColor()
          return image
        })
    default: break
    }
  }

  /// Encodes the art without loss, apart from what its format cannot store.
  ///
  /// - Parameters:
  ///   - inRGB: whether a PNG has neither a palette nor gray, as icons must.
  ///   - mergingFrames: whether consecutive frames that are equal become one.
  ///   - effort: how much time is spent on a smaller PNG.
  func encoded(
    inRGB: Bool, mergingFrames: Bool, effort: ImageEncoder.Effort
  ) throws(ImageError) -> [UInt8] {
    var optimizer = LosslessOptimizer()
    optimizer.effort = effort
    optimizer.mergesFrames = mergingFrames
    optimizer.allowsPalette = format == .png || isIndexed
    let canvas = animation.canvases[0]
    switch format {
    case .png where inRGB: return try ImageEncoder.png(canvas, colors: colors)
    case .png: return try optimizer.png(canvas, colors: colors)
    case .apng:
      return try optimizer.apng(
        animation, plays: plays ?? 0, hiddenImage: hiddenImage, colors: colors)
    case .gif: return try ImageEncoder.gif(animation, loopCount: loopCount, colors: colors)
    case .jpeg: return try ImageEncoder.jpeg(canvas, quality: Self.jpegQuality, colors: colors)
    }
  }

  private mutating func convertToSRGB(_ original: OriginalFile) throws(RepairError) {
    let isGray = colors.isGray
    defer {
      colors = ColorDescription()
      colors.isGray = isGray
    }
    let container = original.image.container
    var color: ((SIMD3<UInt8>) -> SIMD3<Double>)?
    switch original.image.colors {
    // Viewers ignore what they cannot read.
    case .unreadable: return
    case .nothing, .sRGB, .displayP3, .other:
      if case .png(let png) = container, StatedColors(chunksOf: png, in: original.bytes) != nil {
        color = RGBSpace(chunksOf: png, in: original.bytes)?.xyz
      } else if let profile = try? ICCProfile(of: container, bytes: original.bytes) {
        color = profile.xyz
      }
    }
    guard let color, let matrix = RGBSpace.fromXYZ else {
      throw RepairError(
        "PQ, HLG and incomplete profiles are not supported; convert the colors on export")
    }
    self = with(images: images.map { $0.convertedToSRGB { matrix * color($0) } })
  }

  private mutating func removeBackground() throws(RepairError) {
    let box = animation.canvases.lazy.compactMap { canvas in
      canvas.visibleArea.flatMap { BackgroundBox(of: canvas, in: $0) }
    }.first
    guard let color = box?.color, color.alpha == 255 else {
      throw RepairError("the background is translucent")
    }
    self = with(images: images.map { $0.removingBackground(color) })
  }

  /// - Parameter gridSize: the pack's size class, if it has one.
  private mutating func scale(to gridSize: GridSize?) throws(RepairError) {
    // The largest class is the nearest one for all larger canvases.
    let target = (gridSize ?? .nearest(toPixels: side)).pixels
    guard Double(target) <= Double(side) * ArtChanges.maximumEnlargement else {
      throw RepairError("scaling from \(side) to \(target) px would blur the art; export it larger")
    }
    self = scaled(toSide: target)
  }
}

extension Pixel {
  fileprivate static let white = Pixel(red: 255, green: 255, blue: 255)
}
