internal import ImageContainers
internal import Pixels

/// What a frame can store to turn one canvas into the next.
struct FrameDraft: Sendable {
  var area: PixelRect
  var blend: BlendOperation
  /// The pixels of the area.
  var pixels: Bitmap

  /// Returns the ways to store `canvas` over `base`: all pixels of the changed area, or only the changed
  /// ones, if these can be drawn over the others.
  ///
  /// - Parameter minimum: what the area must contain besides all changes.
  static func drafts(
    of canvas: Bitmap, over base: Bitmap, _ layout: PNGLayout, in minimum: PixelRect? = nil
  ) -> [FrameDraft] {
    let changed = canvas.changedArea(from: base)
    let area =
      if let changed, let minimum { changed.union(minimum) } else {
        // A frame without changes still needs an area of at least one pixel.
        changed ?? minimum ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
      }
    let pixels = canvas.cropped(to: area)
    let replacing = FrameDraft(area: area, blend: .source, pixels: pixels)
    guard layout.hasTransparency, let changes = pixels.changes(over: base.cropped(to: area)) else {
      return [replacing]
    }
    return [replacing, FrameDraft(area: area, blend: .over, pixels: changes)]
  }
}

extension Bitmap {
  /// Returns the bitmap with unchanged pixels made transparent; nil if drawing the others over `base`,
  /// of the same size, would mix colors.
  fileprivate func changes(over base: Bitmap) -> Bitmap? {
    var result = self
    var changes = result.samples.mutableSpan
    let mine = samples.span
    let theirs = base.samples.span
    for index in stride(from: 0, to: mine.count, by: 4) {
      let pixel = mine.pixel(at: index)
      let below = theirs.pixel(at: index)
      if pixel == below || pixel.alpha == 0 && below.alpha == 0 {
        for channel in 0..<4 { changes[index + channel] = 0 }
      } else if pixel.alpha < 255, below.alpha > 0 || pixel.alpha == 0 {
        return nil
      }
    }
    return result
  }
}
