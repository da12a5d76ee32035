package import ImageContainers
internal import Pixels

extension CanvasAnimation {
  /// Decodes a WebP file with libwebp.
  ///
  /// - Throws: if it is damaged or exceeds a limit, or this program has no libwebp.
  package init(webP bytes: [UInt8], limits: DecodingLimits) throws(ImageError) {
    let file: WebPFile
    do { file = try WebPFile(bytes) } catch { throw .codecFailed(error.description) }
    guard let canvas = file.canvas else { throw .codecFailed("the WebP file has no size") }
    if let defect = limits.defect(ofCanvas: canvas, frames: max(1, file.frames.count)) {
      throw .limitExceeded(defect)
    }
    guard !file.frames.isEmpty else {
      self.init(canvases: [try Self.image(bytes, canvas.width, canvas.height)], delays: [.zero])
      return
    }
    var compositor = FrameCompositor(width: canvas.width, height: canvas.height)
    var canvases = CanvasList()
    for frame in file.frames {
      let entry = frame.entry
      let image = try Self.image(WebPFile.still(frame, of: bytes), entry.width, entry.height)
      let (shown, _) = compositor.show(entry) { canvas in
        switch entry.blend {
        case .source: canvas.replace(with: image, x: entry.x, y: entry.y)
        case .over: canvas.blend(image, x: entry.x, y: entry.y)
        }
      }
      try canvases.appendWithinLimit(shown)
    }
    self.init(canvases: canvases, delays: file.frames.map(\.entry.delay))
  }

  private static func image(
    _ file: [UInt8], _ width: Int, _ height: Int
  ) throws(ImageError) -> Bitmap {
    Bitmap(
      width: width, height: height,
      samples: try Shim.decodeWebP(file, width: width, height: height))
  }
}
