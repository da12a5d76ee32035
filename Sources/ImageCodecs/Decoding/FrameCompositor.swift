package import ImageContainers
package import Pixels

/// Composites stored frames into the full canvases that a viewer shows.
package struct FrameCompositor {
  private let width: Int
  private let height: Int
  // Created with the first frame: a still image needs none.
  private var canvas: Bitmap?
  private var pending: (entry: FrameEntry, before: Bitmap?)?

  /// Creates a compositor of a transparent canvas.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Disposes of the previous frame, draws this one, and returns the canvas and the part of it that
  /// contains all changes; nil without any.
  package mutating func show(
    _ entry: FrameEntry, drawing draw: (inout Bitmap) -> Void
  ) -> (canvas: Bitmap, changedArea: PixelRect?) {
    var shown = canvas ?? Bitmap(width: width, height: height)
    let isFirst = canvas == nil
    // With two references, the first change would copy it.
    canvas = nil
    let disposed = dispose(from: &shown)
    pending = (entry, entry.dispose == .previous ? shown : nil)
    draw(&shown)
    canvas = shown
    let changed = disposed?.union(entry.area) ?? entry.area
    return (shown, isFirst ? shown.bounds : changed.intersection(shown.bounds))
  }

  /// Returns the area that changed, if any.
  private func dispose(from canvas: inout Bitmap) -> PixelRect? {
    guard let (entry, before) = pending else { return nil }
    switch entry.dispose {
    case .none: return nil
    case .background: canvas.clear(entry.area)
    case .previous: if let before { canvas = before }
    }
    return entry.area
  }
}

extension FrameEntry {
  fileprivate var area: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }
}
