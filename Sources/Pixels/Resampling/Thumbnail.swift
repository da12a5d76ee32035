/// A canvas reduced to 16 × 16 cells, over white and over black.
///
/// Each cell is the mean, in linear light, of evenly spaced pixels. This is enough to detect motion
/// and flashes, at a cost that does not depend on the canvas size.
package struct Thumbnail: Sendable, Equatable {
  /// The number of cells per row and per column.
  package static let side = 16
  package static let cells = side * side

  /// Linear red, green and blue of each cell over white, 0 to 1, row by row.
  package private(set) var overWhite = [SIMD3<Float>](repeating: .zero, count: cells)
  /// Linear red, green and blue of each cell over black, 0 to 1, row by row.
  package private(set) var overBlack = [SIMD3<Float>](repeating: .zero, count: cells)

  /// Reduces a canvas of at least one pixel.
  package init(of bitmap: Bitmap) { update(from: bitmap, changedIn: bitmap.bounds) }

  /// Reduces the cells of an area that contains all changes since the canvas that was reduced before, which
  /// has the same size.
  package mutating func update(from bitmap: Bitmap, changedIn area: PixelRect) {
    let samples = bitmap.samples.span
    for row in 0..<Self.side {
      let top = row * bitmap.height / Self.side
      let bottom = max(top + 1, (row + 1) * bitmap.height / Self.side)
      guard top < area.y + area.height, bottom > area.y else { continue }
      for column in 0..<Self.side {
        let left = column * bitmap.width / Self.side
        let right = max(left + 1, (column + 1) * bitmap.width / Self.side)
        guard left < area.x + area.width, right > area.x else { continue }
        var white = SIMD3<Float>.zero
        var black = SIMD3<Float>.zero
        var count: Float = 0
        for y in stride(from: top, to: bottom, by: Self.distance(bottom - top)) {
          for x in stride(from: left, to: right, by: Self.distance(right - left)) {
            let index = (y * bitmap.width + x) * 4
            count += 1
            let alpha = Int(samples[index + 3])
            if alpha == 0 {
              white += 1
              continue
            }
            let color = samples.color(at: index)
            if alpha == 255 {
              let linear = Self.linear(color)
              white += linear
              black += linear
            } else {
              // Viewers composite encoded values, not linear light.
              let dark = (color &* alpha &+ 127) / 255
              black += Self.linear(dark)
              white += Self.linear(dark &+ (255 - alpha))
            }
          }
        }
        overWhite[row * Self.side + column] = white / count
        overBlack[row * Self.side + column] = black / count
      }
    }
  }

  /// Returns the distance of sampled pixels: about six per side of a cell, and odd, so both
  /// colors of a fine checkerboard are sampled.
  private static func distance(_ length: Int) -> Int { length / 6 | 1 }

  @inline(__always)
  private static func linear(_ color: SIMD3<Int>) -> SIMD3<Float> {
    SIMD3(
      LinearLight.fromCode[color.x], LinearLight.fromCode[color.y], LinearLight.fromCode[color.z])
  }

  /// Returns the mean difference of all cells and channels over both backgrounds, 0 to 1: in linear light, or
  /// between square roots of it if that is larger, because less light is seen in the dark.
  package func difference(from other: Thumbnail) -> Float {
    var sum: Float = 0
    for cell in 0..<Self.cells {
      sum += Self.distance(overWhite[cell], other.overWhite[cell])
      sum += Self.distance(overBlack[cell], other.overBlack[cell])
    }
    return sum / Float(Self.cells * 6)
  }

  private static func distance(_ first: SIMD3<Float>, _ second: SIMD3<Float>) -> Float {
    let most = first.replacing(with: second, where: first .< second)
    let least = first.replacing(with: second, where: first .>= second)
    let change = most - least
    // Most cells stay as they are.
    guard change.sum() > 0 else { return 0 }
    let seen = most.squareRoot() - least.squareRoot()
    return change.replacing(with: seen, where: change .< seen).sum()
  }
}
