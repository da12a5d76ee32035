internal import Basics

extension Bitmap {
  /// The smallest area of a part, as a share of the canvas. Smaller ones are glints.
  private static let minimumPart = 0.0005
  /// The largest share of a part that can be told apart from a background on which it disappears.
  private static let maximumShown = 0.2

  /// Whether a detached part of the art, apart from the largest one, disappears on a background.
  package func losesPart(on background: Pixel) -> Bool { !parts(lostOn: background).isEmpty }

  /// The places of each detached part of the art, apart from the largest one, that has about the color of a
  /// background.
  func parts(lostOn background: Pixel) -> [[Int]] {
    let background = BackgroundColor(background)
    let samples = samples.span
    let least = Int(clamping: Self.minimumPart * Double(width * height))
    return PixelSet(of: self) { samples[$0 * 4 + 3] >= Silhouette.minimumAlpha }.parts
      .sorted { $0.count > $1.count }.dropFirst()
      .filter { part in
        guard part.count > least else { return false }
        let shown = part.count { background.shows(samples.pixel(at: $0 * 4)) }
        return Double(shown) <= Double(part.count) * Self.maximumShown
      }
  }
}
