/// A birthday: hat, cupcake and confetti.
enum Birthday {
  static var birthday: Drawing {
    .still("birthday", label: "Biscuit brings a birthday cupcake") { canvas in
      var pose = BiscuitPose()
      pose.ground = Point(204, 366)
      pose.scale = 0.92
      pose.head.tilt = 0.04
      pose.head.shift = Point(0, -7)
      pose.head.leftEar = 0.12
      pose.head.rightEar = 0.12
      pose.setEyes(.sparkling)
      pose.brows.lift = 5
      pose.showsTongue = true
      pose.tail = 0.4
      pose.leftPaw = .init(target: Point(-46, -26), bend: 16)
      pose.rightPaw = .init(target: Point(46, -26), bend: 16)
      Dog(pose).draw(on: &canvas, wearing: { hat(on: &$0) }, holding: { cupcake(on: &$0) })
      confetti(on: &canvas)
    }
  }

  private static func hat(on canvas: inout Canvas) {
    canvas.with(canvas.transform.move(4, -78).turn(-0.06)) { canvas in
      let cone = canvas.ink(
        .area(
          .blob([
            Point(0, -78), Point(10, -66), Point(24, -32), Point(38, 0), Point(20, 10),
            Point(0, 12),
            Point(-20, 10), Point(-38, 0), Point(-24, -32), Point(-10, -66),
          ])), tone: Palette.lilac)
      for (y, tone) in [(-48.0, Palette.gold), (-14, Palette.gold)] {
        canvas.mark(
          .blob([
            Point(-46, y - 2), Point(0, y + 9), Point(46, y - 10), Point(46, y + 3),
            Point(0, y + 22), Point(-46, y + 11),
          ]), tone: tone, on: cone)
      }
      canvas.ink(.area(.circle(Point(0, -80), 13)), tone: Palette.red)
    }
  }

  private static func cupcake(on canvas: inout Canvas) {
    canvas.with(canvas.transform.move(0, -30).scale(1.08)) { canvas in
      let cup = canvas.ink(
        .area(.polygon(Point(-34, -4), Point(34, -4), Point(25, 36), Point(-25, 36))),
        tone: Palette.teal)
      for x in [-20.0, 0, 20] {
        canvas.stroke(
          .line(Point(x, -4), Point(x * 0.76, 40)), Palette.teal.shade, width: 4, in: cup.inside)
      }
      canvas.ink(
        .limb(.line(Point(0, -40), Point(0, -56)), startRadius: 5, endRadius: 5),
        tone: Palette.mist)
      canvas.ink(.area(.drop(Point(0, -68), 7)), tone: Palette.gold)
      let icing = canvas.ink(
        .area(.ellipse(Point(0, -8), 42, 15)), .area(.ellipse(Point(0, -24), 32, 14)),
        .area(.ellipse(Point(0, -36), 18, 11)), tone: Palette.icing)
      for (index, point) in [
        Point(-24, -10), Point(-8, -20), Point(14, -8), Point(18, -26), Point(-4, -36),
        Point(28, -8),
      ].enumerated() {
        let tone = [Palette.gold, Palette.red, Palette.lilac][index % 3]
        canvas.fill(.circle(point, 3.4), tone.base, in: icing.inside)
      }
    }
  }

  private static func confetti(on canvas: inout Canvas) {
    let tones = [Palette.gold, Palette.teal, Palette.red, Palette.lilac]
    let places = [
      Point(72, 100), Point(116, 70), Point(268, 62), Point(312, 82), Point(84, 262),
      Point(334, 232), Point(346, 118), Point(62, 234),
    ]
    for (index, place) in places.enumerated() {
      let tone = tones[index % tones.count]
      if index.isMultiple(of: 2) {
        canvas.ink(.area(.circle(place, 7)), tone: tone)
      } else {
        let reach = Point.polar(Double(index) * 1.1, 8)
        canvas.ink(
          .limb(.line(place - reach, place + reach), startRadius: 5, endRadius: 5), tone: tone)
      }
    }
  }
}
