internal import ImageContainers
internal import Pixels

/// Turns stored frames into the full canvases that a viewer shows.
struct FrameCompositor {
  private(set) var canvas: Bitmap
  private var pending: (entry: FrameEntry, before: Bitmap?)?

  init(width: Int, height: Int) {
    canvas = Bitmap(width: width, height: height)
  }

  /// Disposes of the frame before, draws this one, and returns what is then to be seen.
  mutating func show(_ frame: Bitmap, _ entry: FrameEntry) -> Bitmap {
    dispose()
    // Before the first frame lies nothing, so going back to it is the same as clearing.
    pending = (entry, entry.dispose == .previous ? canvas : nil)
    switch entry.blend {
    case .source: canvas.replace(with: frame, x: entry.x, y: entry.y)
    case .over: canvas.blend(frame, x: entry.x, y: entry.y)
    }
    return canvas
  }

  private mutating func dispose() {
    guard let (entry, before) = pending else { return }
    switch entry.dispose {
    case .none: break
    case .background:
      canvas.clear(PixelRect(x: entry.x, y: entry.y, width: entry.width, height: entry.height))
    case .previous: if let before { canvas = before }
    }
  }
}
