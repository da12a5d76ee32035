package import ImageContainers
package import Pixels
package import Timing

/// Decodes the canvases of a WebP file one after another, in sRGB. libwebp decodes each frame.
package struct WebPDecoder {
  package let file: WebPFile
  private let bytes: [UInt8]
  private let size: CanvasSize
  private let toSRGB: ((Bitmap) -> Bitmap)?
  private var compositor: FrameCompositor
  private var next = 0

  /// - Throws: if the file is damaged or its canvas exceeds a limit.
  package init(_ bytes: [UInt8], limits: DecodingLimits) throws(ImageError) {
    do { file = try WebPFile(bytes) } catch { throw .codecFailed(error.description) }
    guard !file.isTruncated else { throw .codecFailed("the WebP file is truncated") }
    guard let canvas = file.canvas else { throw .codecFailed("the WebP file has no size") }
    if let defect = limits.defect(ofCanvas: canvas, frames: 1) { throw .limitExceeded(defect) }
    (self.bytes, size) = (bytes, canvas)
    toSRGB = file.profile.flatMap { ICCProfile($0).conversionToSRGB }
    compositor = FrameCompositor(width: canvas.width, height: canvas.height)
  }

  /// Returns the next canvas and its delay, which is zero for a still image; nil after the last one.
  ///
  /// - Throws: if the frame is damaged, or this program has no libwebp.
  package mutating func nextFrame() throws(ImageError) -> (canvas: Bitmap, delay: Delay)? {
    guard next < max(1, file.frames.count) else { return nil }
    defer { next += 1 }
    var canvas: Bitmap
    var delay = Delay.zero
    if file.frames.isEmpty {
      canvas = try Self.image(bytes, size.width, size.height)
    } else {
      let frame = file.frames[next]
      let entry = frame.entry
      let image = try Self.image(WebPFile.still(frame, of: bytes), entry.width, entry.height)
      (canvas, _) = compositor.show(entry) { canvas in
        switch entry.blend {
        case .source: canvas.replace(with: image, x: entry.x, y: entry.y)
        case .over: canvas.blend(image, x: entry.x, y: entry.y)
        }
      }
      delay = entry.delay
    }
    if let toSRGB { canvas = toSRGB(canvas) }
    return (canvas, delay)
  }

  private static func image(
    _ file: [UInt8], _ width: Int, _ height: Int
  ) throws(ImageError) -> Bitmap {
    Bitmap(
      width: width, height: height,
      samples: try Shim.decodeWebP(file, width: width, height: height))
  }
}
