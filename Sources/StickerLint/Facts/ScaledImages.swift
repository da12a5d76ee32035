internal import Basics

extension ImageFacts {
  /// The reason an image cannot be a sticker at a smaller scale, in one sentence; nil if it can.
  ///
  /// - Parameters:
  ///   - scale: pixels per point, 2 or 1.
  ///   - art: the sticker at @3x.
  package func problem(asScale scale: Int, of art: ImageFacts) -> String? {
    guard let canvas, let full = art.canvas else { return nil }
    // Tools round a third of a pixel up or down.
    let fits = [(canvas.width, full.width), (canvas.height, full.height)].allSatisfy {
      abs($0.0 * 3 - $0.1 * scale) < 3
    }
    guard fits else {
      let expected = CanvasSize(
        clampingWidth: (full.width * scale + 1) / 3, height: (full.height * scale + 1) / 3)
      return "The @\(scale)x image is \(canvas); expected \(expected) for art of \(full)."
    }
    guard format == art.format else {
      return "The @\(scale)x image is \(Text.article(format.name)) \(format.name), and the art is"
        + " \(Text.article(art.format.name)) \(art.format.name)."
    }
    guard isAnimated == art.isAnimated, frames.count == art.frames.count else {
      return "The @\(scale)x image has \(Text.count(frames.count, "frame")), and the art has"
        + " \(art.frames.count)."
    }
    return nil
  }
}
