package import Pixels

/// The result that the repair of a background would have on a canvas.
package struct RemovalForecast: Sendable, Equatable {
  /// The areas in about the color of the background that may be art, the largest first, at most three.
  package let unclear: [PixelRect]
  /// Whether the repair would remove the rest of the background.
  package let isPossible: Bool

  /// The longest side of a canvas for which it is made, in pixels: it takes 10 ms at 512 px, and 0.6 s at 2,048 px.
  static let largestSide = 1024

  /// Removes the background of one opaque color from a canvas with visible pixels in an area.
  init(of canvas: Bitmap, in area: PixelRect, color: Pixel) {
    do throws(BackgroundRemoval.Obstacle) {
      let removal = try BackgroundRemoval(of: canvas, color: color)
      unclear = removal.kept
      isPossible = Repair.harm(of: removal.result) == nil
    } catch {
      isPossible = false
      // The whole art is not a place.
      if case .unclearArea(let part) = error, part != area {
        unclear = [part]
      } else {
        unclear = []
      }
    }
  }
}
