internal import ImageContainers
internal import Pixels

/// Encodes bitmaps as PNG and APNG around libpng's compressed rows.
enum PNGEncoding {
  /// The samples that a file stores for each pixel.
  enum Layout {
    case gray, grayAlpha, rgb, rgba
    /// Every pixel of every image is a color of the palette.
    case indexed(PNGPalette)

    init(gray: Bool, alpha: Bool) {
      self = gray ? (alpha ? .grayAlpha : .gray) : (alpha ? .rgba : .rgb)
    }

    /// IHDR's color type.
    var colorType: UInt8 {
      switch self {
      case .gray: 0
      case .grayAlpha: 4
      case .rgb: 2
      case .rgba: 6
      case .indexed: 3
      }
    }

    /// IHDR's bit depth.
    var bitDepth: Int {
      if case .indexed(let palette) = self { palette.bitDepth } else { 8 }
    }

    /// Whether a frame can leave pixels as they are.
    var hasAlpha: Bool {
      switch self {
      case .gray, .rgb: false
      case .grayAlpha, .rgba: true
      case .indexed(let palette): palette.colors.contains(.clear)
      }
    }

    /// A bitmap's rows in this layout, as rows of samples of 8 bits: filters and compression depend only
    /// on the bytes of a row and on those of a pixel, which is at least one.
    func rows(of bitmap: Bitmap) -> (bytes: [UInt8], width: Int, channels: Int) {
      let kept: [Int]
      switch self {
      case .gray: kept = [0]
      case .grayAlpha: kept = [0, 3]
      case .rgb: kept = [0, 1, 2]
      case .rgba: return (bitmap.samples, bitmap.width, 4)
      case .indexed(let palette):
        let bytes = palette.rows(of: bitmap)
        return (bytes, bytes.count / bitmap.height, 1)
      }
      let bytes = stride(from: 0, to: bitmap.samples.count, by: 4).flatMap { pixel in
        kept.map { bitmap.samples[pixel + $0] }
      }
      return (bytes, bitmap.width, kept.count)
    }
  }

  /// - Parameter palette: the palette to store, which has all of the bitmap's colors; nil for none.
  static func still(
    _ bitmap: Bitmap, palette: PNGPalette? = nil, _ colors: ColorDescription,
    _ effort: ImageEncoder.Effort = .quick
  ) throws(ImageError) -> [UInt8] {
    let layout =
      palette.map(Layout.indexed)
      ?? Layout(
        gray: colors.isGray,
        alpha: AlphaStatistics(of: bitmap).opaque < bitmap.width * bitmap.height)
    let storage = try Storage(for: bitmap, layout)
    let data =
      effort == .quick ? try storage.compressed(bitmap) : try storage.compressedMost(bitmap)
    return start(bitmap.width, bitmap.height, layout, colors)
      + PNGChunk.bytes("IDAT", data) + PNGChunk.bytes("IEND")
  }

  /// - Parameter palette: as for a still.
  static func animation(
    _ animation: CanvasAnimation, palette: PNGPalette? = nil, plays: Int, hiddenImage: Bitmap?,
    _ colors: ColorDescription, _ effort: ImageEncoder.Effort
  ) throws(ImageError) -> [UInt8] {
    switch effort {
    case .quick:
      let layout = palette.map(Layout.indexed) ?? Layout(gray: colors.isGray, alpha: true)
      let storage = try Storage(for: animation.canvases[0], layout)
      let patches = try patchesInTurn(animation.canvases, storage)
      return try file(animation, patches, plays, hiddenImage, colors, storage)
    case .smallest:
      let canvases = animation.canvases
      // Alpha lets a frame omit unchanged pixels, but costs one sample per pixel.
      let isOpaque =
        hiddenImage == nil
        && canvases.allSatisfy { AlphaStatistics(of: $0).opaque == $0.width * $0.height }
      var best: [UInt8]?
      let layouts =
        palette.map { [.indexed($0)] }
        ?? (isOpaque ? [true, false] : [true]).map { Layout(gray: colors.isGray, alpha: $0) }
      for layout in layouts {
        let storage = try Storage(for: canvases[0], layout)
        let patches = try smallestPatches(canvases, storage)
        let file = try file(animation, patches, plays, hiddenImage, colors, storage)
        if best.map({ file.count < $0.count }) ?? true { best = file }
      }
      return best ?? []
    }
  }

  private static func file(
    _ animation: CanvasAnimation, _ patches: [Patch], _ plays: Int, _ hiddenImage: Bitmap?,
    _ colors: ColorDescription, _ storage: Storage
  ) throws(ImageError) -> [UInt8] {
    let canvas = animation.canvases[0]
    var png = start(canvas.width, canvas.height, storage.layout, colors)
    png += PNGChunk.bytes(
      "acTL", PNGChunk.bigEndian32(patches.count) + PNGChunk.bigEndian32(plays))
    if let hiddenImage { png += PNGChunk.bytes("IDAT", try storage.compressed(hiddenImage)) }
    var sequence = 0
    for (index, patch) in patches.enumerated() {
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
          UInt8(layout.bitDepth), layout.colorType, 0, 0, 0,
        ])
      + colors.bytes + palette(of: layout)
  }

  private static func palette(of layout: Layout) -> [UInt8] {
    if case .indexed(let palette) = layout { palette.chunks } else { [] }
  }

  /// How the rows of a file are stored.
  struct Storage {
    let layout: Layout
    // Filters help gradients and harm flat art; the first image decides.
    let isFiltered: Bool

    init(for bitmap: Bitmap, _ layout: Layout) throws(ImageError) {
      self.layout = layout
      let sizes = try [false, true].map { isFiltered throws(ImageError) in
        try Self.compressed(bitmap, layout, isFiltered).count
      }
      isFiltered = sizes[1] < sizes[0]
    }

    /// The image data of a bitmap.
    func compressed(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
      try Self.compressed(bitmap, layout, isFiltered)
    }

    /// The smallest image data of a bitmap that any combination of options gives.
    func compressedMost(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
      let plain = try Self.compressed(bitmap, layout, false, level: 9)
      let filtered = try Self.compressed(bitmap, layout, true, level: 9)
      return filtered.count < plain.count ? filtered : plain
    }

    // Levels above 6 take much longer and save only a few percent.
    private static func compressed(
      _ bitmap: Bitmap, _ layout: Layout, _ isFiltered: Bool, level: Int = 6
    ) throws(ImageError) -> [UInt8] {
      let rows = layout.rows(of: bitmap)
      return try Shim.encodePNGData(
        rows.bytes, width: rows.width, height: bitmap.height, channels: rows.channels,
        isFiltered: isFiltered, level: level)
    }
  }

  /// The part of a canvas that a frame stores, compressed.
  struct Patch {
    var area: PixelRect
    var dispose = DisposeOperation.none
    var blend = BlendOperation.source
    var data: [UInt8]
  }

  /// A patch that is not compressed at the highest level yet.
  private struct Draft {
    var patch: Patch
    var pixels: Bitmap

    init(
      _ pixels: Bitmap, of area: PixelRect, _ blend: BlendOperation, _ storage: Storage
    ) throws(ImageError) {
      self.pixels = pixels
      patch = Patch(area: area, blend: blend, data: try storage.compressed(pixels))
    }

    func compressedMost(_ storage: Storage) throws(ImageError) -> Patch {
      var patch = patch
      let data = try storage.compressedMost(pixels)
      if data.count < patch.data.count { patch.data = data }
      return patch
    }
  }

  /// The patches of each canvas over the previous one.
  private static func patchesInTurn(
    _ canvases: [Bitmap], _ storage: Storage
  ) throws(ImageError) -> [Patch] {
    var patches = [try Draft(canvases[0], of: canvases[0].bounds, .source, storage).patch]
    for index in canvases.indices.dropFirst() {
      patches.append(
        try smallestDraft(canvases[index], over: canvases[index - 1], storage).patch)
    }
    return patches
  }

  /// The patches of each canvas over its cheapest base: the previous canvas, that canvas with its
  /// frame's area cleared, or the canvas before that frame.
  private static func smallestPatches(
    _ canvases: [Bitmap], _ storage: Storage
  ) throws(ImageError) -> [Patch] {
    let first = try Draft(canvases[0], of: canvases[0].bounds, .source, storage)
    var patches = [try first.compressedMost(storage)]
    var under = Bitmap(width: canvases[0].width, height: canvases[0].height)
    for index in canvases.indices.dropFirst() {
      let before = canvases[index - 1]
      var cleared = before
      cleared.clear(patches[index - 1].area)
      var bases: [(dispose: DisposeOperation, canvas: Bitmap)] = []
      if cleared != before { bases.append((.background, cleared)) }
      // Before the first frame the canvas is empty, like after clearing.
      if index > 1, under != before, under != cleared { bases.append((.previous, under)) }
      var best = try smallestDraft(canvases[index], over: before, storage)
      under = before
      for base in bases {
        let draft = try smallestDraft(canvases[index], over: base.canvas, storage)
        if draft.patch.data.count < best.patch.data.count {
          best = draft
          patches[index - 1].dispose = base.dispose
          under = base.canvas
        }
      }
      patches.append(try best.compressedMost(storage))
    }
    return patches
  }

  /// The size of a canvas's image data over the previous canvas, in bytes.
  static func byteCount(
    of canvas: Bitmap, over base: Bitmap?, _ storage: Storage
  ) throws(ImageError) -> Int {
    guard let base else { return try storage.compressed(canvas).count }
    return try smallestDraft(canvas, over: base, storage).patch.data.count
  }

  /// Stores only the changed area, in the smaller of two ways: all of its pixels, or only the changed
  /// ones, which requires that all of these are opaque.
  private static func smallestDraft(
    _ canvas: Bitmap, over base: Bitmap, _ storage: Storage
  ) throws(ImageError) -> Draft {
    // A frame without changes still needs an area of at least one pixel.
    let area = canvas.changedArea(from: base) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
    let pixels = canvas.cropped(to: area)
    let replacing = try Draft(pixels, of: area, .source, storage)
    guard storage.layout.hasAlpha, let sparse = sparse(pixels, over: base.cropped(to: area)) else {
      return replacing
    }
    let blending = try Draft(sparse, of: area, .over, storage)
    return blending.patch.data.count < replacing.patch.data.count ? blending : replacing
  }

  private static func sparse(_ patch: Bitmap, over base: Bitmap) -> Bitmap? {
    var result = patch
    for index in stride(from: 0, to: patch.samples.count, by: 4) {
      let pixel = index..<index + 4
      if patch.samples[pixel] == base.samples[pixel] {
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
        + PNGChunk.bigEndian16(delay.denominator) + [patch.dispose.code, patch.blend.code])
  }
}

extension DisposeOperation {
  /// fcTL's dispose_op.
  fileprivate var code: UInt8 {
    switch self {
    case .none: 0
    case .background: 1
    case .previous: 2
    }
  }
}

extension BlendOperation {
  /// fcTL's blend_op.
  fileprivate var code: UInt8 { self == .source ? 0 : 1 }
}
