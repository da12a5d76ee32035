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
  ///
  /// - Parameter drawn: the images before all repairs.
  mutating func apply(
    _ repair: Repair, of original: OriginalFile, as drawn: CanvasList
  ) throws {
    switch repair {
    case .convertToSRGB: try convertToSRGB(original)
    case .removeBackground: try removeBackground()
    case .center: try center(keepsBaseline: original.task.standsOnBaseline)
    case .scale: try scale(to: original.task.gridSize)
    case .padToSquare: try padToSquare()
    case .addOutline: try addOutline(drawn)
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
    var cut = CanvasList()
    for image in images {
      let removal: BackgroundRemoval
      do { removal = try BackgroundRemoval(of: image, color: color) } catch {
        throw RepairError(error.reason)
      }
      if let harm = ArtJudge.harm(of: removal.result) { throw RepairError(harm) }
      cut.append(removal.result)
    }
    self = with(images: cut)
  }

  /// - Parameter keepsBaseline: whether the art moves only horizontally.
  private mutating func center(keepsBaseline: Bool) throws {
    guard var area = visibleArea else { return }
    if keepsBaseline { (area.y, area.height) = (0, bounds.height) }
    self = try shown(area, inWidth: bounds.width, height: bounds.height)
  }

  /// - Parameter gridSize: the size class of the pack.
  private mutating func scale(to gridSize: GridSize) throws {
    let target = gridSize.pixels
    guard Double(target) <= Double(side) * ArtChanges.maximumEnlargement else {
      throw RepairError("scaling from \(side) to \(target) px would blur the art; export it larger")
    }
    self = try scaled(toSide: target)
  }

  private mutating func padToSquare() throws {
    guard side <= GridSize.large.pixels else {
      throw RepairError(
        "the canvas would become \(Text.number(side)) × \(Text.number(side)) px; scale it, too")
    }
    self = try shown(bounds, inWidth: side, height: side)
  }

  /// - Parameter drawn: the images before they were moved and scaled.
  private mutating func addOutline(_ drawn: CanvasList) throws {
    guard side <= GridSize.large.pixels else {
      throw RepairError("the canvas is larger than a sticker; scale it, too")
    }
    let outline = DieCutOutline(forSide: side)
    var changes = ArtChanges()
    changes.outline = outline
    let placed = try changes.roomForOutline(around: self, side: side)
    if let obstacle = changes.outlineObstacle(of: drawn, placed: placed) {
      throw RepairError(obstacle.reason)
    }
    self = placed.with(images: placed.images.map(outline.drawn))
  }
}

extension Pixel {
  fileprivate static let white = Pixel(red: 255, green: 255, blue: 255)
}
