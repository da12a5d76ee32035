import ImageCodecs
import ImageContainers
import Pixels

/// Invariants of the WebP reader and decoder, for any bytes.
enum WebPInvariants {
  static func check(_ bytes: [UInt8]) throws {
    guard case .unsupported(let format) = FileSignature(of: bytes), format.isWebP else { return }
    guard let file = try? WebPFile(bytes) else {
      try invariant(WebPHeader(bytes) == nil, "a damaged file states nothing")
      return
    }
    for frame in file.frames.map(\.entry) {
      guard let canvas = file.canvas else {
        throw InvariantViolation(description: "frames have a canvas")
      }
      try invariant(
        frame.x + frame.width <= canvas.width && frame.y + frame.height <= canvas.height,
        "a frame is inside the canvas")
      try invariant(
        frame.offset >= 0 && frame.offset + frame.byteCount <= bytes.count, "a frame is in the file"
      )
    }
    let canvases: [Bitmap]
    do { canvases = try decoded(bytes) } catch {
      try invariant(!"\(error)".isEmpty, "an error has a message")
      return
    }
    try invariant(canvases.count == max(1, file.frames.count), "every frame has a canvas")
    for canvas in canvases {
      try invariant(
        CanvasSize(width: canvas.width, height: canvas.height) == file.canvas,
        "every canvas has the declared size")
    }
    try invariant(try decoded(bytes) == canvases, "decoding is deterministic")
    try checkWriting(file, canvases, bytes)
  }

  private static func decoded(_ bytes: [UInt8]) throws(ImageError) -> [Bitmap] {
    var decoder = try WebPDecoder(bytes, limits: ImageInvariants.limits)
    if let canvas = decoder.file.canvas,
      let defect = ImageInvariants.limits.defect(
        ofCanvas: canvas, frames: decoder.file.frames.count)
    {
      throw .limitExceeded(defect)
    }
    var canvases: [Bitmap] = []
    while let frame = try decoder.nextFrame() { canvases.append(frame.canvas) }
    return canvases
  }

  /// An animation of the same frames has the same canvases.
  private static func checkWriting(
    _ file: WebPFile, _ canvases: [Bitmap], _ bytes: [UInt8]
  ) throws {
    // The size of a written animation is that of its first frame, and it has no profile.
    guard let first = file.frames.first?.entry, file.profile == nil,
      CanvasSize(width: first.width, height: first.height) == file.canvas
    else { return }
    let frames = file.frames.map { ($0.entry, WebPFile.still($0, of: bytes)) }
    let written = WebPFile.animation(of: frames, loop: file.loop)
    try invariant(try decoded(written) == canvases, "a written animation has the same canvases")
  }
}
