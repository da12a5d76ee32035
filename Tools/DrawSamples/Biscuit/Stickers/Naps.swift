/// Stickers about sleep.
enum Naps {
  static var sleeping: Drawing {
    .looping("sleeping", label: "Biscuit naps", frames: 14, delay: 120) { canvas, turn in
      var pose = BiscuitPose()
      let breath = Maths.wave(turn)
      pose.stance = .loaf
      pose.ground = Point(204, 352)
      pose.scale = 1.02
      pose.squash = -0.018 * breath
      pose.head.tilt = 0.08
      pose.head.shift = Point(0, 16)
      pose.head.turn = Point(0, 5)
      pose.head.leftEar = -0.08
      pose.head.rightEar = -0.08
      pose.setEyes(.calm)
      pose.brows.lift = -2
      Dog(pose).draw(
        on: &canvas,
        wearing: { bubble(size: 15 + 7 * breath, on: &$0) })

      for along in Maths.staggered(turn + 0.25, 2) {
        let size = Maths.mix(11, 19, along) * min(1, 3.2 * Maths.wave(along / 2))
        guard size > 6 else { continue }
        canvas.zed(
          Point(
            Maths.mix(280, 350, along) + 4 * Maths.wave(along), Maths.mix(148, 72, along)),
          size, tilt: 0.18 * Maths.wave(along))
      }
    }
  }

  /// A bubble that grows from the nose with each breath.
  private static func bubble(size: Double, on canvas: inout Canvas) {
    let center = Point(12 + size * 0.7, 34 + size * 0.6)
    let film = canvas.ink(.area(.circle(center, size)), tone: Palette.bubble)
    canvas.fill(
      .ellipse(center + Point(-0.36, -0.38) * size, size * 0.24, size * 0.2), Palette.white,
      in: film.inside)
  }
}
