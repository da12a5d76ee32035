internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerFit
internal import StickerManifest
internal import StickerPacks

/// Makes the @2x and @1x versions of a sticker from its @3x art.
struct StickerScaler {
  struct Version {
    /// Pixels per point: 3, 2 or 1.
    var scale: Int
    var width: Int
    var height: Int
    var file: HashedBytes
    /// The loss that was needed to stay within the size of the art; nil for none.
    var loss: ScaledCopy.Loss?
  }

  /// The art at a smaller scale.
  private struct Reduction {
    let scale: Int
    let resampler: Resampler
    var canvases = CanvasList()
    var hiddenImage: Bitmap?

    init(of canvas: CanvasSize, to scale: Int, blocks: PixelBlocks?) {
      self.scale = scale
      resampler = Resampler(
        fromWidth: canvas.width, fromHeight: canvas.height,
        toWidth: max(1, (canvas.width * scale + 1) / 3),
        toHeight: max(1, (canvas.height * scale + 1) / 3), blocks: blocks)
    }

    /// Adds the next canvas.
    ///
    /// - Parameter area: the area that differs from the previous canvas; nil for none.
    mutating func add(_ canvas: Bitmap, changed area: PixelRect?) {
      guard var reduced = canvases.last else {
        canvases.append(resampler.resample(canvas))
        return
      }
      if let area { resampler.update(&reduced, to: canvas, changed: area) }
      canvases.append(reduced)
    }
  }

  /// The canvas from which icons are made, if it was asked for.
  private(set) var picture: IconPicture?
  private let path: String
  private let file: HashedBytes
  private let canvas: CanvasSize
  private let copies: [(scale: Int, art: Artwork)]
  /// The maximum number of frames that are encoded at the same time.
  private let jobs: Int

  /// Decodes the art and keeps only the reduced canvases.
  ///
  /// - Parameters:
  ///   - path: the art as reports name it.
  ///   - keepsPicture: whether icons are made from this sticker.
  ///   - jobs: the maximum number of frames that are encoded at the same time.
  init(
    _ file: HashedBytes, at path: String, limits: DecodingLimits, keepsPicture: Bool, jobs: Int
  ) throws(BuildError) {
    var decoder: ImageDecoder
    var reductions: [Reduction] = []
    var previous: Bitmap?
    do {
      decoder = try ImageDecoder(file.bytes, limits: limits)
      // Each canvas is released as soon as it is reduced: an animation may have hundreds.
      while let frame = try decoder.nextFrame() {
        if keepsPicture { picture = IconPicture(frame.canvas, after: picture) ?? picture }
        if frame.index == 0 {
          let size = CanvasSize(clampingWidth: frame.canvas.width, height: frame.canvas.height)
          let blocks = try Self.blocks(of: frame.canvas, file, decoder.container, limits)
          reductions = [2, 1].map { Reduction(of: size, to: $0, blocks: blocks) }
        }
        let area = previous.flatMap { frame.canvas.changedArea(from: $0) }
        for index in reductions.indices { reductions[index].add(frame.canvas, changed: area) }
        previous = frame.canvas
      }
      if let hidden = try decoder.hiddenImage() {
        for index in reductions.indices {
          reductions[index].hiddenImage = reductions[index].resampler.resample(hidden)
        }
      }
    } catch {
      throw .unusableImage(path: path, reason: "\(error)")
    }
    guard let canvas = decoder.container.canvas, !reductions.isEmpty else {
      throw .unusableImage(path: path, reason: "there is no image")
    }
    copies = reductions.map { reduction in
      (
        reduction.scale,
        Artwork(
          reduction.canvases, hiddenImage: reduction.hiddenImage, of: decoder, limits: limits)
      )
    }
    (self.path, self.file, self.canvas, self.jobs) = (path, file, canvas, jobs)
  }

  /// The blocks of pixel art; nil for other art.
  ///
  /// - Parameter first: the first canvas, in which most art has none.
  private static func blocks(
    of first: Bitmap, _ file: HashedBytes, _ container: ImageContainer, _ limits: DecodingLimits
  ) throws(ImageError) -> PixelBlocks? {
    guard container.format != .jpeg else { return nil }
    var search = PixelBlockSearch()
    search.add(first)
    guard search.isOpen, container.frameTable.count > 1 else { return search.blocks }
    // Whether the other canvases have the same blocks must be known before the first one is scaled. The first
    // one may have too few of them.
    var decoder = try ImageDecoder(file.bytes, limits: limits)
    while search.isOpen, let frame = try decoder.nextFrame() { search.add(frame.canvas) }
    return search.blocks
  }

  /// The format of all versions.
  var format: ImageFormat { copies[0].art.format }

  /// The animation's timing; nil for a still image.
  var animation: Manifest.Animation? {
    let art = copies[0].art
    guard art.animation.delays.count > 1 || art.format == .apng else { return nil }
    return Manifest.Animation(delays: art.animation.delays, loop: art.loop ?? .unstated)
  }

  /// The unchanged art, then the versions at 2/3 and 1/3 of its size. None is larger in bytes than the
  /// art, unless nothing makes it smaller.
  func versions() throws(BuildError) -> [Version] {
    var versions = [
      Version(scale: 3, width: canvas.width, height: canvas.height, file: file)
    ]
    for (scale, art) in copies {
      do {
        let copy = try ScaledCopy(of: art, maximumBytes: file.bytes.count, jobs: jobs)
        versions.append(
          Version(
            scale: scale, width: art.bounds.width, height: art.bounds.height,
            file: HashedBytes(copy.bytes), loss: copy.loss))
      } catch {
        throw .unusableImage(path: path, reason: "@\(scale)x cannot be encoded: \(error)")
      }
    }
    return versions
  }
}
