import Pixels
import TestSupport
import Testing

@Suite("Measurements of rows")
struct CanvasRowsTests {
  /// Transparent margins around pixels of every kind.
  static func drawing(_ width: Int, _ height: Int, _ random: inout SplitMix) -> Bitmap {
    let area = PixelRect(
      x: .random(in: 0...width / 2, using: &random), y: .random(in: 0...height / 2, using: &random),
      width: .random(in: 0...width, using: &random), height: height)
    return Bitmap(width: width, height: height) { x, y in
      let isInside = area.intersection(PixelRect(x: x, y: y, width: 1, height: 1)) != nil
      let alpha: [UInt8] = isInside ? [0, 1, 7, 8, 100, 254, 255, 255] : [0]
      return Pixel(
        red: .random(in: 0...255, using: &random), green: UInt8(x % 256), blue: UInt8(y),
        alpha: alpha.randomElement(using: &random) ?? 0)
    }
  }

  @Test("count pixels and find bounds", arguments: [1, 2, 3, 4, 7, 8, 9, 33, 100, 257])
  func drawings(_ width: Int) {
    var random = SplitMix(state: UInt64(width))
    for height in 1...20 {
      let bitmap = Self.drawing(width, height, &random)
      let rows = CanvasRows(of: bitmap)
      let alphas = bitmap.pixels.map(\.alpha)
      let translucent = alphas.filter { (1...254).contains($0) }
      #expect(rows.alpha.opaque == alphas.count { $0 == 255 })
      #expect(rows.alpha.transparent == alphas.count { $0 == 0 })
      #expect(rows.alpha.translucent == translucent.count)
      #expect(rows.alpha.translucentAlpha == translucent.reduce(0) { $0 + Int($1) })
      let visible = alphas.indices.filter { alphas[$0] >= 8 }
      let (columns, lines) = (visible.map { $0 % width }, visible.map { $0 / width })
      let area = columns.min().flatMap { left in
        PixelRect(
          x: left, y: lines[0], width: (columns.max() ?? 0) + 1 - left,
          height: (lines.last ?? 0) + 1 - lines[0])
      }
      #expect(rows.visibleArea == area)
    }
  }

  @Test("measuring the changed rows is enough")
  func changes() {
    var random = SplitMix(state: 1)
    var canvas = Self.drawing(37, 21, &random)
    var rows = CanvasRows(of: canvas)
    for _ in 0..<200 {
      let area = PixelRect(
        x: .random(in: 0..<37, using: &random), y: .random(in: 0..<21, using: &random),
        width: .random(in: 1...37, using: &random), height: .random(in: 1...21, using: &random))
      canvas.blend(Self.drawing(area.width, area.height, &random), x: area.x, y: area.y)
      if area.x % 2 == 0 { canvas.clear(area) }
      rows.measure(canvas, changedIn: area.intersection(canvas.bounds))
      let whole = CanvasRows(of: canvas)
      #expect(rows.alpha == whole.alpha)
      #expect(rows.visibleArea == whole.visibleArea)
      #expect(rows.digest == whole.digest)
    }
    let before = rows.digest
    rows.measure(canvas, changedIn: nil)
    #expect(rows.digest == before)
    // Another size is measured whole.
    rows.measure(Bitmap(width: 2, height: 3), changedIn: nil)
    #expect(rows.alpha.transparent == 6)
    #expect(rows.visibleArea == nil)
  }

  @Test("a digest depends on the column of art with transparent margins")
  func columns() {
    let digests = (0..<60).map { column in
      CanvasRows(of: Bitmap(width: 60, height: 1) { x, _ in x == column ? .gray(9) : .clear })
        .digest
    }
    #expect(Set(digests).count == 60)
  }

  @Test("reducing the changed cells is enough", arguments: [(5, 9), (16, 16), (97, 40)])
  func thumbnails(_ width: Int, _ height: Int) {
    var random = SplitMix(state: 2)
    var canvas = Self.drawing(width, height, &random)
    var thumbnail = Thumbnail(of: canvas)
    for _ in 0..<100 {
      let area = PixelRect(
        x: .random(in: 0..<width, using: &random), y: .random(in: 0..<height, using: &random),
        width: .random(in: 1...9, using: &random), height: .random(in: 1...9, using: &random))
      canvas.replace(
        with: Self.drawing(area.width, area.height, &random), x: area.x, y: area.y)
      thumbnail.update(from: canvas, changedIn: area)
      #expect(thumbnail == Thumbnail(of: canvas))
    }
  }
}
