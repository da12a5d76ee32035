/// Biscuit plays.
enum Play {
  static var zoomies: Drawing {
    .looping("zoomies", label: "Biscuit has the zoomies", frames: 10, delay: 60) { canvas, turn in
      var pose = BiscuitPose()
      let gallop = Maths.wave(turn + 0.1)
      speedLines(turn, on: &canvas)
      puffs(turn, on: &canvas)
      pose.stance = .running(turn)
      pose.ground = Point(184, 338 - 8 * (1 + gallop))
      pose.scale = 0.86
      pose.lean = -0.04 * Maths.wave(turn + 0.3)
      pose.head.turn = Point(8, 0)
      pose.head.tilt = 0.05 * gallop
      pose.head.leftEar = 0.3 + 0.18 * Maths.wave(turn - 0.2)
      pose.head.rightEar = 0.06 + 0.1 * Maths.wave(turn - 0.2)
      pose.mouth = .open(1)
      pose.brows.lift = 4
      pose.tail = Maths.wave(turn * 2) * 0.6
      Dog(pose).draw(on: &canvas)
    }
  }

  static var peekaboo: Drawing {
    .looping("peekaboo", label: "Biscuit peeks out of the biscuit tin", frames: 14, delay: 90) {
      canvas, turn in
      // One slow look around per loop, a little lower at each side. The offset puts the turning
      // points between frames, so no two consecutive frames are equal.
      let swing = turn + 1 / 56
      let look = Maths.wave(swing)
      let duck = 0.5 - 0.5 * Maths.wave(swing * 2 + 0.25)
      var pose = BiscuitPose()
      pose.stance = .headOnly
      pose.ground = Point(204, 288 + 22 * duck)
      pose.scale = 0.98
      pose.head.turn = Point(9 * look, -3)
      pose.head.tilt = 0.05 * look
      pose.gaze = Point(5 * look, 1)
      pose.head.leftEar = 0.12 + 0.06 * duck
      pose.head.rightEar = 0.12 + 0.06 * duck
      pose.brows.lift = 6 * (1 - duck)
      pose.mouth = .smile

      canvas.ink(.area(.ellipse(Point(204, 268), 136, 22)), tone: Palette.baked.inShadow)
      Dog(pose).draw(on: &canvas, wearing: { lid(on: &$0) })
      tin(on: &canvas)
      for x in [136.0, 272] {
        canvas.ink(.area(.ellipse(Point(x, 274), 27, 20)), tone: Palette.cream)
        for toe in [-7.0, 7] {
          canvas.stroke(.line(Point(x + toe, 280), Point(x + toe, 288)), width: 4)
        }
      }
    }
  }

  private static func speedLines(_ turn: Double, on canvas: inout Canvas) {
    for (y, length, start) in [(132.0, 30.0, 0.0), (108, 20, 0.4), (268, 22, 0.7)] {
      let slide = 8 * Maths.wave(turn + start)
      canvas.ink(
        .limb(
          .line(Point(52 + slide, y), Point(52 + slide + length, y)), startRadius: 4,
          endRadius: 4),
        tone: Palette.mist)
    }
  }

  private static func puffs(_ turn: Double, on canvas: inout Canvas) {
    for along in Maths.staggered(turn, 2) {
      let size = 17 * Maths.wave(along / 2)
      guard size > 4 else { continue }
      let center = Point(Maths.mix(120, 54, along), Maths.mix(318, 296, along))
      canvas.ink(
        .area(.circle(center, size)),
        .area(.circle(center + Point(size * 0.9, size * 0.3), size * 0.7)),
        .area(.circle(center + Point(-size * 0.8, size * 0.4), size * 0.6)),
        tone: Palette.mist)
    }
  }

  private static func tin(on canvas: inout Canvas) {
    let body = canvas.ink(
      .area(
        Path(
          [Point(68, 268), Point(74, 360)]
            + arc(from: Point(74, 360), to: Point(334, 360), sag: 14)
            + [Point(334, 360), Point(340, 268)]
            + arc(from: Point(340, 268), to: Point(68, 268), sag: 22), closed: true)),
      tone: Palette.teal)
    canvas.mark(
      Path(
        arc(from: Point(64, 306), to: Point(344, 306), sag: 20)
          + arc(from: Point(344, 342), to: Point(64, 342), sag: 18), closed: true),
      tone: Palette.cream, on: body)
    for (x, y) in [(104.0, 336.0), (154, 342), (204, 344), (254, 342), (304, 336)] {
      canvas.fill(.heart(Point(x, y), 9, 8.5), Palette.red.base, in: body.inside)
    }
  }

  /// Tilted, as if he had just lifted it with his head.
  private static func lid(on canvas: inout Canvas) {
    canvas.with(canvas.transform.move(8, -74).turn(0.1)) { canvas in
      canvas.ink(
        .area(
          Path(
            [Point(-92, -22), Point(-94, 2)] + arc(from: Point(-94, 2), to: Point(94, 2), sag: 16)
              + [Point(94, 2), Point(92, -22)], closed: true)), tone: Palette.teal)
      let top = canvas.ink(.area(.ellipse(Point(0, -24), 92, 17)), tone: Palette.teal)
      canvas.mark(.ellipse(Point(0, -24), 66, 10), tone: Palette.cream, on: top)
      canvas.ink(.area(.ellipse(Point(0, -34), 14, 11)), tone: Palette.gold)
    }
  }

  /// The front edge of something round seen from slightly above.
  private static func arc(from start: Point, to end: Point, sag: Double) -> [Point] {
    (0...32).map { step in
      let turn = Double(step) / 32 * Double.pi
      let x = Maths.mix(start.x, end.x, (1 - Maths.cosine(turn)) / 2)
      return Point(x, Maths.mix(start.y, end.y, Double(step) / 32) + Maths.sine(turn) * sag)
    }
  }
}
