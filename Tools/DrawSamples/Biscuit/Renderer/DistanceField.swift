/// The distance from each pixel center to the edge of a layer, where coverage is half; negative
/// inside.
struct DistanceField {
  private(set) var values: [Float]

  /// Edge points are placed within their pixel by its coverage and gradient, then propagated from
  /// neighbor to neighbor. So outlines drawn at a distance stay smooth; distances between whole
  /// pixels would give stair steps.
  init(alpha: [Float], size: Int) {
    let unset = SIMD2<Float>(repeating: 1e6)
    var nearest = [SIMD2<Float>](repeating: unset, count: size * size)

    for row in 1..<(size - 1) {
      for column in 1..<(size - 1) {
        let index = row * size + column
        let here = alpha[index]
        let across =
          (alpha[index + 1] - alpha[index - 1]) * 2
          + alpha[index - size + 1] - alpha[index - size - 1]
          + alpha[index + size + 1] - alpha[index + size - 1]
        let down =
          (alpha[index + size] - alpha[index - size]) * 2
          + alpha[index + size - 1] - alpha[index - size - 1]
          + alpha[index + size + 1] - alpha[index - size + 1]
        let steepness = (across * across + down * down).squareRoot()
        // A fully covered pixel is at the edge only if its neighbor is empty.
        let outermost = min(
          alpha[index - 1], alpha[index + 1], alpha[index - size], alpha[index + size])
        let isEdge = here < 0.95 ? here > 0.05 : outermost < 0.05
        guard isEdge, steepness > 0 else { continue }
        let center = SIMD2(Float(column), Float(row))
        nearest[index] = center + SIMD2(across, down) / steepness * (0.5 - here)
      }
    }

    func adopt(_ index: Int, _ column: Int, _ row: Int, from other: Int) {
      let candidate = nearest[other]
      guard candidate.x < 1e5 else { return }
      let center = SIMD2(Float(column), Float(row))
      let (new, old) = (candidate - center, nearest[index] - center)
      if (new * new).sum() < (old * old).sum() { nearest[index] = candidate }
    }
    for row in 1..<(size - 1) {
      for column in 1..<(size - 1) {
        let index = row * size + column
        adopt(index, column, row, from: index - size - 1)
        adopt(index, column, row, from: index - size)
        adopt(index, column, row, from: index - size + 1)
        adopt(index, column, row, from: index - 1)
      }
      for column in (1..<(size - 1)).reversed() {
        adopt(row * size + column, column, row, from: row * size + column + 1)
      }
    }
    for row in (1..<(size - 1)).reversed() {
      for column in (1..<(size - 1)).reversed() {
        let index = row * size + column
        adopt(index, column, row, from: index + size + 1)
        adopt(index, column, row, from: index + size)
        adopt(index, column, row, from: index + size - 1)
        adopt(index, column, row, from: index + 1)
      }
      for column in 1..<(size - 1) {
        adopt(row * size + column, column, row, from: row * size + column - 1)
      }
    }

    values = nearest.indices.map { index in
      let offset = nearest[index] - SIMD2(Float(index % size), Float(index / size))
      let distance = (offset * offset).sum().squareRoot()
      return alpha[index] > 0.5 ? -distance : distance
    }
  }
}
