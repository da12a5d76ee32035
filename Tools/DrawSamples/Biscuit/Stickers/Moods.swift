/// Moods.
enum Moods {
  static var laughing: Drawing {
    .looping("laughing", label: "Biscuit laughs out loud", frames: 8, delay: 60) { canvas, turn in
      var pose = BiscuitPose()
      let bounce = Maths.wave(turn)
      pose.ground = Point(204, 368)
      pose.scale = 1.02
      pose.squash = 0.035 * bounce
      pose.head.tilt = 0.05 * Maths.wave(turn + 0.25)
      pose.head.shift = Point(0, 3 * bounce)
      pose.head.turn = Point(0, -5)
      pose.head.leftEar = 0.16 - 0.14 * Maths.wave(turn - 0.2)
      pose.head.rightEar = 0.16 - 0.14 * Maths.wave(turn - 0.2)
      pose.setEyes(.squeezed)
      pose.brows.lift = 5
      pose.mouth = .open(1)
      pose.tail = 0.7 * Maths.wave(turn + 0.5)
      pose.leftPaw = .init(target: Point(-26, -46), bend: 22)
      pose.rightPaw = .init(target: Point(26, -46), bend: 22)
      Dog(pose).draw(
        on: &canvas,
        wearing: { canvas in
          for side in [-1.0, 1] {
            let swell = 1 + 0.16 * Maths.wave(turn + (side > 0 ? 0.25 : 0))
            canvas.drop(Point(side * 82, 0), 11 * swell, tilt: side * -0.9)
          }
        })
    }
  }

  static var thinking: Drawing {
    .still("thinking", label: "Biscuit thinks about bones") { canvas in
      var pose = BiscuitPose()
      pose.ground = Point(172, 370)
      pose.scale = 0.96
      pose.head.tilt = -0.1
      pose.head.turn = Point(8, -6)
      pose.gaze = Point(5, -5)
      pose.brows = .init(lift: 2, worry: 0.05, doubt: 9)
      pose.mouth = .flat
      pose.tail = -0.3
      pose.rightPaw = .init(target: Point(30, -100), bend: 26)
      Dog(pose).draw(on: &canvas)
      canvas.ink(.area(.circle(Point(222, 88), 6)), tone: Palette.mist)
      canvas.ink(.area(.circle(Point(238, 70), 8)), tone: Palette.mist)
      canvas.cloud(Point(314, 82), 126, tone: Palette.mist)
      canvas.bone(Point(314, 78), 68, tilt: -0.35)
    }
  }

  static var grumpy: Drawing {
    .still("grumpy", label: "Biscuit sulks under a rain cloud") { canvas in
      var pose = BiscuitPose()
      pose.ground = Point(204, 361)
      pose.scale = 0.92
      pose.squash = 0.03
      pose.head.shift = Point(0, 8)
      pose.head.turn = Point(0, 5)
      pose.head.leftEar = -0.12
      pose.head.rightEar = -0.12
      pose.setEyes(.half)
      pose.gaze = Point(-4, 2)
      pose.brows = .init(lift: -3, worry: -0.42)
      pose.mouth = .frown
      pose.blush = 0.6
      pose.tail = -0.9
      canvas.puddle(Point(204, 360), 136, 13)
      Dog(pose).draw(on: &canvas)
      for (x, y) in [(58.0, 176.0), (86, 132), (322, 132), (350, 176), (82, 270), (330, 286)] {
        canvas.drop(Point(x, y), 8, tilt: 0.15)
      }
      canvas.cloud(Point(204, 98), 200, tone: Palette.cloud)
    }
  }

  static var crying: Drawing {
    .looping("crying", label: "Biscuit cries his eyes out", frames: 10, delay: 80) { canvas, turn in
      var pose = BiscuitPose()
      let sob = Maths.wave(turn * 2)
      pose.ground = Point(204, 362)
      pose.scale = 0.98
      pose.squash = 0.015 * sob
      pose.head.shift = Point(0, 2 + 2 * sob)
      pose.head.leftEar = -0.1
      pose.head.rightEar = -0.1
      pose.setEyes(.calm)
      pose.brows = .init(lift: 5, worry: 0.42)
      pose.mouth = .wail(0.75 + 0.2 * sob)
      pose.tail = -0.9
      canvas.puddle(Point(204, 362), 140, 14)
      Dog(pose).draw(
        on: &canvas,
        wearing: { canvas in
          for side in [-1.0, 1] { tears(side: side, turn: turn, on: &canvas) }
        })
    }
  }

  private static func tears(side: Double, turn: Double, on canvas: inout Canvas) {
    let stream = canvas.ink(
      .limb(
        .curve(
          Point(side * 50, 20), Point(side * 60, 44), Point(side * 64, 68), Point(side * 63, 92)),
        startRadius: 8, endRadius: 12), tone: Palette.water)
    for along in Maths.staggered(turn * 2, 2) {
      canvas.fill(
        .ellipse(Point(side * Maths.mix(52, 62, along), Maths.mix(4, 112, along)), 4, 9),
        Palette.white, in: stream.inside)
    }
    for along in Maths.staggered(turn, 3) {
      let size = 11 * Maths.wave(along / 2)
      guard size > 3 else { continue }
      canvas.drop(
        Point(
          side * Maths.mix(66, 140, along),
          Maths.mix(6, 70, along * along) - 40 * Maths.wave(along / 2)),
        size, tilt: side * Maths.mix(0.9, -0.5, along))
    }
  }
}
