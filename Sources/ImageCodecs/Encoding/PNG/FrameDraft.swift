internal import ImageContainers
internal import Pixels

/// A frame that turns one canvas into the next.
struct FrameDraft: Sendable {
  var area: PixelRect
  var blend: BlendOperation
  /// The pixels of the area.
  var pixels: Bitmap

  /// Returns the ways to store `canvas` over `base`: all pixels of an area, or only the changed ones, if
  /// these can be drawn over the others. The area contains all changes; by default, it is the smallest.
  static func drafts(
    of canvas: Bitmap, over base: Bitmap, _ layout: PNGLayout, in area: PixelRect? = nil
  ) -> [FrameDraft] {
    let area = area ?? self.area(of: canvas.changedArea(from: base))
    return [replacing(area, of: canvas), changing(area, of: canvas, over: base, layout)]
      .compactMap { $0 }
  }

  /// Returns the area of a frame that contains all changes, if any, and another area.
  static func area(of changed: PixelRect?, and other: PixelRect? = nil) -> PixelRect {
    if let changed, let other { return changed.union(other) }
    // A frame without changes still needs an area of at least one pixel.
    return changed ?? other ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
  }

  /// Returns the frame that replaces all pixels of an area.
  static func replacing(_ area: PixelRect, of canvas: Bitmap) -> FrameDraft {
    FrameDraft(area: area, blend: .source, pixels: canvas.cropped(to: area))
  }

  /// Returns the frame that is drawn over `base`, and transparent where nothing changes in an area; nil if
  /// that is impossible or stores the same pixels as replacing them.
  static func changing(
    _ area: PixelRect, of canvas: Bitmap, over base: Bitmap, _ layout: PNGLayout
  ) -> FrameDraft? {
    guard layout.hasTransparency else { return nil }
    return canvas.cropped(to: area).changes(over: base.cropped(to: area))
      .map { FrameDraft(area: area, blend: .over, pixels: $0) }
  }
}

extension Bitmap {
  /// Returns the bitmap with unchanged pixels made transparent; nil if they already are, or if drawing the
  /// others over `base`, of the same size, would mix colors.
  func changes(over base: Bitmap) -> Bitmap? {
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
    return result == self ? nil : result
  }
}
