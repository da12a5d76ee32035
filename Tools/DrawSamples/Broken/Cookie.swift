import Pixels

/// The picture that the broken files show: a round biscuit with a bite taken out of it.
enum Cookie {
  private struct Disc {
    var x: Double
    var y: Double
    var radius: Double
    var color: Pixel
  }

  /// The colors of a biscuit.
  struct Dough {
    var rim: Pixel
    var crumb: Pixel
    var chocolate: Pixel

    static let golden = Dough(
      rim: Pixel(red: 150, green: 92, blue: 48), crumb: Pixel(red: 232, green: 178, blue: 110),
      chocolate: Pixel(red: 84, green: 50, blue: 36))
    static let burnt = Dough(
      rim: Pixel(red: 12, green: 9, blue: 7), crumb: Pixel(red: 26, green: 20, blue: 16),
      chocolate: Pixel(red: 5, green: 4, blue: 4))
    static let custard = Dough(
      rim: Pixel(red: 250, green: 198, blue: 8), crumb: Pixel(red: 255, green: 208, blue: 14),
      chocolate: Pixel(red: 244, green: 192, blue: 20))
    static let dazzling = Dough(
      rim: Pixel(red: 255, green: 236, blue: 200), crumb: Pixel(red: 255, green: 250, blue: 236),
      chocolate: Pixel(red: 236, green: 220, blue: 200))
  }

  /// - Parameters:
  ///   - name: the file that it is drawn for. No two files have their chocolate and their bite in
  ///     the same places, or all would be duplicates.
  ///   - bite: how far the bite reaches in, as a share of the width.
  ///   - background: what lies behind the biscuit.
  static func drawing(
    for name: String, width: Int = 408, height: Int = 408, bite: Double = 0.14,
    background: Pixel = .clear, dough: Dough = .golden
  ) -> Bitmap {
    var luck = Luck(name)
    let turn = luck.next() * 2 * Double.pi
    var discs = [
      Disc(x: 0.5, y: 0.5, radius: 0.46, color: dough.rim),
      Disc(x: 0.5, y: 0.5, radius: 0.42, color: dough.crumb),
    ]
    for piece in 0..<4 {
      let angle = turn + (Double(piece) + luck.next() * 0.6) * Double.pi / 2
      let distance = 0.14 + luck.next() * 0.16
      discs.append(
        Disc(
          x: 0.5 + distance * Maths.cosine(angle), y: 0.5 + distance * Maths.sine(angle),
          radius: 0.04 + luck.next() * 0.03, color: dough.chocolate))
    }
    let mouth = Disc(
      x: 0.5 + 0.516 * Maths.cosine(turn), y: 0.5 + 0.516 * Maths.sine(turn), radius: bite,
      color: .clear)
    var bitmap = Bitmap(width: width, height: height)
    let side = Double(min(width, height))
    for y in 0..<height {
      for x in 0..<width {
        let place = (
          x: (Double(x) + 0.5 - Double(width - height) / 2 * (width > height ? 1 : 0)) / side,
          y: (Double(y) + 0.5) / side
        )
        bitmap[x, y] = pixel(at: place, edge: 1 / side, discs, mouth, background)
      }
    }
    return bitmap
  }

  private static func pixel(
    at place: (x: Double, y: Double), edge: Double, _ discs: [Disc], _ mouth: Disc,
    _ background: Pixel
  ) -> Pixel {
    func coverage(_ x: Double, _ y: Double, _ radius: Double) -> Double {
      let (dx, dy) = (place.x - x, place.y - y)
      return min(1, max(0, (radius - (dx * dx + dy * dy).squareRoot()) / edge + 0.5))
    }
    var color = discs[0].color
    for disc in discs.dropFirst() {
      color = mixed(color, disc.color, coverage(disc.x, disc.y, disc.radius))
    }
    let shape = coverage(0.5, 0.5, discs[0].radius) * (1 - coverage(mouth.x, mouth.y, mouth.radius))
    if background.alpha == 255 { return mixed(background, color, shape) }
    guard shape > 0 else { return .clear }
    color.alpha = UInt8((shape * 255).rounded())
    return color.alpha == 0 ? .clear : color
  }

  static func mixed(
    _ first: Pixel, _ second: Pixel, _ share: Double, alpha: UInt8 = 255
  ) -> Pixel {
    func channel(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded())
    }
    return Pixel(
      red: channel(first.red, second.red), green: channel(first.green, second.green),
      blue: channel(first.blue, second.blue), alpha: alpha)
  }

  /// Numbers from 0 to 1 that look thrown and are the same on every machine.
  private struct Luck {
    private var state: UInt32 = 2_166_136_261

    init(_ name: String) {
      for byte in name.utf8 { state = (state ^ UInt32(byte)) &* 16_777_619 }
    }

    mutating func next() -> Double {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Double(state >> 8) / Double(1 << 24)
    }
  }
}
