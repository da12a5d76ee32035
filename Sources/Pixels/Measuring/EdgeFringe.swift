/// Detects a matte color that remains in the antialiased edge of art.
///
/// If art is flattened onto a matte and cut out again, its edge pixels have the color
/// `art + (1 - alpha) × (matte - art)`. The edge of clean art has the color of its opaque neighbor,
/// and a thin shadow has the color of the matte. Each edge pixel is compared with all three. It is
/// ignored if the first two are similar, since an outline in the color of the matte is not a fringe.
package struct EdgeFringe: Sendable, Equatable {
  package enum Matte: Int, Sendable, CaseIterable {
    /// Code 255 in every channel.
    case white = 255
    /// Code 0 in every channel; premultiplied colors saved as straight ones look the same.
    case black = 0
  }

  /// The matte that matches more pixels.
  package var matte: Matte
  /// The number of sampled edge pixels, between transparent pixels and opaque art.
  package var edgePixels: Int
  /// The number of edge pixels in which the matte would be visible.
  package var tellingPixels: Int
  /// The number of edge pixels that contain the color of the matte.
  package var fringedPixels: Int
  /// The mean difference of the fringed pixels from the art next to them, over all channels, 0 to
  /// 255.
  package var meanDifference: Double
  /// The share of the fringed pixels whose neighbor in the art is nearly white, 0 to 1.
  package var paperShare: Double
  /// The tile with the largest fringe, of 8 × 8 tiles of the canvas; nil without a fringe.
  package var worstArea: PixelRect?
  /// The bounds of the fringed pixels; nil without a fringe.
  package var area: PixelRect?

  /// The number of fringed pixels as a fraction of `tellingPixels`, 0 to 1.
  package var share: Double {
    tellingPixels == 0 ? 0 : Double(fringedPixels) / Double(tellingPixels)
  }

  private struct Tally {
    var telling = 0
    var fringed = 0
    var difference = 0
    var paper = 0
    var tiles = CanvasTiles()
  }

  /// The maximum width of an edge in pixels; wider ones are shadows or glows.
  static let maximumWidth = 3
  /// The minimum color difference that the matte must cause for a pixel to count, summed over the
  /// channels.
  static let minimumShift = 60
  /// The smallest channel of art that is nearly white.
  private static let paper: UInt8 = 225
  /// The maximum deviation of a fringed pixel, as a fraction of the expected difference.
  static let tolerance = 0.3

  /// Measures a canvas along its outline. Calls `found` with the number of each pixel of a matte's color.
  package init(
    of bitmap: Bitmap, along outline: Outline, found: (Int, Matte) -> Void = { _, _ in }
  ) {
    let samples = bitmap.samples.span
    var edgePixels = 0
    var white = Tally()
    var black = Tally()
    for crossing in outline.crossings {
      let reach = min(crossing.length, Self.maximumWidth + 1)
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
        func compare(with matte: Matte, _ tally: inout Tally) {
          let code = matte.rawValue
          var (shift, miss, difference, purity) = (0, 0, 0, 0)
          for channel in 0..<3 {
            let own = Int(samples[art + channel])
            let expected = (255 - alpha) * (code - own) / 255
            let change = Int(samples[edge + channel]) - own
            shift += abs(expected)
            miss += abs(change - expected)
            difference += abs(change)
            purity += abs(Int(samples[edge + channel]) - code)
          }
          guard shift >= Self.minimumShift else { return }
          tally.telling += 1
          // A pixel in the color of the matte is a thin shadow or an outline.
          guard Double(miss) <= Double(shift) * Self.tolerance, miss < purity else { return }
          tally.fringed += 1
          tally.difference += difference
          if (0..<3).allSatisfy({ samples[art + $0] >= Self.paper }) { tally.paper += 1 }
          tally.tiles.add(difference, at: edge / 4, in: bitmap)
          found(edge / 4, matte)
        }
        compare(with: .white, &white)
        compare(with: .black, &black)
      }
    }
    let tally = white.fringed >= black.fringed ? white : black
    matte = white.fringed >= black.fringed ? .white : .black
    self.edgePixels = edgePixels
    tellingPixels = tally.telling
    fringedPixels = tally.fringed
    meanDifference = tally.fringed == 0 ? 0 : Double(tally.difference) / Double(tally.fringed * 3)
    paperShare = tally.fringed == 0 ? 0 : Double(tally.paper) / Double(tally.fringed)
    worstArea = tally.tiles.worst(in: bitmap)
    area = tally.tiles.bounds
  }
}
