/// A point or an offset; y grows downwards as in the finished image.
struct Point: Sendable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  static let zero = Point(0, 0)

  var mirrored: Point { Point(-x, y) }
  var length: Double { (x * x + y * y).squareRoot() }

  static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
  static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
  static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }

  static func polar(_ angle: Double, _ radius: Double) -> Point {
    Point(Maths.cosine(angle) * radius, Maths.sine(angle) * radius)
  }
}

/// An affine map. Modifiers apply from last to first: `.move(…).turn(…)` turns, then moves.
struct Transform: Sendable {
  var xAxis = Point(1, 0)
  var yAxis = Point(0, 1)
  var origin = Point.zero

  static let identity = Transform()

  func move(_ x: Double, _ y: Double) -> Transform {
    applying(Transform(origin: Point(x, y)))
  }

  func move(_ offset: Point) -> Transform { move(offset.x, offset.y) }

  func turn(_ angle: Double) -> Transform {
    let (c, s) = (Maths.cosine(angle), Maths.sine(angle))
    return applying(Transform(xAxis: Point(c, s), yAxis: Point(-s, c)))
  }

  func turn(_ angle: Double, about pivot: Point) -> Transform {
    move(pivot).turn(angle).move(pivot * -1)
  }

  func scale(_ x: Double, _ y: Double) -> Transform {
    applying(Transform(xAxis: Point(x, 0), yAxis: Point(0, y)))
  }

  func scale(_ factor: Double) -> Transform { scale(factor, factor) }

  /// The scale factor of lengths without a direction, such as a limb's radius.
  var scaleFactor: Double {
    abs(xAxis.x * yAxis.y - xAxis.y * yAxis.x).squareRoot()
  }

  func callAsFunction(_ p: Point) -> Point {
    xAxis * p.x + yAxis * p.y + origin
  }

  func applying(_ inner: Transform) -> Transform {
    Transform(
      xAxis: xAxis * inner.xAxis.x + yAxis * inner.xAxis.y,
      yAxis: xAxis * inner.yAxis.x + yAxis * inner.yAxis.y,
      origin: self(inner.origin))
  }
}
