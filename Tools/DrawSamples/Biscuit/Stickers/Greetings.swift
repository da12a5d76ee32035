/// Greetings.
enum Greetings {
  static var hello: Drawing {
    .looping("hello", label: "Biscuit wags hello", frames: 10, delay: 80) { canvas, turn in
      var pose = BiscuitPose()
      let beat = Maths.wave(turn * 2)
      pose.ground = Point(202, 366)
      pose.scale = 1.04
      pose.tail = Maths.wave(turn * 2 + 0.2)
      pose.tailSide = -1
      pose.head.tilt = 0.05 + 0.04 * Maths.wave(turn)
      pose.head.leftEar = 0.05 * Maths.wave(turn - 0.15)
      pose.head.rightEar = 0.22 + 0.05 * Maths.wave(turn - 0.15)
      pose.head.turn = Point(3, 0)
      pose.mouth = .open(0.85)
      pose.brows.lift = 3
      pose.rightPaw = .init(
        target: Point(128 + 14 * beat, -146 + 5 * beat), showsPads: true, bend: 18)
      Dog(pose).draw(on: &canvas)
    }
  }

  static var goodMorning: Drawing {
    .still("good-morning", label: "Biscuit needs his morning mug") { canvas in
      var pose = BiscuitPose()
      pose.stance = .loaf
      pose.ground = Point(182, 340)
      pose.scale = 0.98
      pose.head.tilt = -0.07
      pose.head.shift = Point(-10, 2)
      pose.head.leftEar = -0.05
      pose.head.rightEar = 0.3
      pose.head.turn = Point(8, 2)
      pose.setEyes(.half)
      pose.gaze = Point(3, 1)
      pose.brows.lift = 6
      pose.mouth = .flat
      pose.tail = -0.4
      Dog(pose).draw(on: &canvas)
      mug(at: Point(306, 310), on: &canvas)
    }
  }

  static var highFive: Drawing {
    .still("high-five", label: "Biscuit gives a high five") { canvas in
      var pose = BiscuitPose()
      pose.ground = Point(180, 368)
      pose.scale = 1
      pose.head.tilt = -0.12
      pose.head.rightEar = 0.15
      pose.leftEye = .open
      pose.rightEye = .happy
      pose.brows = .init(lift: 3, doubt: -2)
      pose.mouth = .open(0.6)
      pose.tailSide = -1
      pose.rightPaw = .init(target: Point(148, -180), showsPads: true, size: 1.3, bend: 20)
      Dog(pose).draw(on: &canvas)
      canvas.twinkle(Point(348, 116), 19)
      canvas.twinkle(Point(362, 246), 11)
      canvas.twinkle(Point(306, 80), 12)
    }
  }

  private static func mug(at center: Point, on canvas: inout Canvas) {
    canvas.with(canvas.transform.move(center)) { canvas in
      canvas.stroke(
        .curve(Point(34, -22), Point(58, -20), Point(58, 8), Point(32, 16)), width: 19)
      canvas.stroke(
        .curve(Point(34, -22), Point(58, -20), Point(58, 8), Point(32, 16)),
        Palette.teal.shade, width: 9)
      canvas.ink(
        .area(
          .blob([
            Point(-40, -40), Point(0, -42), Point(40, -40), Point(41, 0), Point(34, 32),
            Point(0, 40), Point(-34, 32), Point(-41, 0),
          ])), tone: Palette.teal)
      canvas.ink(.area(.ellipse(Point(0, -40), 40, 11)), tone: Palette.baked)
      canvas.fill(.heart(Point(0, 4), 15, 14), Palette.cream.base)
      for (offset, height) in [(-14.0, 0.0), (12, -10)] {
        canvas.ink(
          .limb(
            .curve(
              Point(offset, -64 + height), Point(offset + 7, -76 + height),
              Point(offset - 3, -88 + height), Point(offset + 5, -102 + height)),
            startRadius: 6, endRadius: 3), tone: Palette.mist)
      }
    }
  }
}
