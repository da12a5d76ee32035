internal import Basics
internal import ImageContainers
internal import Pixels
internal import Timing

enum PNGEncoding {
  struct Frame: Sendable {
    var area: PixelRect
    var delay: Delay
    var dispose = DisposeOperation.none
    var blend = BlendOperation.source
    /// The compressed rows.
    var data: [UInt8]
  }

  /// Encodes a bitmap with little effort. A layout of full color keeps the color of transparent pixels.
  ///
  /// - Parameter layout: one that can store the bitmap; nil for full color, or gray if `colors` requires it.
  static func still(
    _ bitmap: Bitmap, layout: PNGLayout? = nil, _ colors: ColorDescription
  ) throws(ImageError) -> [UInt8] {
    try checkSize(of: bitmap)
    let layout =
      layout
      ?? PNGLayout(
        gray: colors.isGray,
        alpha: AlphaStatistics(of: bitmap).opaque < bitmap.width * bitmap.height)
    let rows = layout.rows(of: bitmap)
    let data = try QuickCompression().compressed(rows)
    return still(data, bitmap, layout, colors)
  }

  /// Returns the file of an image whose data is compressed.
  static func still(
    _ data: [UInt8], _ bitmap: Bitmap, _ layout: PNGLayout, _ colors: ColorDescription
  ) -> [UInt8] {
    start(bitmap, layout, colors) + PNGChunk.bytes("IDAT", data) + PNGChunk.bytes("IEND")
  }

  /// Encodes an animation with little effort: each canvas over the previous one, in a layout as for a still, and
  /// at most `jobs` at the same time.
  static func animation(
    _ animation: CanvasAnimation, layout: PNGLayout? = nil, loop: LoopCount, hiddenImage: Bitmap?,
    _ colors: ColorDescription, jobs: Int
  ) throws(ImageError) -> [UInt8] {
    let canvases = animation.canvases
    try checkSize(of: canvases[0])
    let layout = layout ?? PNGLayout(gray: colors.isGray, alpha: true)
    let compression = QuickCompression()
    let frames = try Array(canvases.indices).blockingMap(jobs: jobs) { index throws(ImageError) in
      let delay = animation.delays[index]
      guard index > 0 else {
        return Frame(
          area: canvases[0].bounds, delay: delay,
          data: try compression.compressed(layout.rows(of: canvases[0])))
      }
      let drafts = FrameDraft.drafts(of: canvases[index], over: canvases[index - 1], layout)
      let choice = try compression.smallest(drafts.map { layout.rows(of: $0.pixels) })
      let draft = drafts[choice.index]
      return Frame(
        area: draft.area, delay: delay, blend: draft.blend,
        data: try compression.compressed(layout.rows(of: draft.pixels), choice.strategy))
    }
    return file(
      frames, of: canvases[0], loop: loop,
      hiddenImage: try hiddenImage.map { image throws(ImageError) in
        try compression.compressed(layout.rows(of: image))
      }, layout, colors)
  }

  /// Returns the file of an animation whose frames and hidden image are compressed.
  static func file(
    _ frames: [Frame], of canvas: Bitmap, loop: LoopCount, hiddenImage: [UInt8]?,
    _ layout: PNGLayout, _ colors: ColorDescription
  ) -> [UInt8] {
    var png = start(canvas, layout, colors)
    png += PNGChunk.bytes(
      "acTL", PNGChunk.bigEndian32(frames.count) + PNGChunk.bigEndian32(loop.plays))
    if let hiddenImage { png += PNGChunk.bytes("IDAT", hiddenImage) }
    var sequence = 0
    for (index, frame) in frames.enumerated() {
      png += control(frame, sequence)
      sequence += 1
      if index == 0, hiddenImage == nil {
        png += PNGChunk.bytes("IDAT", frame.data)
      } else {
        png += PNGChunk.bytes("fdAT", PNGChunk.bigEndian32(sequence) + frame.data)
        sequence += 1
      }
    }
    return png + PNGChunk.bytes("IEND")
  }

  /// Throws `codecFailed` if a side of an image is out of range.
  static func checkSize(of canvas: Bitmap) throws(ImageError) {
    // PNG Third Edition, 7.1: a PNG four-byte unsigned integer.
    let sides = 1...Int(Int32.max)
    guard sides.contains(canvas.width), sides.contains(canvas.height) else {
      throw .codecFailed(
        "invalid PNG size: expected sides of 1 to \(sides.upperBound.grouped) px, found "
          + "\(canvas.width) × \(canvas.height)")
    }
  }

  private static func start(
    _ canvas: Bitmap, _ layout: PNGLayout, _ colors: ColorDescription
  ) -> [UInt8] {
    PNGChunk.signature
      + PNGChunk.bytes(
        "IHDR",
        PNGChunk.bigEndian32(canvas.width) + PNGChunk.bigEndian32(canvas.height) + [
          UInt8(layout.bitDepth), layout.colorType, 0, 0, 0,
        ])
      + colors.chunks + layout.chunks
  }

  private static func control(_ frame: Frame, _ sequence: Int) -> [UInt8] {
    let area = frame.area
    let delay = frame.delay.storable
    let numbers = [sequence, area.width, area.height, area.x, area.y]
    return PNGChunk.bytes(
      "fcTL",
      numbers.flatMap(PNGChunk.bigEndian32) + PNGChunk.bigEndian16(delay.numerator)
        + PNGChunk.bigEndian16(delay.denominator) + [
          frame.dispose.code, frame.blend == .source ? 0 : 1,
        ])
  }
}

extension DisposeOperation {
  /// fcTL's dispose_op. A GIF's disposal method is one more.
  var code: UInt8 {
    switch self {
    case .none: 0
    case .background: 1
    case .previous: 2
    }
  }
}
