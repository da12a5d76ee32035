/// How much of a color that art was once drawn on is left in its soft edge.
///
/// Art that was flattened onto a matte and cut out again has edge pixels of color
/// `art + (1 - alpha) × (matte - art)`. Clean art has the color of its opaque neighbor there. A thin
/// shadow has the matte's color itself. Each edge pixel is held against all three; a pixel only
/// counts where the first two are well apart, so an outline of the matte's own color is no evidence.
package struct EdgeFringe: Sendable, Equatable, Codable {
  /// The matte that the edge is tested for.
  package enum Matte: Int, Sendable, Codable, CaseIterable {
    /// Code 255 in every channel.
    case white = 255
    /// Code 0 in every channel; also what premultiplied colors look like that were saved as straight.
    case black = 0
  }

  /// The matte that fits more pixels.
  package var matte: Matte
  /// Edge pixels between nothing and opaque art that were looked at.
  package var edgePixels: Int
  /// Those where the matte would show.
  package var tellingPixels: Int
  /// Those that have the matte's color in them.
  package var fringedPixels: Int
  /// How far the fringed pixels are from the art beside them, 0 to 255, the mean of all channels.
  package var meanDifference: Double
  /// The eighth of the canvas, in both directions, that has the most of it; nil where there is none.
  package var worstArea: PixelRect?

  /// The share of the telling pixels that have the matte in them, 0 to 1.
  package var share: Double {
    tellingPixels == 0 ? 0 : Double(fringedPixels) / Double(tellingPixels)
  }

  private struct Tally {
    var telling = 0
    var fringed = 0
    var difference = 0
    var tiles = [Int](repeating: 0, count: 64)
  }

  /// The widest edge that is no shadow or glow, in pixels.
  static let widestEdge = 3
  /// How far the matte must move a pixel's color before the pixel tells anything, summed over the
  /// channels.
  static let leastShift = 60
  /// How much of the expected shift a pixel may be off and still have the matte in it.
  static let fit = 0.3

  /// Looks at a canvas along its outline.
  package init(of bitmap: Bitmap, along outline: Outline) {
    let samples = bitmap.samples.span
    var edgePixels = 0
    var white = Tally()
    var black = Tally()
    for crossing in outline.crossings {
      let reach = min(crossing.length, Self.widestEdge + 1)
      guard
        let depth = (0..<reach).first(where: {
          samples[crossing.index + $0 * crossing.step + 3] == 255
        }), depth > 0
      else { continue }
      let art = crossing.index + depth * crossing.step
      for position in 0..<depth {
        let edge = crossing.index + position * crossing.step
        let alpha = Int(samples[edge + 3])
        edgePixels += 1
        func hold(against matte: Int, _ tally: inout Tally) {
          var (shift, miss, difference, purity) = (0, 0, 0, 0)
          for channel in 0..<3 {
            let own = Int(samples[art + channel])
            let expected = (255 - alpha) * (matte - own) / 255
            let found = Int(samples[edge + channel]) - own
            shift += abs(expected)
            miss += abs(found - expected)
            difference += abs(found)
            purity += abs(Int(samples[edge + channel]) - matte)
          }
          guard shift >= Self.leastShift else { return }
          tally.telling += 1
          // The matte's own color is a thin shadow or an outline and no mixture.
          guard Double(miss) <= Double(shift) * Self.fit, miss < purity else { return }
          tally.fringed += 1
          tally.difference += difference
          let place = edge / 4
          let column = place % bitmap.width * 8 / bitmap.width
          tally.tiles[place / bitmap.width * 8 / bitmap.height * 8 + column] += difference
        }
        hold(against: 255, &white)
        hold(against: 0, &black)
      }
    }
    let tally = white.fringed >= black.fringed ? white : black
    matte = white.fringed >= black.fringed ? .white : .black
    self.edgePixels = edgePixels
    tellingPixels = tally.telling
    fringedPixels = tally.fringed
    meanDifference = tally.fringed == 0 ? 0 : Double(tally.difference) / Double(tally.fringed * 3)
    if let worst = tally.tiles.indices.max(by: { tally.tiles[$0] < tally.tiles[$1] }),
      tally.tiles[worst] > 0
    {
      let left = worst % 8 * bitmap.width / 8
      let top = worst / 8 * bitmap.height / 8
      worstArea = PixelRect(
        x: left, y: top, width: (worst % 8 + 1) * bitmap.width / 8 - left,
        height: (worst / 8 + 1) * bitmap.height / 8 - top)
    }
  }
}
