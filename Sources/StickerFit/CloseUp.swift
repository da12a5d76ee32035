package import Basics
internal import ImageCodecs
package import Pixels

/// The part of a sticker that looks worst after a change, at full size and in both versions.
package struct CloseUp: Sendable {
  /// The moment of the lowest score.
  package let moment: Quality.Moment
  /// The part of the canvas, which has the size at which both versions were compared.
  package let area: PixelRect
  /// The score of the part alone, by SSIMULACRA 2.
  package let score: Double
  /// The part of the original and of the result as PNG files.
  package let files: [HashedBytes]

  /// The side of the part in pixels; a smaller canvas is shown as a whole.
  private static let side = 200

  /// Scores squares that overlap by half of their side, and chooses the lowest score. That takes about four times as
  /// long as to score the canvas.
  init(
    at moment: Quality.Moment, of shown: Bitmap, against original: Artwork, jobs: Int
  ) throws(ImageError) {
    let canvas = original.animation.canvases[moment.frame]
    let areas = Self.places(canvas.height).flatMap { y in
      Self.places(canvas.width).map { x in
        PixelRect(
          x: x, y: y, width: min(Self.side, canvas.width), height: min(Self.side, canvas.height))
      }
    }
    let shown = Resampler(shown, toSizeOf: canvas)?.resample(shown) ?? shown
    let scores = areas.blockingMap(jobs: jobs) {
      Quality.Canvas(of: shown.cropped(to: $0), against: canvas.cropped(to: $0)).score
    }
    let worst = scores.indices.min { scores[$0] < scores[$1] } ?? 0
    (self.moment, area, score) = (moment, areas[worst], scores[worst])
    files = try [canvas, shown].map { canvas throws(ImageError) in
      HashedBytes(
        try ImageEncoder.png(canvas.cropped(to: areas[worst]), colors: original.colors))
    }
  }

  /// Returns the places where squares begin along a side.
  private static func places(_ length: Int) -> [Int] {
    stride(from: 0, to: length - side, by: side / 2) + [max(0, length - side)]
  }
}
