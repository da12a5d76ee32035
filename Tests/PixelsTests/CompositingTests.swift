import Pixels
import TestSupport
import Testing

private let red = Pixel(red: 255, green: 0, blue: 0)
private let blue = Pixel(red: 0, green: 0, blue: 255)
private let halfBlue = Pixel(red: 0, green: 0, blue: 255, alpha: 100)

@Suite("Compositing")
struct CompositingTests {
  struct Over: Sendable {
    var source: Pixel
    var target: Pixel
    var result: Pixel
  }

  // By hand from PNG Third Edition, 13.16, with alpha a of the source and b of the target: the
  // result's alpha is a + b(1 - a), and its color (source a + target b (1 - a)) / that.
  @Test(
    "over follows the PNG specification",
    arguments: [
      Over(source: red, target: blue, result: red),
      Over(source: .clear, target: blue, result: blue),
      Over(
        source: Pixel(red: 9, green: 8, blue: 7, alpha: 0), target: blue,
        result: blue),
      Over(
        source: Pixel(red: 9, green: 8, blue: 7, alpha: 6), target: .clear,
        result: Pixel(red: 9, green: 8, blue: 7, alpha: 6)),
      // 0.50196 * 100 = 50.2 and 0.49804 * 200 = 99.6.
      Over(
        source: Pixel(red: 0, green: 100, blue: 0, alpha: 128), target: Pixel.gray200Red,
        result: Pixel(red: 100, green: 50, blue: 0)),
      // 128 + 128 * 127 / 255 = 191.75; red 255 * 0.50196 / 0.75196 = 170.2; blue 84.8.
      Over(
        source: Pixel(red: 255, green: 0, blue: 0, alpha: 128),
        target: Pixel(red: 0, green: 0, blue: 255, alpha: 128),
        result: Pixel(red: 170, green: 0, blue: 85, alpha: 192)),
      // 1 + 1 * 254 / 255 = 1.996; red 255 * 255 / 509 = 127.75; blue 127.25.
      Over(
        source: Pixel(red: 255, green: 0, blue: 0, alpha: 1),
        target: Pixel(red: 0, green: 0, blue: 255, alpha: 1),
        result: Pixel(red: 128, green: 0, blue: 127, alpha: 2)),
    ])
  func over(_ example: Over) {
    var bitmap = Bitmap(width: 1, height: 1, filledWith: example.target)
    bitmap.blend(Bitmap(width: 1, height: 1, filledWith: example.source), x: 0, y: 0)
    #expect(bitmap[0, 0] == example.result)
  }

  @Test("any alpha over an opaque pixel is opaque")
  func overOpaque() {
    for alpha in 0...255 {
      var bitmap = Bitmap(width: 1, height: 1, filledWith: .gray(77))
      let source = Pixel(red: 77, green: 77, blue: 77, alpha: UInt8(alpha))
      bitmap.blend(Bitmap(width: 1, height: 1, filledWith: source), x: 0, y: 0)
      #expect(bitmap[0, 0] == .gray(77))
    }
  }

  @Test("a pixel's neighbors do not change how it is blended")
  func neighbors() {
    let alphas: [UInt8] = [0, 1, 128, 255]
    for (number, width) in (0..<64).flatMap({ number in [2, 3].map { (number, $0) } }) {
      let source = Bitmap(
        rows: [
          (0..<width).map {
            Pixel(red: 10, green: 90, blue: 250, alpha: alphas[number >> (2 * $0) & 3])
          }
        ])
      var blended = Bitmap(width: 4, height: 1, filledWith: halfBlue)
      blended.blend(source, x: 1, y: 0)
      var expected = Bitmap(width: 4, height: 1, filledWith: halfBlue)
      for x in 0..<width {
        expected.blend(Bitmap(rows: [[source[x, 0]]]), x: 1 + x, y: 0)
      }
      #expect(blended == expected)
    }
  }

  @Test("replacing copies alpha and hidden color")
  func replace() {
    let ghost = Pixel(red: 1, green: 2, blue: 3, alpha: 0)
    var bitmap = Bitmap(width: 2, height: 1, filledWith: red)
    bitmap.replace(with: Bitmap(width: 1, height: 1, filledWith: ghost), x: 1, y: 0)
    #expect(bitmap.pixels == [red, ghost])
  }

  @Test("clearing sets the area to transparent black")
  func clear() {
    var bitmap = Bitmap(width: 3, height: 3, filledWith: red)
    bitmap.clear(PixelRect(x: 1, y: 0, width: 1, height: 2))
    #expect(
      bitmap
        == Bitmap(rows: [[red, .clear, red], [red, .clear, red], [red, red, red]]))
  }

  /// The place of a 2 × 2 patch on a 3 × 3 canvas, and the pixels of it (0 to 3) that are then seen.
  struct Placement: Sendable {
    var x: Int
    var y: Int
    var seen: [[Int?]]
  }

  static let placements = [
    Placement(x: -1, y: 0, seen: [[1, nil, nil], [3, nil, nil], [nil, nil, nil]]),
    Placement(x: 2, y: 0, seen: [[nil, nil, 0], [nil, nil, 2], [nil, nil, nil]]),
    Placement(x: 0, y: -1, seen: [[2, 3, nil], [nil, nil, nil], [nil, nil, nil]]),
    Placement(x: 0, y: 2, seen: [[nil, nil, nil], [nil, nil, nil], [0, 1, nil]]),
    Placement(x: 1, y: 1, seen: [[nil, nil, nil], [nil, 0, 1], [nil, 2, 3]]),
    Placement(x: 3, y: 0, seen: .init(repeating: [nil, nil, nil], count: 3)),
    Placement(x: -2, y: 0, seen: .init(repeating: [nil, nil, nil], count: 3)),
    Placement(x: 0, y: 9, seen: .init(repeating: [nil, nil, nil], count: 3)),
    Placement(x: 0, y: -7, seen: .init(repeating: [nil, nil, nil], count: 3)),
  ]

  @Test("pixels outside are clipped on every side", arguments: placements)
  func clipping(_ placement: Placement) {
    let patch = Bitmap(width: 2, height: 2) { x, y in .gray(UInt8(100 + y * 2 + x)) }
    let canvas = Bitmap(width: 3, height: 3, filledWith: blue)
    let rows = placement.seen.map { $0.map { $0.map { .gray(UInt8(100 + $0)) } ?? blue } }
    var replaced = canvas
    replaced.replace(with: patch, x: placement.x, y: placement.y)
    #expect(replaced == Bitmap(rows: rows))
    var blended = canvas
    blended.blend(patch, x: placement.x, y: placement.y)
    #expect(blended == Bitmap(rows: rows))
    var cleared = canvas
    cleared.clear(PixelRect(x: placement.x, y: placement.y, width: 2, height: 2))
    #expect(
      cleared == Bitmap(rows: placement.seen.map { $0.map { $0 == nil ? blue : .clear } }))
  }
}

extension Pixel {
  fileprivate static let gray200Red = Pixel(red: 200, green: 0, blue: 0)
}

@Suite("Changed area")
struct ChangedAreaTests {
  let base = Bitmap(width: 5, height: 4, filledWith: red)

  @Test("equal bitmaps have no changed area")
  func equal() { #expect(base.changedArea(from: base) == nil) }

  @Test("the changed area of one pixel is the pixel", arguments: [(0, 0), (4, 3), (2, 1), (4, 0)])
  func one(_ x: Int, _ y: Int) {
    var changed = base
    changed[x, y] = blue
    #expect(changed.changedArea(from: base) == PixelRect(x: x, y: y, width: 1, height: 1))
  }

  @Test("the changed area contains all changes")
  func several() {
    var changed = base
    changed[1, 3] = blue
    changed[3, 1] = blue
    #expect(changed.changedArea(from: base) == PixelRect(x: 1, y: 1, width: 3, height: 3))
  }

  @Test("a change of any channel is a change")
  func channels() {
    for pixel in [
      Pixel(red: 254, green: 0, blue: 0), Pixel(red: 255, green: 1, blue: 0),
      Pixel(red: 255, green: 0, blue: 1), Pixel(red: 255, green: 0, blue: 0, alpha: 254),
    ] {
      var changed = base
      changed[2, 2] = pixel
      #expect(changed.changedArea(from: base) == PixelRect(x: 2, y: 2, width: 1, height: 1))
    }
  }

  @Test("a change of hidden color is not a change")
  func hidden() {
    let clear = Bitmap(width: 2, height: 2)
    let ghost = Pixel(red: 9, green: 9, blue: 9, alpha: 0)
    #expect(Bitmap(width: 2, height: 2, filledWith: ghost).changedArea(from: clear) == nil)
  }

  @Test("a pixel that becomes transparent is a change")
  func vanishing() {
    var changed = base
    changed[0, 2] = Pixel(red: 255, green: 0, blue: 0, alpha: 0)
    #expect(changed.changedArea(from: base) == PixelRect(x: 0, y: 2, width: 1, height: 1))
  }
}

@Suite("Geometry")
struct GeometryTests {
  @Test("a crop copies only the area")
  func crop() {
    let bitmap = Bitmap(width: 4, height: 3) { x, y in .gray(UInt8(y * 4 + x)) }
    let area = PixelRect(x: 1, y: 1, width: 2, height: 2)
    #expect(bitmap.cropped(to: area).pixels == [5, 6, 9, 10].map(Pixel.gray))
    #expect(bitmap.cropped(to: bitmap.bounds) == bitmap)
  }

  // The pixels of a stored 2 × 3 image are numbered 1 2 / 3 4 / 5 6. The results were drawn on paper
  // from the positions of row 0 and column 0 in Exif 2.32.
  @Test(
    "an orientation is undone",
    arguments: [
      (1, [[1, 2], [3, 4], [5, 6]]), (2, [[2, 1], [4, 3], [6, 5]]),
      (3, [[6, 5], [4, 3], [2, 1]]), (4, [[5, 6], [3, 4], [1, 2]]),
      (5, [[1, 3, 5], [2, 4, 6]]), (6, [[5, 3, 1], [6, 4, 2]]),
      (7, [[6, 4, 2], [5, 3, 1]]), (8, [[2, 4, 6], [1, 3, 5]]),
      (0, [[1, 2], [3, 4], [5, 6]]), (9, [[1, 2], [3, 4], [5, 6]]),
    ])
  func orientation(_ value: Int, _ rows: [[UInt8]]) {
    let stored = Bitmap(width: 2, height: 3) { x, y in .gray(UInt8(y * 2 + x + 1)) }
    #expect(
      stored.upright(fromOrientation: value) == Bitmap(rows: rows.map { $0.map(Pixel.gray) }))
  }

  struct Pair: Sendable {
    var first: PixelRect
    var second: PixelRect
    var common: PixelRect?
    var around: PixelRect
  }

  static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  @Test(
    "two rectangles have an intersection and a union",
    arguments: [
      Pair(
        first: rect(0, 0, 4, 4), second: rect(2, 1, 5, 2), common: rect(2, 1, 2, 2),
        around: rect(0, 0, 7, 4)),
      Pair(
        first: rect(0, 0, 4, 4), second: rect(1, 1, 2, 2), common: rect(1, 1, 2, 2),
        around: rect(0, 0, 4, 4)),
      Pair(
        first: rect(0, 0, 4, 4), second: rect(4, 0, 2, 2), common: nil,
        around: rect(0, 0, 6, 4)),
      Pair(
        first: rect(0, 0, 4, 4), second: rect(0, 4, 2, 2), common: nil,
        around: rect(0, 0, 4, 6)),
      Pair(
        first: rect(-3, -3, 4, 4), second: rect(0, 0, 2, 2), common: rect(0, 0, 1, 1),
        around: rect(-3, -3, 5, 5)),
    ])
  func pairs(_ pair: Pair) {
    #expect(pair.first.intersection(pair.second) == pair.common)
    #expect(pair.second.intersection(pair.first) == pair.common)
    #expect(pair.first.union(pair.second) == pair.around)
    #expect(pair.second.union(pair.first) == pair.around)
  }

  @Test("pixels are counted as opaque, translucent or transparent")
  func alpha() {
    let bitmap = Bitmap(width: 7, height: 1) { x, _ in
      Pixel(red: 5, green: 5, blue: 5, alpha: [0, 1, 128, 254, 255, 255, 0][x])
    }
    let statistics = AlphaStatistics(of: bitmap)
    #expect(statistics.transparent == 2)
    #expect(statistics.translucent == 3)
    #expect(statistics.opaque == 2)
    #expect(statistics.total == 7)
    #expect(statistics.visible == 5)
  }
}
