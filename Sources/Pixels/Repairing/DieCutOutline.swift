internal import Basics

/// A white outline with a thin gray edge, as die-cut stickers have: it separates art from dark and from
/// light backgrounds.
package struct DieCutOutline: Sendable {
  /// The width of the white part in pixels.
  package let whiteWidth: Double
  /// The width of the gray edge in pixels.
  package var edgeWidth: Double { whiteWidth / 3 }

  /// The width of all of it in whole pixels, which the canvas must leave free around the art.
  package var width: Int { Int(clamping: (whiteWidth + edgeWidth + 0.5).rounded(.up)) }

  private static let white = SIMD4<Double>(255, 255, 255, 1)
  /// Contrasts at least 3:1 with white and with black (WCAG 2.2, 1.4.11).
  private static let gray = SIMD4<Double>(128, 128, 128, 1)

  package init(whiteWidth: Double) { self.whiteWidth = whiteWidth }

  /// Creates the outline for a canvas with a longer side of `side` px.
  package init(forSide side: Int) {
    // With the edge, 9 and 3 px of a small sticker, 12 and 4 px of a regular one.
    self.init(whiteWidth: Double(side) * 0.03)
  }

  /// Returns a canvas with an outline around and behind its art.
  ///
  /// Areas that the art encloses become white, even in line art without fill. Specks, whiskers and motion lines
  /// get no outline of their own: they would become lumps.
  package func drawn(around art: Bitmap) -> Bitmap {
    let body = Silhouette(of: art, outline: Float(whiteWidth)).body
    let distances = body.distances
    let reach = Float(whiteWidth + edgeWidth)
    let far = PixelSet(like: body) { distances[$0] > reach }
    // How far a pixel is from what is neither art nor outline, nor enclosed by them.
    let depths = far.connected(to: body.ring).distances
    var result = Bitmap(width: art.width, height: art.height)
    for place in distances.indices {
      let distance = Double(distances[place])
      func cover(_ reach: Double) -> Double { min(max(reach + 0.5 - distance, 0), 1) }
      let isEnclosed = depths[place] > Float(edgeWidth) + 1.5
      let (inner, outer) =
        isEnclosed ? (1, 1) : (cover(whiteWidth), cover(whiteWidth + edgeWidth))
      guard outer > 0 else { continue }
      let color = Self.white * inner + Self.gray * (1 - inner)
      result[place % art.width, place / art.width] = Pixel(
        red: UInt8(clamping: color.x.rounded()), green: UInt8(clamping: color.y.rounded()),
        blue: UInt8(clamping: color.z.rounded()), alpha: UInt8(clamping: (outer * 255).rounded()))
    }
    result.blend(art, x: 0, y: 0)
    return result
  }
}
