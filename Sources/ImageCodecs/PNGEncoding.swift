internal import ImageContainers
internal import Pixels

/// Encodes bitmaps as PNG and APNG around libpng's compressed rows.
enum PNGEncoding {
  /// The samples that a file stores of each pixel.
  enum Layout: Int {
    case grey = 1
    case greyAlpha, rgb, rgba

    /// IHDR's colour type.
    var colorType: UInt8 {
      switch self {
      case .grey: 0
      case .greyAlpha: 4
      case .rgb: 2
      case .rgba: 6
      }
    }

    init(grey: Bool, alpha: Bool) {
      self = grey ? (alpha ? .greyAlpha : .grey) : (alpha ? .rgba : .rgb)
    }

    func rows(of bitmap: Bitmap) -> [UInt8] {
      let kept =
        switch self {
        case .grey: [0]
        case .greyAlpha: [0, 3]
        case .rgb: [0, 1, 2]
        case .rgba: [0, 1, 2, 3]
        }
      guard kept.count < 4 else { return bitmap.samples }
      return stride(from: 0, to: bitmap.samples.count, by: 4).flatMap { pixel in
        kept.map { bitmap.samples[pixel + $0] }
      }
    }
  }

  static func still(_ bitmap: Bitmap, _ colors: ColorDescription) throws(CodecFailure) -> [UInt8] {
    let storage = try Storage(for: bitmap, colors.isGrey, false)
    return try start(bitmap.width, bitmap.height, storage.layout, colors)
      + PNGChunk.bytes("IDAT", storage.compressed(bitmap)) + PNGChunk.bytes("IEND")
  }

  static func animation(
    _ animation: CanvasAnimation, plays: Int, hiddenImage: Bitmap?, _ colors: ColorDescription
  ) throws(CodecFailure) -> [UInt8] {
    let canvases = animation.canvases
    let storage = try Storage(for: canvases[0], colors.isGrey, true)
    var png = start(canvases[0].width, canvases[0].height, storage.layout, colors)
    png += PNGChunk.bytes(
      "acTL", PNGChunk.bigEndian32(canvases.count) + PNGChunk.bigEndian32(plays))
    if let hiddenImage { png += PNGChunk.bytes("IDAT", try storage.compressed(hiddenImage)) }
    var sequence = 0
    for (index, canvas) in canvases.enumerated() {
      let before = index == 0 ? nil : canvases[index - 1]
      let patch = try smallestPatch(canvas, after: before, storage)
      png += control(patch, animation.delays[index], sequence)
      sequence += 1
      if index == 0, hiddenImage == nil {
        png += PNGChunk.bytes("IDAT", patch.data)
      } else {
        png += PNGChunk.bytes("fdAT", PNGChunk.bigEndian32(sequence) + patch.data)
        sequence += 1
      }
    }
    return png + PNGChunk.bytes("IEND")
  }

  private static func start(
    _ width: Int, _ height: Int, _ layout: Layout, _ colors: ColorDescription
  ) -> [UInt8] {
    PNGChunk.signature
      + PNGChunk.bytes(
        "IHDR",
        PNGChunk.bigEndian32(width) + PNGChunk.bigEndian32(height) + [
          8, layout.colorType, 0, 0, 0,
        ])
      + colors.bytes
  }

  /// How a file's rows are stored.
  struct Storage {
    let layout: Layout
    // Filters help gradients and hurt flat art; the first picture shows which one it is.
    private let isFiltered: Bool

    /// An animation has alpha in any case, to leave out what does not change.
    init(for bitmap: Bitmap, _ isGrey: Bool, _ isAnimated: Bool) throws(CodecFailure) {
      let layout = Layout(
        grey: isGrey,
        alpha: isAnimated || AlphaStatistics(of: bitmap).opaque < bitmap.width * bitmap.height)
      self.layout = layout
      let sizes = try [false, true].map { isFiltered throws(CodecFailure) in
        try Self.compressed(bitmap, layout, isFiltered).count
      }
      isFiltered = sizes[1] < sizes[0]
    }

    /// The zlib stream of a bitmap's rows.
    func compressed(_ bitmap: Bitmap) throws(CodecFailure) -> [UInt8] {
      try Self.compressed(bitmap, layout, isFiltered)
    }

    private static func compressed(
      _ bitmap: Bitmap, _ layout: Layout, _ isFiltered: Bool
    ) throws(CodecFailure) -> [UInt8] {
      let png = try Shim.encodePNG(
        layout.rows(of: bitmap), width: bitmap.width, height: bitmap.height,
        channels: layout.rawValue, isFiltered: isFiltered)
      return PNGContainer(png).imageData.flatMap { png[$0] }
    }
  }

  /// The part of a canvas that a frame stores, compressed.
  struct Patch {
    var area: PixelRect
    var blend: UInt8
    var data: [UInt8]
  }

  /// Stores only what changed, in whichever of two ways takes fewer bytes: the changed area as it
  /// is, or, where no changed pixel needs to become see-through, with unchanged pixels left out.
  static func smallestPatch(
    _ canvas: Bitmap, after before: Bitmap?, _ storage: Storage
  ) throws(CodecFailure) -> Patch {
    guard let before else {
      return Patch(area: canvas.bounds, blend: 0, data: try storage.compressed(canvas))
    }
    // A frame that changes nothing still needs an area; one pixel is the smallest there is.
    let area =
      canvas.changedArea(from: before) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
    let patch = canvas.cropped(to: area)
    let replacing = Patch(area: area, blend: 0, data: try storage.compressed(patch))
    guard let sparse = sparse(patch, over: before.cropped(to: area)) else { return replacing }
    let blending = Patch(area: area, blend: 1, data: try storage.compressed(sparse))
    return blending.data.count < replacing.data.count ? blending : replacing
  }

  private static func sparse(_ patch: Bitmap, over before: Bitmap) -> Bitmap? {
    var result = patch
    for index in stride(from: 0, to: patch.samples.count, by: 4) {
      let pixel = index..<index + 4
      if patch.samples[pixel] == before.samples[pixel] {
        for position in pixel { result.samples[position] = 0 }
      } else if patch.samples[index + 3] != 255 {
        return nil
      }
    }
    return result
  }

  private static func control(
    _ patch: Patch, _ delay: CanvasAnimation.Delay, _ sequence: Int
  ) -> [UInt8] {
    let numbers = [sequence, patch.area.width, patch.area.height, patch.area.x, patch.area.y]
    return PNGChunk.bytes(
      "fcTL",
      numbers.flatMap(PNGChunk.bigEndian32) + PNGChunk.bigEndian16(delay.numerator)
        + PNGChunk.bigEndian16(delay.denominator) + [0, patch.blend])
  }
}
