package import ImageContainers
package import Pixels

/// Decodes an image frame by frame into the full canvases that a viewer shows.
///
/// A still image is an animation of one frame, so there is one way to use it: ask for canvases until
/// there are none. What cannot be decoded ends the sequence and stands in `defects`.
package struct ImageDecoder {
  /// The walked file.
  package let container: ImageContainer
  /// What went wrong while decoding; what the walk found stands in the container.
  package private(set) var defects: [Defect] = []

  private let bytes: [UInt8]
  private let limits: DecodingLimits
  private var compositor: FrameCompositor?
  private var index = 0

  /// Prepares to decode a walked file. Nothing is decoded when a limit is hit or when the walk found
  /// damage that makes the pixels meaningless.
  package init(_ container: ImageContainer, bytes: [UInt8], limits: DecodingLimits) {
    self.container = container
    self.bytes = bytes
    self.limits = limits
    if let defect = limits.defect(of: container) {
      defects.append(defect)
    } else if !container.defects.contains(where: { $0.kind.forbidsDecoding }),
      let canvas = container.canvas, canvas.width > 0, canvas.height > 0
    {
      compositor = FrameCompositor(width: canvas.width, height: canvas.height)
    }
  }

  /// Whether the file's frames are played; otherwise viewers show its static image.
  package var isAnimated: Bool {
    switch container {
    case .png(let png):
      png.animation != nil && !png.defects.contains { $0.kind.endsAnimation }
    case .gif(let gif): gif.frames.count > 1
    case .jpeg: false
    }
  }

  /// The next canvas, or nil after the last or where decoding failed.
  package mutating func nextCanvas() -> Bitmap? {
    guard compositor != nil else { return nil }
    defer { index += 1 }
    switch container {
    case .png(let png): return nextCanvas(of: png)
    case .gif(let gif): return nextCanvas(of: gif)
    case .jpeg(let jpeg): return index == 0 ? canvas(of: jpeg) : nil
    }
  }

  /// The static image of an animation that does not show it; nil when there is none such, or when
  /// it does not decode. Ask for it after the last canvas.
  package mutating func hiddenImage() -> Bitmap? {
    guard compositor != nil, case .png(let png) = container, let animation = png.animation,
      let header = png.header, !animation.defaultImageIsFrame, isAnimated
    else { return nil }
    return decode(png.imageData, header.width, header.height, of: png, name: "the static image")
  }

  private mutating func nextCanvas(of png: PNGContainer) -> Bitmap? {
    guard let header = png.header else { return nil }
    guard isAnimated, let animation = png.animation else {
      guard index == 0 else { return nil }
      return decode(png.imageData, header.width, header.height, of: png, name: "the image")
    }
    guard index < animation.frames.count else { return nil }
    let frame = animation.frames[index]
    guard
      let bitmap = decode(
        frame.data, frame.entry.width, frame.entry.height, of: png, name: "frame \(index + 1)")
    else { return nil }
    let entry = frame.entry
    return compositor?.show(entry) { canvas in
      switch entry.blend {
      case .source: canvas.replace(with: bitmap, x: entry.x, y: entry.y)
      case .over: canvas.blend(bitmap, x: entry.x, y: entry.y)
      }
    }
  }

  private mutating func decode(
    _ data: [Range<Int>], _ width: Int, _ height: Int, of png: PNGContainer, name: String
  ) -> Bitmap? {
    let part = png.imageData.first == data.first ? "IDAT" : "fdAT"
    let header = part == "IDAT" ? 8 : 12
    let place = data.first.map { Place(part, offset: $0.lowerBound - header) }
    do {
      let decoding = PNGDecoding(png, bytes: bytes)
      let (bitmap, warning) = try decoding.bitmap(data, width, height)
      if let warning {
        defects.note(Defect(.corrupt, at: place, "\(name) is damaged: \(warning)"))
      }
      return bitmap
    } catch {
      defects.note(Defect(.corrupt, at: place, "\(name) does not decode: \(error)"))
      compositor = nil
      return nil
    }
  }

  private mutating func nextCanvas(of gif: GIFContainer) -> Bitmap? {
    guard index < gif.frames.count else { return nil }
    let frame = gif.frames[index]
    // A frame may be larger than the screen that the limits were checked against.
    let pixels = frame.entry.width * frame.entry.height
    if let defect = limits.defect(
      .pixels, pixels, "frame \(index + 1) has \(pixels) pixels",
      at: Place("image descriptor", offset: frame.entry.offset))
    {
      defects.note(defect)
      compositor = nil
      return nil
    }
    let decoding = GIFDecoding(container: gif, bytes: bytes)
    var found: [Defect] = []
    let canvas = compositor?.show(frame.entry) { found = decoding.draw(frame, on: &$0) }
    for defect in found { defects.note(defect) }
    return canvas
  }

  private mutating func canvas(of jpeg: JPEGContainer) -> Bitmap? {
    do {
      let image = try Shim.decodeJPEG(bytes, width: jpeg.width, height: jpeg.height)
      if let warning = image.warning {
        let kind: Defect.Kind = warning.hasPrefix("Premature end") ? .truncated : .corrupt
        defects.note(Defect(kind, at: nil, "the image data is damaged: \(warning)"))
      }
      let bitmap = Bitmap(width: jpeg.width, height: jpeg.height, samples: image.bytes)
      return bitmap.upright(fromOrientation: jpeg.orientation)
    } catch {
      defects.note(Defect(.corrupt, at: nil, "the image does not decode: \(error)"))
      return nil
    }
  }
}

extension Defect.Kind {
  /// Whether pixels decoded in spite of it would say nothing about what a viewer shows.
  var forbidsDecoding: Bool {
    switch self {
    case .corrupt, .truncated, .appleOptimized, .unsupportedCoding, .limit: true
    case .trailingBytes, .frameCount, .frameSequence, .frameArea, .frameOperation, .frameOrder,
      .frameData:
      false
    }
  }

  /// Whether viewers give up the animation and show the static image (PNG Third Edition, 13.15).
  var endsAnimation: Bool {
    switch self {
    case .frameCount, .frameSequence, .frameArea, .frameOperation, .frameOrder, .frameData: true
    case .corrupt, .truncated, .trailingBytes, .appleOptimized, .unsupportedCoding, .limit: false
    }
  }
}
