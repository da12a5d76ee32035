internal import Basics
public import ImageContainers
public import Pixels
public import Timing

/// Decodes an image frame by frame into the full canvases that a viewer shows. A still image has
/// one frame.
///
///     var decoder = try ImageDecoder(bytes)
///     while let frame = try decoder.nextFrame() {
///       show(frame.canvas, milliseconds: frame.delay.milliseconds)
///     }
///
/// `nextFrame()` throws at the first damage. Decoding is synchronous and may take seconds: call it on
/// a thread of your own.
public struct ImageDecoder {
  package let container: ImageContainer
  /// Whether viewers play the file's frames; otherwise they show its static image.
  public let isAnimated: Bool

  private enum State {
    case initial
    case decoding
    case failed(Defect)
  }

  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private let exceededLimit: Defect?
  /// Empty if a limit is exceeded, because the table of a hostile file takes hundreds of megabytes.
  private let frames: [FrameEntry]
  /// Nil for a file that is not a PNG, and for a PNG whose images are left to the reference decoder.
  private var fastDecoder: FastPNGDecoder?
  private var compositor: FrameCompositor
  private var state = State.initial
  private var index = 0

  /// Parses a file. Nothing is decoded yet, so a damaged file's container can be inspected:
  /// damage and exceeded limits are errors of `nextFrame()`.
  ///
  /// - Throws: `unsupportedFormat`.
  public init(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(ImageError) {
    guard let container = ImageContainer(bytes) else {
      throw .unsupportedFormat(FileSignature(of: bytes))
    }
    self.container = container
    self.bytes = bytes
    self.limits = limits
    exceededLimit = limits.defect(of: container)
    frames = exceededLimit == nil ? container.frameTable : []
    isAnimated =
      switch container {
      case .png(let png): png.animation != nil && !png.defects.contains { $0.kind.endsAnimation }
      case .gif(let gif): gif.frames.count > 1
      case .jpeg: false
      }
    if case .png(let png) = container, !limits.usesReferenceDecoders || png.isAppleOptimized {
      fastDecoder = FastPNGDecoder(png, bytes: bytes)
    }
    compositor = FrameCompositor(
      width: container.canvas?.width ?? 0, height: container.canvas?.height ?? 0)
  }

  /// The format by the file's content.
  public var format: ImageFormat { container.format }
  /// The size of every frame's canvas; nil if the file does not declare one.
  public var canvasSize: CanvasSize? { container.canvas }
  /// The number of times that viewers play the animation; nil for a still image.
  public var loop: LoopCount? { isAnimated ? container.loop : nil }

  /// The file's color information, for an encoder. Reading it takes as long as decompressing its profile.
  public var colors: ColorDescription { ColorDescription(of: container, bytes: bytes) }

  /// Decodes all frames of an image. All canvases are in memory at the same time.
  ///
  /// - Throws: any case, even if only one frame is damaged.
  public static func frames(
    of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()
  ) throws(ImageError) -> [DecodedFrame] {
    var decoder = try ImageDecoder(bytes, limits: limits)
    var frames: [DecodedFrame] = []
    while let frame = try decoder.nextFrame() { frames.append(frame) }
    return frames
  }

  /// Decodes the next frame; nil after the last.
  ///
  /// - Throws: any case but `unsupportedFormat`, even if only a part of the frame is damaged. Later
  ///   calls throw the same error.
  public mutating func nextFrame() throws(ImageError) -> DecodedFrame? {
    try strictly { decoder, defects in decoder.nextFrame(collecting: &defects) }
  }

  /// Decodes the static image of an animation that does not show it; nil if there is none.
  ///
  /// - Throws: as `nextFrame()` does.
  public mutating func hiddenImage() throws(ImageError) -> Bitmap? {
    try strictly { decoder, defects in decoder.hiddenImage(collecting: &defects) }
  }

  private mutating func strictly<Image>(
    _ decode: (inout ImageDecoder, inout [Defect]) -> Image?
  ) throws(ImageError) -> Image? {
    var defects: [Defect] = []
    let image = decode(&self, &defects)
    if let defect = defects.first { state = .failed(defect) }
    if case .failed(let defect) = state { throw ImageError(defect) }
    return image
  }

  /// Decodes as much of the next frame as possible; nil after the last frame, and after a frame
  /// that cannot be decoded at all.
  ///
  /// - Parameter defects: receives what is wrong with the frame and which limit is exceeded. The
  ///   defects of `container` are not repeated.
  package mutating func nextFrame(collecting defects: inout [Defect]) -> DecodedFrame? {
    guard canDecode(collecting: &defects), index < (isAnimated ? frames.count : 1),
      let (canvas, changedArea) = nextCanvas(&defects)
    else { return nil }
    defer { index += 1 }
    return DecodedFrame(
      canvas: canvas, index: index, changedArea: changedArea,
      delay: isAnimated ? frames[index].delay : .zero)
  }

  /// Decodes as much as possible of the static image of an animation that does not show it; nil if
  /// there is none, or if a frame or the image itself cannot be decoded.
  ///
  /// - Parameter defects: as in `nextFrame(collecting:)`.
  package mutating func hiddenImage(collecting defects: inout [Defect]) -> Bitmap? {
    guard case .png(let png) = container, let animation = png.animation, isAnimated,
      !animation.defaultImageIsFrame, canDecode(collecting: &defects)
    else { return nil }
    return staticImage(of: png, "the static image", &defects)
  }

  /// Returns whether decoding can continue. Limits are checked before the first image.
  private mutating func canDecode(collecting defects: inout [Defect]) -> Bool {
    if case .initial = state {
      state = .decoding
      if let defect = exceededLimit {
        fail(defect, &defects)
      } else if let defect = container.defects.first(where: { $0.kind.forbidsDecoding }) {
        state = .failed(defect)
      }
    }
    if case .failed = state { return false }
    return true
  }

  private mutating func fail(_ defect: Defect, _ defects: inout [Defect]) {
    state = .failed(defect)
    defects.note(defect)
  }

  private mutating func nextCanvas(
    _ defects: inout [Defect]
  ) -> (canvas: Bitmap, changedArea: PixelRect?)? {
    switch container {
    case .png(let png):
      guard isAnimated, let frame = png.animation?.frames[index] else {
        return staticImage(of: png, "the image", &defects).map { ($0, $0.bounds) }
      }
      return canvas(drawing: frame, of: png, &defects)
    case .gif(let gif):
      return index < gif.frames.count ? canvas(drawing: gif.frames[index], of: gif, &defects) : nil
    case .jpeg(let jpeg): return canvas(of: jpeg, &defects).map { ($0, $0.bounds) }
    }
  }

  private mutating func staticImage(
    of png: PNGContainer, _ name: String, _ defects: inout [Defect]
  ) -> Bitmap? {
    guard let header = png.header else { return nil }
    return decode(png.imageData, header.width, header.height, of: png, name, &defects)
  }

  private mutating func canvas(
    drawing frame: PNGContainer.Frame, of png: PNGContainer, _ defects: inout [Defect]
  ) -> (canvas: Bitmap, changedArea: PixelRect?)? {
    let entry = frame.entry
    guard
      let bitmap = decode(
        frame.data, entry.width, entry.height, of: png, "frame \(index + 1)", &defects)
    else { return nil }
    return compositor.show(entry) { canvas in
      switch entry.blend {
      case .source: canvas.replace(with: bitmap, x: entry.x, y: entry.y)
      case .over: canvas.blend(bitmap, x: entry.x, y: entry.y)
      }
    }
  }

  private mutating func decode(
    _ data: [Range<Int>], _ width: Int, _ height: Int, of png: PNGContainer, _ name: String,
    _ defects: inout [Defect]
  ) -> Bitmap? {
    let part = png.imageData.first == data.first ? "IDAT" : "fdAT"
    let header = part == "IDAT" ? 8 : 12
    let place = data.first.map { Place(part, offset: $0.lowerBound - header) }
    do throws(ImageError) {
      if let bitmap = fastDecoder?.image(data, width: width, height: height) { return bitmap }
      // libpng cannot read such a file.
      guard !png.isAppleOptimized else { throw ImageError.codecFailed("invalid deflate stream") }
      let image = try ReferencePNGDecoder(png, bytes: bytes)?.image(
        data, width: width, height: height)
      if let warning = image?.warning {
        defects.note(Defect(.corrupt, at: place, "\(name) is corrupt: \(warning)"))
      }
      return image?.bitmap
    } catch {
      fail(Defect(.corrupt, at: place, "\(name) cannot be decoded: \(error)"), &defects)
      return nil
    }
  }

  private mutating func canvas(
    drawing frame: GIFContainer.Frame, of gif: GIFContainer, _ defects: inout [Defect]
  ) -> (canvas: Bitmap, changedArea: PixelRect?)? {
    let entry = frame.entry
    // A frame may be larger than the screen, whose size is within the limits.
    let pixels = Int64(entry.width) * Int64(entry.height)
    if let defect = limits.defect(
      .pixels, pixels, "frame \(index + 1) has \(pixels.counted("pixel"))",
      at: Place("image descriptor", offset: entry.offset))
    {
      fail(defect, &defects)
      return nil
    }
    let decoding = GIFDecoding(
      container: gif, bytes: bytes, usesReference: limits.usesReferenceDecoders)
    var found: [Defect] = []
    let shown = compositor.show(entry) { found = decoding.draw(frame, on: &$0) }
    for defect in found { defects.note(defect) }
    return shown
  }

  private mutating func canvas(of jpeg: JPEGContainer, _ defects: inout [Defect]) -> Bitmap? {
    do {
      let image = try Shim.decodeJPEG(bytes, width: jpeg.width, height: jpeg.height)
      if let warning = image.warning {
        let kind: Defect.Kind = warning.hasPrefix("Premature end") ? .truncated : .corrupt
        defects.note(Defect(kind, at: nil, "the image is corrupt: \(warning)"))
      }
      let bitmap = Bitmap(width: jpeg.width, height: jpeg.height, samples: image.bytes)
      return bitmap.upright(fromOrientation: jpeg.orientation)
    } catch {
      fail(Defect(.corrupt, at: nil, "the image cannot be decoded: \(error)"), &defects)
      return nil
    }
  }
}

/// A frame of an image as a viewer shows it.
public struct DecodedFrame: Sendable, Equatable {
  /// The full canvas after the frame is drawn.
  public var canvas: Bitmap
  /// The frame's position in the animation, from 0.
  public var index: Int
  /// A part of the canvas that contains all changes since the previous frame; nil without any.
  package var changedArea: PixelRect?
  /// The time the frame is shown, exactly as the file states it; 0 for a still image.
  public var delay: Delay
}

extension Defect.Kind {
  /// Whether decoded pixels would not be what a viewer shows.
  var forbidsDecoding: Bool {
    switch self {
    case .corrupt, .truncated, .unsupportedCoding, .limit: true
    case .trailingBytes, .appleOptimized, .frameCount, .frameSequence, .frameArea, .frameOperation,
      .frameOrder,
      .frameData:
      false
    }
  }

  /// Whether viewers drop the animation and show the static image (PNG Third Edition, 13.15).
  var endsAnimation: Bool {
    switch self {
    case .frameCount, .frameSequence, .frameArea, .frameOperation, .frameOrder, .frameData: true
    case .corrupt, .truncated, .trailingBytes, .appleOptimized, .unsupportedCoding, .limit: false
    }
  }
}
