extension Path {
  /// A heart around `center` of about `radiusX` and `radiusY`.
  static func heart(_ center: Point, _ radiusX: Double, _ radiusY: Double) -> Path {
    let right = [
      Point(0, -0.62), Point(0.28, -0.94), Point(0.66, -0.98), Point(0.96, -0.62),
      Point(0.94, -0.16), Point(0.62, 0.36), Point(0.26, 0.76), Point(0, 0.96),
    ]
    let left = right.reversed().filter { $0.x != 0 }.map(\.mirrored)
    return .blob((right + left).map { center + Point($0.x * radiusX, $0.y * radiusY) })
  }

  static func star(_ center: Point, points: Int, _ outer: Double, _ inner: Double) -> Path {
    let corners = (0..<(points * 2)).map { index in
      let angle = Double(index) * Double.pi / Double(points) - Double.pi / 2
      return center + .polar(angle, index.isMultiple(of: 2) ? outer : inner)
    }
    return Path(corners, closed: true)
  }

  /// A falling drop with its tip at the top.
  static func drop(_ center: Point, _ radius: Double) -> Path {
    .blob([
      center + Point(0, -1.5) * radius, center + Point(0.5, -0.62) * radius,
      center + Point(0.96, 0.1) * radius, center + Point(0.7, 0.78) * radius,
      center + Point(0, 1) * radius, center + Point(-0.7, 0.78) * radius,
      center + Point(-0.96, 0.1) * radius, center + Point(-0.5, -0.62) * radius,
    ])
  }
}
