extension Dog {
  /// The origin of the head's coordinates is between the lower lids, in the middle of the skull.
  func drawHead(on canvas: inout Canvas) {
    let skull = canvas.ink(
      .area(
        .symmetricBlob(
          Point(0, -91), Point(50, -80), Point(90, -44), Point(110, 6), Point(105, 48),
          Point(70, 78), Point(0, 88))),
      .area(tuft),
      tone: Palette.toffee)

    let turn = pose.head.turn
    let face = canvas.transform.move(turn)
    drawPatchAndBlaze(on: &canvas, face: face, on: skull)
    canvas.with(canvas.transform.move(turn * 0.3).turn(-0.5, about: Point(-48, -58))) {
      $0.fill(.ellipse(Point(-48, -58), 20, 9), Palette.highlight, in: skull.inside)
    }

    canvas.with(face) { canvas in
      drawFace(on: &canvas, in: skull.inside)
    }
    drawEar(side: -1, tone: Palette.baked, lift: pose.head.leftEar, on: &canvas)
    drawEar(side: 1, tone: Palette.toffee, lift: pose.head.rightEar, on: &canvas)
  }

  private var tuft: Path {
    .blob([
      Point(-25, -80), Point(-21, -100), Point(-6, -113), Point(15, -116), Point(8, -106),
      Point(26, -105), Point(21, -95), Point(27, -80), Point(0, -68),
    ])
  }

  private func drawPatchAndBlaze(on canvas: inout Canvas, face: Transform, on skull: Inked) {
    canvas.with(face) { canvas in
      canvas.mark(
        .blob([
          Point(-36, -40), Point(-68, -34), Point(-82, 0), Point(-66, 32), Point(-38, 30),
          Point(-24, 2), Point(-24, -26),
        ]), tone: Palette.crumb, on: skull)
      canvas.mark(
        .symmetricBlob(
          Point(0, -132), Point(38, -112), Point(22, -82), Point(11, -56), Point(10, -22),
          Point(26, 6),
          Point(54, 26), Point(58, 56), Point(34, 82), Point(0, 90)),
        tone: Palette.cream, on: skull)
      for side in [-1.0, 1] {
        for dot in [Point(37, 44), Point(46, 38), Point(45, 50)] {
          canvas.fill(.circle(Point(dot.x * side, dot.y), 2.3), Palette.freckle)
        }
      }
    }
  }

  private func drawEar(side: Double, tone: Tone, lift: Double, on canvas: inout Canvas) {
    let root = Point(72, -62)
    let sideways = canvas.transform.move(pose.head.turn * -0.25).scale(side, 1)
      .turn(-lift, about: root)
    canvas.with(sideways) { canvas in
      let ear = canvas.ink(
        .area(
          .blob([
            Point(50, -76), Point(76, -90), Point(110, -74), Point(134, -32), Point(142, 14),
            Point(126, 38), Point(104, 24), Point(92, -14), Point(72, -44),
          ])),
        tone: tone)
      canvas.stroke(
        .curve(Point(84, -72), Point(106, -56), Point(120, -28)),
        side < 0 ? Palette.crumb.base : Palette.highlight, width: 7,
        in: ear.inside)
    }
  }
}
