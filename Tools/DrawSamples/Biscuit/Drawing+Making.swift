extension Drawing {
  static func still(
    _ name: String, label: String, _ draw: (inout Canvas) -> Void
  ) -> Drawing {
    var canvas = Canvas()
    draw(&canvas)
    return sticker(
      name, .png, label: label,
      frames: [
        Frame(pixels: DieCut.pixels(of: canvas), delayMilliseconds: 0)
      ])
  }

  /// `draw` is called with the position in the loop, 0..<1.
  static func looping(
    _ name: String, label: String, frames count: Int, delay: Int,
    _ draw: (inout Canvas, _ turn: Double) -> Void
  ) -> Drawing {
    let frames = (0..<count).map { index in
      var canvas = Canvas()
      draw(&canvas, Double(index) / Double(count))
      return Frame(pixels: DieCut.pixels(of: canvas), delayMilliseconds: delay)
    }
    return sticker(name, .apng, label: label, frames: frames)
  }

  static func sticker(
    _ name: String, _ kind: Kind, label: String, frames: [Frame]
  ) -> Drawing {
    Drawing(
      name: name, kind: kind, label: label, width: Canvas.size, height: Canvas.size,
      frames: frames)
  }
}
