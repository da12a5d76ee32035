/// The coverage of each pixel by a shape, stored for the shape's bounding rectangle.
struct Mask: Sendable {
  private(set) var x: Int
  private(set) var y: Int
  let width: Int
  let height: Int
  private(set) var coverage: [Float]

  /// The area inside `path`, with exact coverage of the edge pixels.
  init(filling path: Path) {
    self.init(around: path, margin: 1)
    let (originX, originY) = (Double(x), Double(y))
    path.forEachStep(closing: true) { from, to, _, _ in
      accumulate(
        from: Point(from.x - originX, from.y - originY), to: Point(to.x - originX, to.y - originY))
    }
    for row in 0..<height {
      var sum: Float = 0
      for index in (row * width)..<((row + 1) * width) {
        sum += coverage[index]
        // Rounding leaves tiny coverage to the right of a shape, which is not part of it.
        let cover = min(abs(sum), 1)
        coverage[index] = cover < 0.002 ? 0 : cover
      }
    }
  }

  /// A band with round ends along `path`; its half width changes linearly from `startRadius` to
  /// `endRadius`.
  init(stroking path: Path, startRadius: Double, endRadius: Double) {
    let reach = max(startRadius, endRadius) + 1
    self.init(around: path, margin: reach)
    var depth = [Float](repeating: -1, count: coverage.count)
    path.forEachStep(closing: path.isClosed) { from, to, start, end in
      let step = to - from
      let lengthSquared = max(step.x * step.x + step.y * step.y, 1e-9)
      let columns = columnRange(min(from.x, to.x) - reach, max(from.x, to.x) + reach)
      for row in rowRange(min(from.y, to.y) - reach, max(from.y, to.y) + reach) {
        for column in columns {
          let offset = Point(Double(column + x) + 0.5, Double(row + y) + 0.5) - from
          let along = Maths.clamp((offset.x * step.x + offset.y * step.y) / lengthSquared, 0, 1)
          let radius = Maths.mix(startRadius, endRadius, Maths.mix(start, end, along))
          let inside = Float(radius - (offset - step * along).length)
          let index = row * width + column
          depth[index] = max(depth[index], inside)
        }
      }
    }
    for index in depth.indices {
      coverage[index] = min(max(depth[index] + 0.5, 0), 1)
    }
  }

  /// The union of `masks`.
  init(union masks: [Mask]) {
    let left = masks.map(\.x).min() ?? 0
    let top = masks.map(\.y).min() ?? 0
    let right = masks.map { $0.x + $0.width }.max() ?? 0
    let bottom = masks.map { $0.y + $0.height }.max() ?? 0
    self.init(x: left, y: top, width: right - left, height: bottom - top)
    for mask in masks {
      for row in 0..<mask.height {
        let target = (row + mask.y - y) * width + mask.x - x
        for column in 0..<mask.width {
          coverage[target + column] = max(
            coverage[target + column], mask.coverage[row * mask.width + column])
        }
      }
    }
  }

  subscript(column: Int, row: Int) -> Float {
    guard column >= x, row >= y, column < x + width, row < y + height else { return 0 }
    return coverage[(row - y) * width + column - x]
  }

  func moved(_ right: Int, _ down: Int) -> Mask {
    var copy = self
    copy.x += right
    copy.y += down
    return copy
  }

  func intersection(_ other: Mask) -> Mask {
    combined { $0 * other[$1, $2] }
  }

  func subtracting(_ other: Mask) -> Mask {
    combined { $0 * (1 - other[$1, $2]) }
  }

  private init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    coverage = [Float](repeating: 0, count: width * height)
  }

  private init(around path: Path, margin: Double) {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)
    for point in path.points {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    let left = Int((low.x - margin).rounded(.down))
    let top = Int((low.y - margin).rounded(.down))
    // One extra column: an edge pixel passes the rest of its coverage to the next one.
    let right = Int((high.x + margin).rounded(.up)) + 1
    let bottom = Int((high.y + margin).rounded(.up))
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func combined(_ body: (Float, _ column: Int, _ row: Int) -> Float) -> Mask {
    var result = self
    for row in 0..<height {
      for column in 0..<width where coverage[row * width + column] > 0 {
        result.coverage[row * width + column] = body(
          coverage[row * width + column], column + x, row + y)
      }
    }
    return result
  }

  private func columnRange(_ low: Double, _ high: Double) -> Range<Int> {
    max(Int(low) - x, 0)..<min(Int(high) - x + 2, width)
  }

  private func rowRange(_ low: Double, _ high: Double) -> Range<Int> {
    max(Int(low) - y, 0)..<min(Int(high) - y + 2, height)
  }

  /// Adds one edge, as the change in coverage from its column to the right.
  private mutating func accumulate(from: Point, to: Point) {
    guard from.y != to.y else { return }
    let direction: Double = from.y < to.y ? 1 : -1
    let (top, bottom) = from.y < to.y ? (from, to) : (to, from)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    for row in Int(top.y)...Int(bottom.y) {
      let upper = max(top.y, Double(row))
      let lower = min(bottom.y, Double(row + 1))
      guard lower > upper else { continue }
      let entry = top.x + (upper - top.y) * slope
      let exit = top.x + (lower - top.y) * slope
      let (left, right) = (min(entry, exit), max(entry, exit))
      for column in Int(left)...Int(right) {
        let near = max(left, Double(column))
        let far = min(right, Double(column + 1))
        let share = right > left ? max(far - near, 0) / (right - left) : 1
        let height = (lower - upper) * share * direction
        let inset = (near + far) / 2 - Double(column)
        coverage[row * width + column] += Float(height * (1 - inset))
        coverage[row * width + column + 1] += Float(height * inset)
      }
    }
  }
}
