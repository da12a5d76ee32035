/// An instant photo that fills its canvas: the only sticker without transparency.
enum Postcard {
  static var beach: Drawing {
    var canvas = Canvas()
    drawScene(on: &canvas)
    var pose = BiscuitPose()
    pose.ground = Point(196, 316)
    pose.scale = 0.84
    pose.head.tilt = -0.06
    pose.head.rightEar = 0.12
    pose.brows.lift = 10
    pose.mouth = .open(0.7)
    pose.tailSide = -1
    pose.rightPaw = .init(target: Point(122, -126), showsPads: true, bend: 18)
    canvas.fill(.ellipse(Point(206, 314), 106, 11), Scene.sandShade)
    Dog(pose).draw(on: &canvas, wearing: { sunglasses(on: &$0) })
    drawFrame(on: &canvas)
    return .sticker(
      "beach-photo", .jpeg, label: "Biscuit on the beach at sunset",
      frames: [.init(pixels: StraightAlpha.pixels(canvas.pixels), delayMilliseconds: 0)])
  }

  private enum Scene {
    static let sky = [
      Color(0xF27C7E), Color(0xF8937A), Color(0xFDAB78), Color(0xFFC57F), Color(0xFFDC95),
    ]
    static let sun = Color(0xFFF3C9)
    static let glow = Color(0xFFE7AE)
    static let sea = Color(0x3E9DB0)
    static let seaDark = Color(0x2F879E)
    static let foam = Color(0xFDF6E6)
    static let sand = Color(0xF9DDA9)
    static let sandShade = Color(0xE9C388)
    static let paper = Color(0xFFFCF5)
    static let paperEdge = Color(0xEFE6D8)
  }

  /// The picture inside the card.
  private static let photo = (left: 24.0, top: 24.0, width: 360.0, height: 304.0)

  private static func drawScene(on canvas: inout Canvas) {
    for (index, color) in Scene.sky.enumerated() {
      canvas.fill(.rectangle(0, 20 + Double(index) * 36, 408, 340), color)
    }
    for cloud in [(Point(104, 92), 92.0), (Point(330, 66), 70), (Point(352, 84), 56)] {
      canvas.fill(.ellipse(cloud.0, cloud.1 * 0.6, 8), Scene.glow)
      canvas.fill(.ellipse(cloud.0 + Point(14, -8), cloud.1 * 0.34, 8), Scene.glow)
    }
    canvas.fill(.circle(Point(322, 208), 62), Scene.glow)
    canvas.fill(.circle(Point(322, 208), 46), Scene.sun)
    canvas.fill(.rectangle(0, 208, 408, 120), Scene.sea)
    canvas.fill(.rectangle(0, 208, 408, 6), Scene.seaDark)
    let glints = [
      (Point(322, 220), 40.0), (Point(312, 230), 28), (Point(330, 240), 20), (Point(52, 226), 16),
      (Point(88, 238), 12), (Point(70, 250), 20),
    ]
    for glint in glints {
      let reach = Point(glint.1, 0)
      canvas.stroke(
        .line(glint.0 - reach, glint.0 + reach), glint.0.x > 200 ? Scene.sun : Scene.seaDark,
        width: 4)
    }
    for (lift, color) in [(0.0, Scene.foam), (9, Scene.sandShade), (14, Scene.sand)] {
      canvas.fill(
        .blob([
          Point(-40, 264 + lift), Point(60, 256 + lift), Point(150, 266 + lift),
          Point(250, 260 + lift), Point(340, 268 + lift), Point(450, 258 + lift), Point(450, 420),
          Point(-40, 420),
        ]), color)
    }
    palm(on: &canvas)
    bucket(on: &canvas)
    starfish(on: &canvas)
  }

  private static func palm(on canvas: inout Canvas) {
    let leaf = Tone(base: Color(0x3FA36B), shade: Color(0x2E8456))
    for tip in [Point(166, 44), Point(142, 96), Point(84, 128), Point(34, 130)] {
      let root = Point(8, 14)
      let middle = (root + tip) * 0.5 + Point(12, -22)
      let along = tip - root
      let side = Point(-along.y, along.x) * 0.09
      canvas.ink(
        .area(.blob([root, middle - side, tip, middle + side + Point(-4, 10)])), tone: leaf)
    }
  }

  private static func bucket(on canvas: inout Canvas) {
    canvas.with(canvas.transform.move(330, 292).turn(0.06)) { canvas in
      canvas.ink(
        .limb(.curve(Point(-6, -26), Point(10, -52), Point(26, -62)), startRadius: 4, endRadius: 7),
        tone: Palette.gold)
      let pail = canvas.ink(
        .area(.polygon(Point(-28, -20), Point(28, -20), Point(20, 24), Point(-20, 24))),
        tone: Palette.red)
      canvas.mark(.rectangle(-40, -6, 80, 12), tone: Palette.cream, on: pail)
      canvas.ink(.area(.ellipse(Point(0, -20), 30, 7)), tone: Palette.red.inShadow)
    }
  }

  private static func starfish(on canvas: inout Canvas) {
    canvas.with(canvas.transform.move(70, 300).turn(0.25)) { canvas in
      canvas.ink(
        .limb(.line(Point(0, 0), Point(0, -16)), startRadius: 9, endRadius: 4),
        .limb(.line(Point(0, 0), Point(15, -5)), startRadius: 9, endRadius: 4),
        .limb(.line(Point(0, 0), Point(10, 13)), startRadius: 9, endRadius: 4),
        .limb(.line(Point(0, 0), Point(-10, 13)), startRadius: 9, endRadius: 4),
        .limb(.line(Point(0, 0), Point(-15, -5)), startRadius: 9, endRadius: 4),
        tone: Palette.icing)
      for dot in [Point(0, -7), Point(5, 3), Point(-5, 3)] {
        canvas.fill(.circle(dot, 1.8), Palette.red.base)
      }
    }
  }

  private static func sunglasses(on canvas: inout Canvas) {
    canvas.stroke(.curve(Point(-24, -2), Point(0, -8), Point(24, -2)), width: 8)
    for side in [-1.0, 1] {
      let center = Point(side * 48, 4)
      let lens = canvas.ink(
        .area(
          .blob([
            center + Point(side * -28, -18), center + Point(0, -21), center + Point(side * 30, -18),
            center + Point(side * 29, 6), center + Point(side * 12, 23),
            center + Point(side * -14, 21), center + Point(side * -27, 6),
          ])), tone: Tone(base: Color(0x53405F), shade: Color(0x3D2D49)))
      canvas.stroke(
        .line(center + Point(-16, 8), center + Point(4, -14)), Color(0x8C7A9C), width: 7,
        in: lens.inside)
      canvas.stroke(
        .line(center + Point(-2, 10), center + Point(14, -8)), Color(0x8C7A9C), width: 3,
        in: lens.inside)
    }
  }

  private static func drawFrame(on canvas: inout Canvas) {
    let (right, bottom) = (photo.left + photo.width, photo.top + photo.height)
    for border in [
      Path.rectangle(0, 0, 408, photo.top), .rectangle(0, bottom, 408, 408 - bottom),
      .rectangle(0, 0, photo.left, 408), .rectangle(right, 0, 408 - right, 408),
    ] {
      canvas.fill(border, Scene.paper)
    }
    canvas.stroke(
      Path.rectangle(photo.left, photo.top, photo.width, photo.height), Scene.paperEdge, width: 4)
    canvas.stroke(Path.rectangle(1, 1, 406, 406), Scene.paperEdge, width: 4)

    for (x, tilt) in [(150.0, -0.3), (256, 0.25)] {
      canvas.with(canvas.transform.move(x, 368).turn(tilt)) { canvas in
        canvas.fill(.ellipse(Point(0, 6), 12, 10), Palette.crumb.base)
        for toe in [Point(-15, -4), Point(-6, -13), Point(6, -13), Point(15, -4)] {
          canvas.fill(.ellipse(toe, 5, 6), Palette.crumb.base)
        }
      }
    }
    canvas.heart(Point(204, 366), 19)
  }
}
