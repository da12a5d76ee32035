/// Things that are on several stickers, drawn with the same pen as the dog.
extension Canvas {
  mutating func heart(_ center: Point, _ radius: Double, tilt: Double = 0) {
    with(transform.turn(tilt, about: center)) { canvas in
      let heart = canvas.ink(.area(.heart(center, radius, radius * 0.92)), tone: Palette.red)
      canvas.with(canvas.transform.move(center).turn(-0.6).scale(radius)) {
        $0.fill(.ellipse(Point(-0.15, -0.68), 0.26, 0.14), Palette.shine, in: heart.inside)
      }
    }
  }

  mutating func drop(_ center: Point, _ radius: Double, tilt: Double = 0) {
    with(transform.turn(tilt, about: center)) { canvas in
      let drop = canvas.ink(.area(.drop(center, radius)), tone: Palette.water)
      canvas.fill(
        .ellipse(center + Point(-0.34, 0.1) * radius, radius * 0.18, radius * 0.3), Palette.white,
        in: drop.inside)
    }
  }

  /// A four-pointed twinkle.
  mutating func twinkle(_ center: Point, _ radius: Double) {
    ink(.area(.softStar(center, radius)), tone: Palette.gold)
  }

  mutating func cloud(_ center: Point, _ width: Double, tone: Tone) {
    let unit = width / 2
    let puffs: [(Point, Double)] = [
      (Point(-0.66, 0.1), 0.33), (Point(-0.28, -0.18), 0.42), (Point(0.22, -0.24), 0.46),
      (Point(0.66, 0.06), 0.36), (Point(0.2, 0.12), 0.34), (Point(-0.25, 0.14), 0.32),
    ]
    let cloud = ink(
      puffs.map { .area(.circle(center + $0.0 * unit, $0.1 * unit)) }, tone: tone)
    with(transform.move(center).scale(unit)) { canvas in
      canvas.stroke(
        .curve(Point(-0.56, -0.24), Point(-0.44, -0.38), Point(-0.28, -0.43)), Palette.white,
        width: 7, in: cloud.inside)
    }
  }

  mutating func bone(_ center: Point, _ length: Double, tilt: Double) {
    with(transform.move(center).turn(tilt)) { canvas in
      let knob = length * 0.17
      let end = length / 2 - knob
      let knobs: [Form] = [-1.0, 1].flatMap { side in
        [-0.75, 0.75].map { .area(.circle(Point(side * end, $0 * knob), knob)) }
      }
      let shaft = Form.limb(
        .line(Point(-end, 0), Point(end, 0)), startRadius: knob * 0.72, endRadius: knob * 0.72)
      canvas.ink([shaft] + knobs, tone: Palette.cream)
    }
  }

  /// The Z of a sleeper.
  mutating func zed(_ center: Point, _ radius: Double, tilt: Double) {
    with(transform.move(center).turn(tilt)) { canvas in
      let zigzag = Path.line(
        Point(-0.7, -0.8) * radius, Point(0.7, -0.8) * radius, Point(-0.7, 0.8) * radius,
        Point(0.7, 0.8) * radius)
      let weight = radius * 0.24
      canvas.ink(.limb(zigzag, startRadius: weight, endRadius: weight), tone: Palette.lilac)
    }
  }

  mutating func puddle(_ center: Point, _ radiusX: Double, _ radiusY: Double) {
    let water = ink(.area(.ellipse(center, radiusX, radiusY)), tone: Palette.water)
    fill(
      .ellipse(center + Point(-radiusX * 0.6, -radiusY * 0.35), radiusX * 0.2, radiusY * 0.16),
      Palette.white, in: water.inside)
  }
}

extension Path {
  /// A four-pointed star with hollow sides.
  static func softStar(_ center: Point, _ radius: Double) -> Path {
    let points = (0..<4).flatMap { index in
      let angle = Double(index) * Double.pi / 2 - Double.pi / 2
      return [
        Point.polar(angle, radius), .polar(angle + 0.34, radius * 0.62),
        .polar(angle + Double.pi / 4, radius * 0.5),
        .polar(angle + Double.pi / 2 - 0.34, radius * 0.62),
      ]
    }
    return .blob(points.map { center + $0 })
  }
}
