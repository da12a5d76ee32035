/// The source of the pack's icons: Biscuit's head on a transparent canvas.
enum AppIcon {
  /// The App Store's icons are the largest.
  private static let side = 1024

  static var head: Drawing {
    var canvas = Canvas(side: side)
    var pose = BiscuitPose()
    pose.stance = .headOnly
    pose.ground = Point(203, 318)
    pose.scale = 1.22
    pose.head.leftEar = 0.06
    pose.head.rightEar = 0.16
    pose.head.tilt = 0.05
    pose.mouth = .open(0.9)
    pose.brows.lift = 4
    Dog(pose).draw(on: &canvas)
    return Drawing(
      name: "icon", kind: .png, label: "", width: side, height: side,
      frames: [.init(pixels: StraightAlpha.pixels(canvas.pixels), delayMilliseconds: 0)])
  }
}
