/// Turns a layer into a sticker: adds a white border around the silhouette, and a faint shadow that
/// keeps the border visible on white.
enum DieCut {
  private static let paperWidth: Float = 10
  /// Notches and gaps narrower than about twice this distance are closed.
  private static let smoothing: Float = 9
  private static let shadowReach: Float = 9
  private static let shadowDrop = 2
  private static let shadow = Color(0x3A2418, alpha: 0.26)

  static func pixels(of art: Canvas) -> [UInt8] {
    let size = Canvas.size
    let toArt = DistanceField(alpha: art.pixels.map(\.w), size: size).values
    let wide = toArt.map { coverage(within: paperWidth + smoothing, $0) }
    let toWide = DistanceField(alpha: wide, size: size).values
    let isOutside = reachableFromCorner(toWide.map { $0 > -smoothing - 1 }, size: size)

    var layer = [SIMD4<Float>](repeating: .zero, count: size * size)
    for index in layer.indices {
      let above = index - shadowDrop * size
      if above >= 0 {
        let fade = min(max(1 - (toWide[above] + smoothing) / shadowReach, 0), 1)
        layer[index] = shadow.premultiplied * Edge.stepped(fade * fade, steps: 14)
      }
      let paper = isOutside[index] ? Edge.stepped(coverage(within: -smoothing, toWide[index])) : 1
      layer[index] = SIMD4(repeating: paper) + layer[index] * (1 - paper)
      layer[index] = art.pixels[index] + layer[index] * (1 - art.pixels[index].w)
    }
    return StraightAlpha.pixels(layer)
  }

  /// The open pixels that are connected to the outside; all others are holes, which are filled.
  private static func reachableFromCorner(_ isOpen: [Bool], size: Int) -> [Bool] {
    var reached = [Bool](repeating: false, count: isOpen.count)
    var pending = [0]
    while let index = pending.popLast() {
      guard isOpen[index], !reached[index] else { continue }
      reached[index] = true
      let column = index % size
      if column > 0 { pending.append(index - 1) }
      if column < size - 1 { pending.append(index + 1) }
      if index >= size { pending.append(index - size) }
      if index < isOpen.count - size { pending.append(index + size) }
    }
    return reached
  }

  private static func coverage(within radius: Float, _ distance: Float) -> Float {
    min(max(radius - distance + 0.5, 0), 1)
  }
}
