/// How much one file may cost before it is left undecoded, checked before anything is allocated.
///
/// The defaults are far above any sticker that Apple takes and far below what hurts a machine.
package struct DecodingLimits: Sendable, Equatable, Encodable {
  /// The file's size, in bytes.
  package var fileBytes = 32 * 1024 * 1024
  /// The pixels of one canvas, width times height.
  package var pixels = 16_777_216
  /// The longest side of a canvas, in pixels: the most that a GIF or a JPEG can have. A longer row of
  /// a PNG could hide gigabytes behind its end, which cost minutes to skip.
  package static let side = 65_535
  /// The frames of one animation.
  package var frames = 2_000
  /// All frames as full canvases of four bytes a pixel, in bytes. A frame that is larger than its
  /// canvas, as a GIF's may be, counts with its own size.
  package var decodedBytes = 1_000_000_000

  /// The defaults.
  package init() {}

  /// The first limit that a walked file is over, as a defect; nil when it is within all of them.
  package func defect(of container: ImageContainer) -> Defect? {
    guard let canvas = container.canvas else { return nil }
    let frames = container.frameTable.count
    // Two sides of 31 bits: their product fits.
    let pixels = canvas.width * canvas.height
    let decoded = Self.decodedBytes(container.frameTable, canvas)
    if pixels > self.pixels {
      return Defect(
        .limit, at: nil,
        "the canvas of \(canvas) is over the \(self.pixels) pixels that are decoded (--max-pixels)",
        measured: Quantity(pixels, .pixels), limit: Quantity(self.pixels, .pixels))
    }
    let side = max(canvas.width, canvas.height)
    if side > Self.side {
      return Defect(
        .limit, at: nil,
        "the canvas of \(canvas) has a side over the \(Self.side) px that are decoded",
        measured: Quantity(side, .pixels), limit: Quantity(Self.side, .pixels))
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

  private static func decodedBytes(_ frames: [FrameEntry], _ canvas: CanvasSize) -> Int {
    let one = canvas.decodedBytes(frames: 1)
    return frames.reduce(0) { sum, frame in
      let own = CanvasSize(width: frame.width, height: frame.height).decodedBytes(frames: 1)
      let (result, overflow) = sum.addingReportingOverflow(max(one, own))
      return overflow ? .max : result
    }
  }
}
