/// How much one file may cost before it is left undecoded, checked before anything is allocated.
///
/// The defaults are far above any sticker that Apple takes and far below what hurts a machine.
public struct DecodingLimits: Sendable, Equatable {
  /// The file's size, in bytes.
  public var fileBytes = 32 * 1024 * 1024
  /// The pixels of one canvas, width times height.
  public var pixels = 25_000_000
  /// The frames of one animation.
  public var frames = 2_000
  /// All frames as full canvases of four bytes a pixel, in bytes. A GIF's frame that is larger than
  /// its canvas counts as it is.
  public var decodedBytes = 1_000_000_000

  /// The defaults.
  public init() {}

  /// The first limit that a walked file is over, as a defect; nil when it is within all of them.
  public func defect(of container: ImageContainer) -> Defect? {
    guard let canvas = container.canvas else { return nil }
    let frames = container.frameTable.count
    // Two sides of 31 bits: their product fits.
    let pixels = canvas.width * canvas.height
    let decoded = Self.decodedBytes(container, canvas)
    if pixels > self.pixels {
      return Defect(
        .limit, at: nil,
        "the canvas of \(canvas) is over the \(self.pixels) pixels that are decoded (--max-pixels)",
        measured: Quantity(pixels, .pixels), limit: Quantity(self.pixels, .pixels))
    }
    if frames > self.frames {
      return Defect(
        .limit, at: nil,
        "the animation has \(frames) frames; \(self.frames) are decoded (--max-frames)",
        measured: Quantity(frames, .frames), limit: Quantity(self.frames, .frames))
    }
    if decoded > decodedBytes {
      return Defect(
        .limit, at: nil,
        "the frames take \(decoded) bytes; \(decodedBytes) are decoded (--max-decoded-bytes)",
        measured: Quantity(decoded, .bytes), limit: Quantity(decodedBytes, .bytes))
    }
    return nil
  }

  private static func decodedBytes(_ container: ImageContainer, _ canvas: CanvasSize) -> Int {
    guard case .gif(let gif) = container else {
      return canvas.decodedBytes(frames: container.frameTable.count)
    }
    // Sides of 16 bits: no sum of frames that fit into a file is too large.
    return gif.frames.reduce(0) { sum, frame in
      sum + 4 * max(canvas.width * canvas.height, frame.entry.width * frame.entry.height)
    }
  }
}
