import Foundation
import Pixels
import TestSupport
import Testing

@Suite("Removing backgrounds")
struct BackgroundRemovalTests {
  static let white = Pixel.gray(255)
  static let red = Pixel(red: 200, green: 60, blue: 90)
  static let green = Pixel(red: 0, green: 177, blue: 64)

  /// Art that a function draws at any point, antialiased.
  static func drawing(side: Int = 200, _ color: (Double, Double) -> Pixel?) -> Bitmap {
    Bitmap(width: side, height: side) { x, y in
      var (sum, inside) = (SIMD3<Int>.zero, 0)
      for place in 0..<64 {
        let point = (
          Double(x) + Double(place % 8) / 8 + 0.0625, Double(y) + Double(place / 8) / 8 + 0.0625
        )
        guard let pixel = color(point.0, point.1) else { continue }
        sum &+= SIMD3(Int(pixel.red), Int(pixel.green), Int(pixel.blue))
        inside += 1
      }
      guard inside > 0 else { return .clear }
      return Pixel(
        red: UInt8(sum.x / inside), green: UInt8(sum.y / inside), blue: UInt8(sum.z / inside),
        alpha: UInt8((255 * inside + 32) / 64))
    }
  }

  static func distance(_ x: Double, _ y: Double, _ centerX: Double, _ centerY: Double) -> Double {
    ((x - centerX) * (x - centerX) + (y - centerY) * (y - centerY)).squareRoot()
  }

  /// A disc that is not in the middle, as a symbol on a plate would be.
  static func disc(_ color: Pixel) -> Bitmap {
    drawing { x, y in distance(x, y, 85, 110) < 60 ? color : nil }
  }

  private static func obstacle(
    _ art: Bitmap, _ color: Pixel = white
  ) -> BackgroundRemoval.Obstacle? {
    do {
      _ = try BackgroundRemoval(of: art.flattened(on: color), color: color)
      return nil
    } catch { return error }
  }

  @Test(
    "a background is removed with the alpha and the color that the art had",
    arguments: [white, .gray(0), green])
  func background(_ background: Pixel) throws {
    let art = Self.disc(Self.red)
    let flat = art.flattened(on: background)
    let result = try BackgroundRemoval(of: flat, color: background).result
    for (pixel, original) in zip(result.pixels, art.pixels) {
      // What differs from the background by up to 20 codes counts as background.
      #expect(abs(Int(pixel.alpha) - Int(original.alpha)) <= 32)
      guard pixel.alpha > 64 else { continue }
      #expect(abs(Int(pixel.red) - 200) <= 6 && abs(Int(pixel.green) - 60) <= 6)
      #expect(abs(Int(pixel.blue) - 90) <= 6)
    }
    let again = result.flattened(on: background)
    let difference = zip(flat.samples, again.samples).map { abs(Int($0) - Int($1)) }.max()
    #expect(difference ?? 0 <= 20, "on its background, art without it looks as before")
  }

  /// A white body behind a black line of a width.
  static func figure(line: Double, gap: Double = 0) -> Bitmap {
    drawing { x, y in
      let distance = distance(x, y, 85, 110)
      if distance > 60 || distance < 60 - line { return nil }
      return x < 85 && abs(y - 110) < gap / 2 ? nil : .gray(0)
    }
  }

  @Test(
    "no dots of the background remain outside of a thin line, and the body behind it stays opaque",
    arguments: [1.5, 2.5, 4])
  func line(_ width: Double) throws {
    let flat = Self.figure(line: width).flattened(on: Self.white)
    let result = try BackgroundRemoval(of: flat, color: Self.white).result
    for y in 0..<200 {
      for x in 0..<200 {
        let pixel = result[x, y]
        let distance = Self.distance(Double(x) + 0.5, Double(y) + 0.5, 85, 110)
        if distance > 60 {
          #expect(pixel.alpha < 16 || pixel.red < 80, "\(pixel) at \(x), \(y)")
        } else if distance < 60 - width - 1.5 {
          #expect(pixel == Self.white)
        }
      }
    }
  }

  /// Two bars that meet at an angle in degrees, the second of another color.
  static func corner(_ degrees: Double, _ second: Pixel = .gray(0)) -> Bitmap {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return drawing { x, y in
      // The bars end where they meet, and are 14 px wide.
      let (right, up) = (x - 40, 130 - y)
      if right > 0, right < 120, up > -14, up < 0 { return .gray(0) }
      let (along, across) = (right * cosine + up * sine, up * cosine - right * sine)
      return along > 0 && along < 120 && across > 0 && across < 14 && up >= 0 ? second : nil
    }
  }

  @Test(
    "no pixels of the background remain in a sharp corner or beside its tip",
    arguments: [8.0, 14, 22, 35, 50], [Pixel.gray(0), Self.red])
  func corners(_ degrees: Double, _ second: Pixel) throws {
    let art = Self.corner(degrees, second)
    let flat = art.flattened(on: Self.white)
    let result = try BackgroundRemoval(of: flat, color: Self.white).result
    for y in 0..<200 {
      for x in 0..<200 where art[x, y].alpha < 128 {
        let pixel = result[x, y]
        let isLight = min(pixel.red, pixel.green, pixel.blue) > 170
        #expect(pixel.alpha < 200 || !isLight, "\(pixel) at \(x), \(y)")
      }
    }
  }

  @Test("a light color beside a dark one stays opaque up to the edge")
  func lightArea() throws {
    // The upper half is as light as a mixture of the lower half and white.
    let art = Self.drawing { x, y in
      guard x > 40, x < 150, y > 40, y < 170 else { return nil }
      return y < 105 ? .gray(150) : .gray(20)
    }
    let result = try BackgroundRemoval(of: art.flattened(on: Self.white), color: Self.white).result
    for y in 42..<168 {
      for x in 42..<148 { #expect(result[x, y].alpha == 255, "\(result[x, y]) at \(x), \(y)") }
    }
  }

  @Test("the body behind a line of single pixels without soft edges stays opaque")
  func hardLine() throws {
    // A square without its corners, where the pixels of the line touch at corners only, and a dark stripe behind them.
    func isArt(_ x: Int, _ y: Int) -> Bool {
      max(abs(x - 90), abs(y - 105)) <= 60 && abs(x - 90) + abs(y - 105) <= 117
    }
    let flat = Bitmap(width: 200, height: 200) { x, y in
      guard isArt(x, y) else { return Self.white }
      let isLine = [(1, 0), (-1, 0), (0, 1), (0, -1)].contains { !isArt(x + $0, y + $1) }
      return isLine || abs(x - 90) + abs(y - 105) == 114 ? .gray(0) : Self.white
    }
    let result = try BackgroundRemoval(of: flat, color: Self.white).result
    for y in 0..<200 {
      for x in 0..<200 {
        #expect(result[x, y].alpha == (isArt(x, y) ? 255 : 0), "\(x), \(y)")
      }
    }
  }

  @Test("a background with two colors along its edges stays")
  func unevenEdge() {
    var flat = Self.disc(Self.red).flattened(on: Self.white)
    for y in 0..<200 { for x in 0..<40 { flat[x, y] = .gray(225) } }
    #expect(throws: BackgroundRemoval.Obstacle.unevenEdge) {
      try BackgroundRemoval(of: flat, color: Self.white)
    }
  }

  @Test("a body that is connected to the background through a gap in its line stays")
  func gap() throws {
    let flat = Self.figure(line: 3, gap: 4).flattened(on: Self.white)
    let removal = try BackgroundRemoval(of: flat, color: Self.white)
    #expect(removal.result[85, 110] == Self.white)
    #expect(removal.result[85, 40] == .clear)
    // The body has a radius of 57 px around (85, 110).
    let body = try #require(removal.kept.first)
    #expect(abs(body.x - 28) <= 2 && abs(body.y - 53) <= 2)
    #expect(abs(body.width - 114) <= 4 && abs(body.height - 114) <= 4)
    let closed = Self.figure(line: 3).flattened(on: Self.white)
    #expect(try BackgroundRemoval(of: closed, color: Self.white).kept == [])
  }

  @Test("a hole with a way out through a gap stays, and is named once")
  func hole() throws {
    var flat = Self.disc(Self.red).flattened(on: Self.white)
    for y in 0..<200 {
      for x in 0..<200 {
        let isHole = (x - 100) * (x - 100) + (y - 100) * (y - 100) < 900
        if isHole || y < 100 && 98..<102 ~= x { flat[x, y] = Self.white }
      }
    }
    let removal = try BackgroundRemoval(of: flat, color: Self.white)
    #expect(removal.result[100, 110] == Self.white)
    #expect(removal.kept.count == 1)
  }

  @Test("a slit between two lines is background, even if it is long")
  func slit() throws {
    // Two bars of 40 px, 6 px apart, the right one with a foot below the left.
    let flat = Self.drawing { x, y in
      guard y > 40, y < 170, x > 50, x < 136 else { return nil }
      return x > 90 && x < 96 && y < 150 ? nil : Self.red
    }.flattened(on: Self.white)
    let removal = try BackgroundRemoval(of: flat, color: Self.white)
    #expect(removal.kept == [])
    #expect(removal.result[93, 100] == .clear)
  }

  @Test("art that touches the edges with a soft line does not make them uneven")
  func touchingArt() throws {
    // A badge that fills the canvas: its line is a mixture along much of each edge.
    let badge = Self.drawing { x, y in Self.distance(x, y, 100, 100) < 100.4 ? Self.red : nil }
    let result = try BackgroundRemoval(of: badge.flattened(on: Self.white), color: Self.white)
      .result
    #expect(result[1, 1] == .clear && result[198, 1] == .clear)
    #expect(result[100, 3].alpha == 255)
  }

  @Test("a light gray shirt that is open to a white background stays")
  func nearColor() {
    // Two dark halves of a jacket, with the shirt between them down to their lower edge.
    let art = Self.drawing { x, y in
      guard y > 60, y < 170, x > 40, x < 160 else { return nil }
      return abs(x - 100) < 20 ? .gray(245) : .gray(40)
    }
    guard case .unclearArea(let shirt) = Self.obstacle(art) else {
      Issue.record("the shirt is almost as white as the background, and would be removed")
      return
    }
    // With half a pixel of mixtures at its edges.
    #expect(abs(shirt.x - 80) <= 1 && abs(shirt.width - 40) <= 2)
    // The same in a box with a transparent margin of 30 px.
    var inset = Bitmap(width: 260, height: 260)
    inset.replace(with: art.flattened(on: Self.white), x: 30, y: 30)
    let moved = PixelRect(
      x: shirt.x + 30, y: shirt.y + 30, width: shirt.width, height: shirt.height)
    #expect(throws: BackgroundRemoval.Obstacle.unclearArea(moved)) {
      try BackgroundRemoval(of: inset, color: Self.white)
    }
  }

  @Test("a body that the canvas cuts off stays")
  func cutOff() throws {
    // Two lines down to the lower edge, with the white body between them.
    let art = Self.drawing { x, y in
      let distance = Self.distance(x, y, 100, 140)
      return distance < 60 && distance > 57 ? .gray(0) : nil
    }
    let cut = art.cropped(to: PixelRect(x: 0, y: 0, width: 200, height: 160))
    let removal = try BackgroundRemoval(of: cut.flattened(on: Self.white), color: Self.white)
    #expect(removal.result[100, 150] == Self.white && removal.result[5, 5] == .clear)
    #expect(removal.kept.count == 1)
  }

  @Test("a shallow area between art and an edge that it touches twice is background")
  func shallow() throws {
    // Two ears of 20 px at the upper edge, 10 px above the head, which are 5% of 200 px.
    let art = Self.drawing { x, y in
      guard y < 120, x > 40, x < 160 else { return nil }
      return y > 10 || abs(x - 60) < 10 || abs(x - 140) < 10 ? Self.red : nil
    }
    let removal = try BackgroundRemoval(of: art.flattened(on: Self.white), color: Self.white)
    #expect(removal.kept == [] && removal.result[100, 4] == .clear)
  }

  @Test("more than three areas that may be art stop the removal")
  func counters() throws {
    func letters(_ count: Int) -> Bitmap {
      Self.drawing { x, y in
        guard y > 50, y < 110, x > 6, x < 6 + Double(count) * 36 else { return nil }
        let (right, down) = ((x - 6).truncatingRemainder(dividingBy: 36) - 18, y - 80)
        return abs(right) < 8 && abs(down) < 12 ? nil : Self.red
      }.flattened(on: Self.white)
    }
    #expect(try BackgroundRemoval(of: letters(3), color: Self.white).kept.count == 3)
    guard case .unclearArea = Self.obstacle(letters(4)) else {
      Issue.record("the counters of letters are background, or all of them are art")
      return
    }
  }

  @Test("an enclosed area that may be art stays and is named; colored ones are background")
  func enclosed() throws {
    /// A thick disc with a hole.
    let ring = Self.drawing { x, y in
      let distance = Self.distance(x, y, 85, 110)
      return distance < 60 && distance > 12 ? Self.red : nil
    }
    // It may be an eye.
    let hole = try BackgroundRemoval(of: ring.flattened(on: Self.white), color: Self.white)
    #expect(hole.result[85, 110] == Self.white)
    #expect(hole.kept.map { abs($0.x - 73) <= 1 && abs($0.width - 24) <= 2 } == [true])
    let result = try BackgroundRemoval(of: ring.flattened(on: Self.green), color: Self.green).result
    #expect(result[85, 110] == .clear && result[85, 160].alpha == 255)
    /// The same with a pupil.
    let eye = Self.drawing { x, y in
      let distance = Self.distance(x, y, 85, 110)
      return distance < 60 && distance > 12 || distance < 5 ? Self.red : nil
    }
    let seeing = try BackgroundRemoval(of: eye.flattened(on: Self.white), color: Self.white)
    #expect(seeing.result[85, 118] == Self.white)
    #expect(seeing.kept == [])
  }

  @Test("small enclosed patches stay and are named, the largest three; colored ones are background")
  func patches() throws {
    // Discs of 0.1% of the canvas, which is 40 px of 200 x 200.
    func art(_ count: Int) -> Bitmap {
      Self.drawing { x, y in
        guard Self.distance(x, y, 85, 110) < 60 else { return nil }
        let isPatch = (0..<count).contains {
          Self.distance(x, y, 50 + 15 * Double($0), 110) < 3.6 + 0.2 * Double($0)
        }
        return isPatch ? nil : Self.red
      }
    }
    let one = try BackgroundRemoval(of: art(1).flattened(on: Self.white), color: Self.white)
    #expect(one.result[50, 110] == Self.white)
    #expect(one.kept.map { abs($0.x - 46) <= 1 && abs($0.width - 7) <= 1 } == [true])
    // They do not stop the removal: eyes have highlights.
    let five = try BackgroundRemoval(of: art(5).flattened(on: Self.white), color: Self.white)
    #expect(five.kept.map { ($0.x + $0.width / 2 - 50 + 7) / 15 } == [4, 3, 2])
    let green = try BackgroundRemoval(of: art(5).flattened(on: Self.green), color: Self.green)
    #expect(green.result[50, 110] == .clear && green.kept == [])
  }

  @Test("a plate behind a symbol in its middle stays, unless it is paper")
  func plate() {
    let symbol = Self.drawing { x, y in Self.distance(x, y, 100, 100) < 60 ? .gray(240) : nil }
    #expect(Self.obstacle(symbol, Self.green) == .plate)
    let dark = Self.drawing { x, y in Self.distance(x, y, 100, 100) < 60 ? Self.red : nil }
    #expect(Self.obstacle(dark) == nil)
  }

  @Test("a background with specks or shades that would remain stays")
  func rest() {
    var flat = Self.disc(Self.red).flattened(on: Self.white)
    for place in 0..<5 { for x in 0..<3 { flat[30 * place + 10 + x, 20] = .gray(225) } }
    #expect(throws: BackgroundRemoval.Obstacle.specks(5)) {
      try BackgroundRemoval(of: flat, color: Self.white)
    }
    // Pale fur without a line.
    guard case .rim = Self.obstacle(Self.disc(.gray(222))) else {
      Issue.record("a pale edge looks like a rest of the background")
      return
    }
  }
}
