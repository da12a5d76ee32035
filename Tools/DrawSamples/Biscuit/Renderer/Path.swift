/// A polyline. Curves are flattened when they are added: at sticker size, segments of two or three
/// pixels look like the curve.
struct Path: Sendable {
  let points: [Point]
  let isClosed: Bool

  init(_ points: [Point], closed: Bool) {
    self.points = points
    isClosed = closed
  }

  static func line(_ points: Point...) -> Path { Path(points, closed: false) }
  static func polygon(_ points: Point...) -> Path { Path(points, closed: true) }

  /// A soft closed shape through the given points.
  static func blob(_ points: [Point]) -> Path {
    Path(spline(points, closed: true), closed: true)
  }

  /// A soft open line through the given points.
  static func curve(_ points: Point...) -> Path {
    Path(spline(points, closed: false), closed: false)
  }

  /// A symmetric shape from its right half, top to bottom; points on the axis are not repeated.
  static func symmetricBlob(_ right: Point...) -> Path {
    let left = right.reversed().filter { $0.x != 0 }.map(\.mirrored)
    return blob(right + left)
  }

  static func ellipse(_ center: Point, _ radiusX: Double, _ radiusY: Double) -> Path {
    let count = 56
    let points = (0..<count).map { index in
      let angle = Double(index) / Double(count) * 2 * Double.pi
      return center + Point(Maths.cosine(angle) * radiusX, Maths.sine(angle) * radiusY)
    }
    return Path(points, closed: true)
  }

  static func circle(_ center: Point, _ radius: Double) -> Path {
    ellipse(center, radius, radius)
  }

  static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
    polygon(
      Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height))
  }

  func transformed(by transform: Transform) -> Path {
    Path(points.map { transform($0) }, closed: isClosed)
  }

  /// Calls `body` with the ends of each segment and their positions along the outline, 0…1.
  func forEachStep(
    closing: Bool, _ body: (_ from: Point, _ to: Point, _ start: Double, _ end: Double) -> Void
  ) {
    let count = closing ? points.count : points.count - 1
    for index in 0..<count {
      body(
        points[index], points[(index + 1) % points.count],
        Double(index) / Double(count), Double(index + 1) / Double(count))
    }
  }

  /// A Catmull–Rom spline, which passes through every point.
  private static func spline(_ points: [Point], closed: Bool) -> [Point] {
    let count = points.count
    func at(_ index: Int) -> Point {
      closed ? points[(index + count) % count] : points[min(max(index, 0), count - 1)]
    }
    var result: [Point] = []
    for index in 0..<(closed ? count : count - 1) {
      let (before, start, end, after) = (at(index - 1), at(index), at(index + 1), at(index + 2))
      let steps = max(3, Int((end - start).length / 2.5))
      for step in 0..<steps {
        let t = Double(step) / Double(steps)
        let a = start * 2
        let b = (end - before) * t
        let c = (before * 2 - start * 5 + end * 4 - after) * (t * t)
        let d = (start * 3 - before - end * 3 + after) * (t * t * t)
        result.append((a + b + c + d) * 0.5)
      }
    }
    if !closed { result.append(points[count - 1]) }
    return result
  }
}
