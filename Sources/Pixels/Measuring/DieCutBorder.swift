internal import Basics

/// The white border around art that was die cut.
///
/// An application that draws it around everything that is visible draws it around a speck, too, that was left when the
/// art was cut out: a round spot two to four times as wide as the border, and white all over.
package struct DieCutBorder {
  /// The width in pixels.
  let width: Int

  /// The smallest alpha of a pixel that is seen as art.
  private static let minimumAlpha: UInt8 = 128
  /// The smallest red, green and blue of white.
  private static let minimumWhite: UInt8 = 224
  /// The smallest share of the outline that is white. A scene is cut without a border where the canvas ends.
  private static let minimumShare = 0.85
  /// The largest number of partly transparent pixels at the edge.
  private static let softEdge = 4
  /// The largest width as a fraction of the longer side.
  private static let maximumWidth = 0.04
  /// The shares of the bounds of a spot that are white: a disc has 0.79.
  private static let fills = 0.65...0.9
  /// The smallest ratio of a spot's sides, unless the canvas cuts it.
  private static let minimumRatio = 0.8
  /// The largest number of spots; more are drawn, as an ellipsis.
  private static let maximumCount = 2

  /// Measures a canvas along its outline; nil without such a border.
  private init?(of bitmap: Bitmap, along outline: Outline) {
    let longest = Int(clamping: Double(max(bitmap.width, bitmap.height)) * Self.maximumWidth)
    var widths: [Int] = []
    var (places, white) = (0, 0)
    for crossing in outline.crossings {
      let side = abs(crossing.step) == 4 ? bitmap.width : bitmap.height
      // The canvas ends there.
      guard crossing.length < side else { continue }
      places += 1
      func pixel(_ depth: Int) -> Pixel {
        bitmap.samples.span.pixel(at: crossing.index + depth * crossing.step)
      }
      let end = min(crossing.length, longest + Self.softEdge)
      // The color of soft pixels is often that of what was cut away.
      var start = 0
      while start < min(end, Self.softEdge), pixel(start).alpha < 255 { start += 1 }
      var depth = 0
      while start + depth < end, Self.isWhite(pixel(start + depth)) { depth += 1 }
      guard depth >= 2 else { continue }
      white += 1
      // A white line has no art behind it.
      if depth < end - start, pixel(start + depth).alpha >= Self.minimumAlpha {
        widths.append(depth)
      }
    }
    guard white > 0, Double(white) >= Self.minimumShare * Double(places), widths.count * 2 >= white
    else { return nil }
    // Most lines cross the border at a slant.
    width = widths.sorted()[widths.count / 4]
  }

  private static func isWhite(_ pixel: Pixel) -> Bool {
    pixel.alpha >= minimumAlpha && min(pixel.red, pixel.green, pixel.blue) >= minimumWhite
  }

  /// Returns the components that are the border around a leftover speck.
  package static func leftovers(
    of extent: ArtExtent, in bitmap: Bitmap, along outline: Outline
  ) -> [ArtExtent.Island] {
    let spots = (extent.islands ?? []).dropFirst().filter { isSpot($0, in: bitmap) }
    guard 1...maximumCount ~= spots.count, let border = DieCutBorder(of: bitmap, along: outline)
    else { return [] }
    return spots.filter {
      let least = border.width * (isCut($0, in: bitmap) ? 1 : 2) - 1
      return least...border.width * 4 ~= max($0.area.width, $0.area.height)
    }
  }

  /// Whether a component is a white disc, or one that the canvas cuts.
  private static func isSpot(_ island: ArtExtent.Island, in bitmap: Bitmap) -> Bool {
    let area = island.area
    let (shorter, longer) = (min(area.width, area.height), max(area.width, area.height))
    let largest = Double(max(bitmap.width, bitmap.height)) * maximumWidth * 3
    guard Double(longer) <= largest,
      isCut(island, in: bitmap) || Double(shorter) >= minimumRatio * Double(longer),
      shorter >= 4
    else { return false }
    var white = 0
    for y in area.y..<area.y + area.height {
      for x in area.x..<area.x + area.width where isWhite(bitmap[x, y]) { white += 1 }
    }
    return fills ~= Double(white) / Double(area.width * area.height)
  }

  /// Whether the canvas may cut a component.
  private static func isCut(_ island: ArtExtent.Island, in bitmap: Bitmap) -> Bool {
    let area = island.area
    return area.x == 0 || area.y == 0 || area.x + area.width == bitmap.width
      || area.y + area.height == bitmap.height
  }
}
