/// Affection, with hearts.
enum Affection {
  static var love: Drawing {
    .still("love", label: "Biscuit hugs a big heart") { canvas in
      var pose = BiscuitPose()
      pose.ground = Point(204, 368)
      pose.head.tilt = -0.06
      pose.head.leftEar = 0.1
      pose.head.rightEar = 0.1
      pose.setEyes(.happy)
      pose.brows.lift = 4
      pose.leftPaw = .init(target: Point(-40, -56), bend: 16)
      pose.rightPaw = .init(target: Point(40, -56), bend: 16)
      Dog(pose).draw(on: &canvas, holding: { $0.heart(Point(0, -58), 58) })
      canvas.heart(Point(58, 88), 17, tilt: -0.3)
      canvas.heart(Point(346, 70), 20, tilt: 0.25)
      canvas.heart(Point(364, 268), 12, tilt: 0.3)
    }
  }

  static var kiss: Drawing {
    .looping("kiss", label: "Biscuit blows a kiss", frames: 10, delay: 90) { canvas, turn in
      var pose = BiscuitPose()
      let beat = Maths.wave(turn)
      pose.ground = Point(180, 368)
      pose.scale = 1
      pose.head.tilt = 0.05 + 0.03 * beat
      pose.head.turn = Point(12, 2)
      pose.head.shift = Point(3 * beat, 0)
      pose.head.leftEar = 0.06 * Maths.wave(turn - 0.1)
      pose.head.rightEar = 0.1 + 0.06 * Maths.wave(turn - 0.1)
      pose.leftEye = .happy
      pose.rightEye = .happy
      pose.brows.lift = 4
      pose.mouth = .pucker
      pose.tail = Maths.wave(turn * 2)
      Dog(pose).draw(on: &canvas)

      // Each heart starts and ends small, so the loop has no jump.
      for along in Maths.staggered(turn, 3) {
        let size = 26 * Maths.wave(along / 2)
        guard size > 4 else { continue }
        let sway = Maths.wave(along) * 10
        canvas.heart(
          Point(Maths.mix(274, 350, along) + sway * 0.5, Maths.mix(262, 50, along)), size,
          tilt: 0.12 * Maths.wave(along * 1.5))
      }
    }
  }
}
