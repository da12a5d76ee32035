extension Dog {
  func drawFace(on canvas: inout Canvas, in skull: Mask) {
    if pose.blush > 0 {
      var pink = Palette.blush
      pink.alpha *= Float(min(pose.blush, 1))
      for side in [-1.0, 1] {
        canvas.fill(.ellipse(Point(side * 78, 36), 18, 11), pink, in: skull)
      }
    }
    drawEye(pose.leftEye, side: -1, on: &canvas)
    drawEye(pose.rightEye, side: 1, on: &canvas)
    drawBrows(on: &canvas)
    drawMouth(on: &canvas)
    drawNose(on: &canvas)
  }

  private func drawEye(_ eye: BiscuitPose.Eye, side: Double, on canvas: inout Canvas) {
    let lidWidth = 6.0
    canvas.with(canvas.transform.move(side * 48, 4)) { canvas in
      switch eye {
      case .open, .half, .sparkling:
        drawOpenEye(eye, side: side, on: &canvas)
      case .happy:
        canvas.stroke(
          .curve(Point(-16, 6), Point(-10, -6), Point(0, -11), Point(10, -6), Point(16, 6)),
          Palette.eye, width: lidWidth)
      case .calm:
        canvas.stroke(
          .curve(Point(-16, -2), Point(-9, 6), Point(0, 9), Point(9, 6), Point(16, -2)),
          Palette.eye, width: lidWidth)
      case .squeezed:
        canvas.stroke(
          .line(Point(side * 13, -11), Point(side * -12, 0), Point(side * 13, 11)),
          Palette.eye, width: lidWidth)
      }
    }
  }

  private func drawOpenEye(_ eye: BiscuitPose.Eye, side: Double, on canvas: inout Canvas) {
    let (radiusX, radiusY) = eye == .sparkling ? (18.0, 22.0) : (14.5, 18.5)
    let ball = Path.ellipse(pose.gaze * 0.4, radiusX, radiusY)
    canvas.fill(ball, Palette.eye)
    let inside = canvas.mask(.area(ball))

    let glint = pose.gaze + Point(-4.5, -7)
    switch eye {
    case .sparkling:
      canvas.fill(.ellipse(pose.gaze * 0.4 + Point(0, 14), 15, 11), Palette.iris, in: inside)
      canvas.fill(.circle(glint + Point(-1, -1), 8), Palette.white, in: inside)
      canvas.fill(.star(Point(7, 9) + pose.gaze, points: 4, 6.5, 2.6), Palette.white, in: inside)
      canvas.fill(.circle(Point(9, -6) + pose.gaze, 2.6), Palette.white, in: inside)
    default:
      canvas.fill(.circle(glint, 5.8), Palette.white, in: inside)
      canvas.fill(.circle(pose.gaze + Point(5, 7), 2.8), Palette.white, in: inside)
    }

    if eye == .half {
      let lid = side < 0 ? Palette.crumb.base : Palette.toffee.base
      canvas.fill(.rectangle(-21, -26, 42, 25), lid)
      canvas.stroke(
        .curve(Point(-17, 1), Point(-8, -2), Point(8, -2), Point(17, 1)), Palette.eye, width: 6)
    }
  }

  private func drawBrows(on canvas: inout Canvas) {
    let brows = pose.brows
    for side in [-1.0, 1] {
      let lift = brows.lift + (side > 0 ? brows.doubt : 0)
      let place = canvas.transform.move(side * 46, -34 - lift).scale(side, 1).turn(brows.worry)
      canvas.with(place) { canvas in
        canvas.stroke(
          .curve(Point(-11, 2), Point(0, -2), Point(11, 2)),
          Palette.baked.shade, width: 6)
      }
    }
  }

  /// The nose is heart-shaped.
  private func drawNose(on canvas: inout Canvas) {
    canvas.fill(.heart(Point(0, 26), 19, 17), Palette.eye)
    canvas.with(canvas.transform.turn(-0.35, about: Point(-7, 19))) {
      $0.fill(.ellipse(Point(-7, 19), 5, 3), Color(0x9A6A5C))
    }
  }

  private func drawMouth(on canvas: inout Canvas) {
    let muzzle = Path.curve(
      Point(-27, 43), Point(-21, 51), Point(-10, 52), Point(0, 43), Point(10, 52), Point(21, 51),
      Point(27, 43))
    switch pose.mouth {
    case .smile:
      if pose.showsTongue { drawTongueTip(on: &canvas) }
      canvas.stroke(muzzle)
    case .open(let amount):
      drawOpenMouth(amount, on: &canvas)
    case .wail(let amount):
      drawWail(amount, on: &canvas)
    case .frown:
      canvas.stroke(
        .curve(Point(-17, 59), Point(-10, 51), Point(0, 48), Point(10, 51), Point(17, 59)))
    case .wobble:
      canvas.stroke(
        .curve(
          Point(-27, 60), Point(-20, 52), Point(-10, 58), Point(0, 51), Point(10, 58),
          Point(20, 52), Point(27, 60)))
    case .pucker:
      canvas.stroke(
        .curve(
          Point(-4, 45), Point(6, 46), Point(7, 53), Point(-1, 55), Point(8, 57), Point(8, 65),
          Point(-4, 66)))
    case .flat:
      canvas.stroke(.curve(Point(-15, 54), Point(0, 52), Point(15, 52)))
    }
  }

  private func drawOpenMouth(_ amount: Double, on canvas: inout Canvas) {
    let depth = Maths.mix(8, 30, amount)
    let width = Maths.mix(17, 27, amount)
    let outline = Path.symmetricBlob(
      Point(0, 44), Point(width * 0.5, 51), Point(width * 0.97, 47), Point(width, 54),
      Point(width * 0.84, 51 + depth * 0.6), Point(width * 0.42, 51 + depth), Point(0, 53 + depth))
    let hollow = canvas.ink(
      .area(outline), tone: Palette.mouth.flat)
    canvas.fill(
      .ellipse(Point(0, 57 + depth), width * 0.72, depth * 0.66), Palette.tongue.base,
      in: hollow.inside)
  }

  private func drawWail(_ amount: Double, on canvas: inout Canvas) {
    let depth = 26 * amount
    let hollow = canvas.ink(
      .area(
        .symmetricBlob(
          Point(0, 47), Point(13, 49), Point(22, 56 + depth * 0.5), Point(22, 56 + depth),
          Point(0, 53 + depth))), tone: Palette.mouth.flat)
    canvas.fill(
      .ellipse(Point(0, 58 + depth), 15, depth * 0.5), Palette.tongue.base, in: hollow.inside)
  }

  private func drawTongueTip(on canvas: inout Canvas) {
    canvas.ink(
      .area(
        .blob([
          Point(3, 51), Point(11, 53), Point(20, 51), Point(20, 62), Point(12, 69), Point(4, 62),
        ])), tone: Palette.tongue)
    canvas.stroke(.line(Point(12, 55), Point(12, 61)), Palette.tongue.shade, width: 3)
  }
}
