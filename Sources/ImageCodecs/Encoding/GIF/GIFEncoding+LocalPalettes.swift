internal import ImageContainers
internal import Pixels
internal import Timing

extension GIFEncoding {
  /// Encodes canvases with a palette for each frame; nil if the changes in a frame have more colors than that.
  static func withLocalPalettes(
    _ animation: CanvasAnimation, loop: LoopCount, _ colors: ColorDescription
  ) -> [UInt8]? {
    var gif = start(of: animation.canvases[0], palette: [], loop, colors)
    let isComplete = forEachLocalFrame(of: animation.canvases) { index, frame in
      gif += image(frame.patch, animation.delays[index])
    }
    return isComplete ? gif + [0x3B] : nil
  }

  /// Whether the changes in each frame have few enough colors for a palette of its own.
  static func canHaveLocalPalettes(_ canvases: CanvasList) -> Bool {
    forEachLocalFrame(of: canvases) { _, _ in }
  }

  /// Returns whether each frame has few enough colors; no other one follows the first that has not.
  private static func forEachLocalFrame(
    of canvases: CanvasList, _ body: (Int, LocalFrame) -> Void
  ) -> Bool {
    var shown = Bitmap(width: canvases[0].width, height: canvases[0].height)
    var wanted = hardened(canvases[0])
    for index in canvases.indices {
      let next = index + 1 < canvases.count ? hardened(canvases[index + 1]) : wanted
      guard let frame = LocalFrame(of: wanted, over: shown, before: next) else { return false }
      body(index, frame)
      (shown, wanted) = (frame.after, next)
    }
    return true
  }
}

/// A frame with its own palette.
private struct LocalFrame {
  private let area: PixelRect
  private let dispose: DisposeOperation
  private let palette: LocalPalette
  private let wanted: Bitmap
  private let shown: Bitmap
  /// The canvas over which the next frame is drawn.
  let after: Bitmap

  /// Nil for too many colors.
  init?(of wanted: Bitmap, over shown: Bitmap, before next: Bitmap) {
    var area = wanted.changedArea(from: shown) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
    var (after, dispose) = (wanted, DisposeOperation.none)
    if let vanishing = wanted.areaVanishing(in: next) {
      area = area.union(vanishing)
      after.clear(area)
      dispose = .background
    }
    guard let palette = LocalPalette(of: wanted, over: shown, in: area) else { return nil }
    // What this frame covers and the next one shows again may have the colors of several frames.
    if LocalPalette(of: next, over: after) == nil, shown.areaVanishing(in: next) == nil,
      LocalPalette(of: next, over: shown) != nil
    {
      (after, dispose) = (shown, .previous)
    }
    (self.area, self.dispose, self.palette) = (area, dispose, palette)
    (self.wanted, self.shown, self.after) = (wanted, shown, after)
  }

  /// The frame as it is stored.
  var patch: GIFEncoding.Patch {
    var encoder = LZWEncoder(
      bits: GIFEncoding.bits(ofColors: palette.colors.count),
      .init(indices: (0...UInt8.max).map { [($0, 0)] }, transparent: 0))
    let indices = palette.indices(of: wanted, over: shown, in: area)
    let keepCosts = [Float](repeating: .infinity, count: indices.count)
    return GIFEncoding.Patch(
      area: area,
      data: encoder.encode(indices, keepCosts: keepCosts, limits: keepCosts).data,
      dispose: dispose, transparent: palette.keepsPixels ? 0 : nil, palette: palette.colors)
  }
}

/// The colors of the pixels in which a canvas differs from another one.
private struct LocalPalette {
  private(set) var colors: [Pixel] = []
  /// The index of each color, red in the lowest byte.
  private var places: [UInt32: UInt8] = [:]
  /// Whether index 0 stands for pixels that stay as they are.
  let keepsPixels: Bool

  /// Nil for more than 255 colors, unless the area is opaque and has 256.
  init?(of canvas: Bitmap, over shown: Bitmap, in area: PixelRect? = nil) {
    let area = area ?? canvas.bounds
    guard
      let palette = LocalPalette(of: canvas, over: shown, in: area, keepsPixels: true)
        ?? LocalPalette(of: canvas, over: shown, in: area, keepsPixels: false)
    else { return nil }
    self = palette
  }

  private init?(of canvas: Bitmap, over shown: Bitmap, in area: PixelRect, keepsPixels: Bool) {
    self.keepsPixels = keepsPixels
    if keepsPixels { colors = [.clear] }
    let (wanted, before) = (canvas.samples.span, shown.samples.span)
    // Most pixels equal their neighbor.
    var last: UInt32?
    for y in area.y..<area.y + area.height {
      let row = (y * canvas.width + area.x) * 4
      for start in stride(from: row, to: row + area.width * 4, by: 4) {
        let word = wanted.pixelWord(at: start)
        if word == last || keepsPixels && word == before.pixelWord(at: start) { continue }
        last = word
        guard places[word] == nil else { continue }
        guard word >> 24 == 255, colors.count < 256 else { return nil }
        places[word] = UInt8(colors.count)
        colors.append(Pixel(packed: word.byteSwapped))
      }
    }
  }

  /// Returns the indices of the pixels in the area whose colors these are.
  func indices(of canvas: Bitmap, over shown: Bitmap, in area: PixelRect) -> [UInt8] {
    let (wanted, before) = (canvas.samples.span, shown.samples.span)
    var indices: [UInt8] = []
    for y in area.y..<area.y + area.height {
      let row = (y * canvas.width + area.x) * 4
      for start in stride(from: row, to: row + area.width * 4, by: 4) {
        let word = wanted.pixelWord(at: start)
        let isKept = keepsPixels && word == before.pixelWord(at: start)
        indices.append(isKept ? 0 : places[word] ?? 0)
      }
    }
    return indices
  }
}
