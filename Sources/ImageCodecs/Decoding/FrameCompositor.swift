internal import ImageContainers
internal import Pixels

/// Composites stored frames into the full canvases that a viewer shows.
struct FrameCompositor {
  private let width: Int
  private let height: Int
  // Created with the first frame: a still image needs none.
  private var canvas: Bitmap?
  private var pending: (entry: FrameEntry, before: Bitmap?)?

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Disposes of the previous frame, draws this one, and returns the canvas.
  mutating func show(_ entry: FrameEntry, drawing draw: (inout Bitmap) -> Void) -> Bitmap {
    var shown = canvas ?? Bitmap(width: width, height: height)
    // With two references, the first change would copy it.
    canvas = nil
    dispose(from: &shown)
    pending = (entry, entry.dispose == .previous ? shown : nil)
    draw(&shown)
    canvas = shown
    return shown
  }

  private func dispose(from canvas: inout Bitmap) {
    guard let (entry, before) = pending else { return }
    switch entry.dispose {
    case .none: break
    case .background:
      canvas.clear(PixelRect(x: entry.x, y: entry.y, width: entry.width, height: entry.height))
    case .previous: if let before { canvas = before }
    }
  }
}
