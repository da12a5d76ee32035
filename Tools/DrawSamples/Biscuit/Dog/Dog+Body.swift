extension Dog {
  func drawBody(on canvas: inout Canvas) {
    switch pose.stance {
    case .sitting: drawSitting(on: &canvas)
    case .loaf: drawLoaf(on: &canvas)
    case .running(let turn): drawRunning(turn, on: &canvas)
    case .headOnly: break
    }
  }

  private func drawSitting(on canvas: inout Canvas) {
    canvas.with(canvas.transform.scale(pose.tailSide, 1)) {
      drawTail(from: Point(60, -34), on: &$0)
    }
    for side in [-1.0, 1] {
      drawFoot(Point(side * 74, -13), on: &canvas)
    }
    let body = canvas.ink(.area(torso), tone: Palette.toffee)
    canvas.mark(
      .symmetricBlob(
        Point(0, -130), Point(34, -116), Point(44, -80), Point(40, -40), Point(22, -16),
        Point(0, -12)),
      tone: Palette.cream, on: body)
    if pose.leftPaw == nil { drawFrontLeg(side: -1, on: &canvas, body: body) }
    if pose.rightPaw == nil { drawFrontLeg(side: 1, on: &canvas, body: body) }
    canvas.ink(collar, tone: Palette.teal)
    drawTag(Point(0, -78), on: &canvas)
  }

  private var torso: Path {
    .symmetricBlob(
      Point(0, -132), Point(46, -124), Point(68, -92), Point(86, -48), Point(76, -12),
      Point(38, -2), Point(0, -1))
  }

  /// Only the sides of the leg have a line: its top blends into the chest.
  private func drawFrontLeg(side: Double, on canvas: inout Canvas, body: Inked) {
    canvas.mark(
      .blob([
        Point(side * 11, -58), Point(side * 28, -72), Point(side * 45, -60), Point(side * 46, -14),
        Point(side * 10, -14),
      ]), tone: Palette.toffee, on: body)
    canvas.stroke(.curve(Point(side * 49, -64), Point(side * 47, -42), Point(side * 47, -20)))
    canvas.stroke(.curve(Point(side * 8, -58), Point(side * 9, -40), Point(side * 9, -20)))
    canvas.ink(.area(.ellipse(Point(side * 28, -13), 24, 16)), tone: Palette.cream)
    drawToes(Point(side * 28, -7), on: &canvas)
  }

  private func drawFoot(_ center: Point, on canvas: inout Canvas) {
    canvas.ink(.area(.ellipse(center, 30, 17)), tone: Palette.cream)
    drawToes(center + Point(center.x > 0 ? 14 : -14, 4), on: &canvas)
  }

  private func drawToes(_ center: Point, on canvas: inout Canvas) {
    for offset in [-6.0, 6] {
      canvas.stroke(
        .line(center + Point(offset, -4), center + Point(offset, 4)), width: 4)
    }
  }

  private var collar: Form {
    .limb(
      .curve(
        Point(-64, -108), Point(-32, -95), Point(0, -91), Point(32, -95), Point(64, -108)),
      startRadius: 7, endRadius: 7)
  }

  /// A small round biscuit with its holes.
  private func drawTag(_ center: Point, on canvas: inout Canvas) {
    canvas.ink(.area(.circle(center, 13)), tone: Palette.gold)
    for hole in [Point(-4, -3), Point(4, -3), Point(0, 4)] {
      canvas.fill(.circle(center + hole, 1.9), Palette.baked.base)
    }
  }

  private func drawTail(from root: Point, on canvas: inout Canvas) {
    let swing = canvas.transform.turn(pose.tail * 0.42, about: root)
    canvas.with(swing) { canvas in
      let shape = Path.curve(
        root, root + Point(34, -12), root + Point(54, -38), root + Point(52, -64))
      let tail = canvas.ink(.limb(shape, startRadius: 17, endRadius: 12), tone: Palette.toffee)
      canvas.mark(.circle(root + Point(52, -66), 22), tone: Palette.cream, on: tail)
    }
  }

  func drawArm(_ paw: BiscuitPose.Paw, side: Double, on canvas: inout Canvas) {
    let shoulder = Point(side * 58, -76)
    let middle = (shoulder + paw.target) * 0.5 + Point(side * paw.bend, paw.bend * 0.4)
    let arm = canvas.ink(
      .limb(.curve(shoulder, middle, paw.target), startRadius: 18, endRadius: 17),
      .area(.circle(paw.target, 21 * paw.size)), tone: Palette.toffee)
    if paw.target.y < shoulder.y {
      // A raised arm blends into the chest: no line where they join.
      let chest = canvas.mask(.area(torso)).subtracting(canvas.mask(collar, grownBy: Pen.width))
      let cap = canvas.mask(.area(.circle(shoulder, 18)), grownBy: Pen.width + 1)
      canvas.paint(cap.intersection(chest), Palette.toffee.base)
    }
    canvas.mark(.circle(paw.target, 25 * paw.size), tone: Palette.cream, on: arm)
    if paw.showsPads {
      canvas.with(canvas.transform.move(paw.target).scale(paw.size)) { drawPads(on: &$0) }
    } else {
      drawToes(paw.target + Point(0, paw.target.y < shoulder.y ? -12 : 12), on: &canvas)
    }
  }

  private func drawPads(on canvas: inout Canvas) {
    canvas.fill(.ellipse(Point(0, 5), 8.5, 7), Palette.paw)
    for toe in [Point(-11, -4), Point(0, -10), Point(11, -4)] {
      canvas.fill(.circle(toe, 4), Palette.paw)
    }
  }

  private func drawLoaf(on canvas: inout Canvas) {
    drawTail(from: Point(96, -40), on: &canvas)
    let body = canvas.ink(
      .area(
        .symmetricBlob(
          Point(0, -120), Point(70, -114), Point(122, -84), Point(144, -38), Point(128, -4),
          Point(60, 0), Point(0, 0))),
      tone: Palette.toffee)
    canvas.mark(
      .symmetricBlob(Point(0, -80), Point(50, -60), Point(54, -20), Point(36, 4), Point(0, 6)),
      tone: Palette.cream, on: body)
    for side in [-1.0, 1] {
      canvas.ink(.area(.ellipse(Point(side * 34, -11), 30, 16)), tone: Palette.cream)
      drawToes(Point(side * 34, -5), on: &canvas)
    }
  }

  /// The side view: a body on four legs that swing in pairs, half a cycle apart.
  private func drawRunning(_ turn: Double, on canvas: inout Canvas) {
    drawLeg(Point(-66, -80), phase: turn + 0.63, isFar: true, on: &canvas)
    drawLeg(Point(40, -80), phase: turn + 0.13, isFar: true, on: &canvas)
    canvas.with(canvas.transform.scale(-1, 1)) { canvas in
      drawTail(from: Point(96, -116), on: &canvas)
    }
    let body = canvas.ink(
      .area(
        .blob([
          Point(-30, -152), Point(44, -150), Point(88, -118), Point(78, -72), Point(30, -58),
          Point(-50, -58), Point(-104, -72), Point(-122, -112), Point(-92, -144),
        ])), tone: Palette.toffee)
    canvas.mark(
      .blob([
        Point(-70, -58), Point(-20, -72), Point(40, -78), Point(76, -100), Point(104, -70),
        Point(40, -44), Point(-50, -46),
      ]), tone: Palette.cream, on: body)
    drawLeg(Point(-86, -84), phase: turn + 0.75, isFar: false, on: &canvas, blendingInto: body)
    drawLeg(Point(54, -84), phase: turn + 0.25, isFar: false, on: &canvas, blendingInto: body)
  }

  private func drawLeg(
    _ hip: Point, phase: Double, isFar: Bool, on canvas: inout Canvas,
    blendingInto body: Inked? = nil
  ) {
    let swing = Maths.wave(phase)
    let lift = max(0, Maths.wave(phase + 0.25)) * 12
    let paw = hip + Point(swing * 64, 68 - lift - swing * swing * 22)
    let leg = canvas.ink(
      .limb(.line(hip, paw), startRadius: 21, endRadius: 14),
      .area(.ellipse(paw + Point(5, 1), 19, 14)),
      tone: isFar ? Palette.toffee.inShadow : Palette.toffee)
    canvas.mark(
      .circle(paw + Point(5, 4), 22), tone: isFar ? Palette.cream.inShadow : Palette.cream, on: leg)
    if let body {
      canvas.fill(.circle(hip + Point(0, -6), 28), Palette.toffee.base, in: body.inside)
    }
  }
}
