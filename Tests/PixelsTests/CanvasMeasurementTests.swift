import Pixels
import TestSupport
import Testing

@Suite("Canvas measurements")
struct CanvasMeasurementTests {
  let red = Pixel(red: 200, green: 0, blue: 0)

  // MARK: Backgrounds

  /// White, with a square of 4 px in the middle of 10.
  func box(_ background: Pixel = .gray(255)) -> Bitmap {
    Bitmap(width: 10, height: 10) { x, y in
      (3..<7).contains(x) && (3..<7).contains(y) ? red : background
    }
  }

  func backgroundBox(_ canvas: Bitmap) -> BackgroundBox? {
    canvas.visibleArea.flatMap { BackgroundBox(of: canvas, in: $0) }
  }

  @Test("the background is the area of one color that is connected to the edges")
  func background() {
    let found = backgroundBox(box())
    #expect(found?.color == .gray(255))
    #expect(found?.pixels == 84)
    #expect(found?.picturePixels == 16)
    #expect(found?.picture == PixelRect(x: 3, y: 3, width: 4, height: 4))
    // The same color inside the art is art.
    var ring = box()
    ring[4, 4] = .gray(255)
    #expect(backgroundBox(ring) == found)
  }

  @Test("diagonal pixels are not connected")
  func maze() {
    let rows = [
      "........", ".######.", ".#....#.", ".#.##.#.", ".#..#.#.", ".####.#.", "......#.",
      "........",
    ]
    let found = backgroundBox(
      Bitmap(rows: rows.map { $0.map { $0 == "#" ? red : .gray(255) } }))
    #expect(found?.picturePixels == rows.joined().count { $0 == "#" })
    let closed = rows.map { $0 == ".####.#." ? ".######." : $0 }
    let shut = backgroundBox(
      Bitmap(rows: closed.map { $0.map { $0 == "#" ? red : .gray(255) } }))
    // The border, and five pixels above its last row; nine stay inside.
    #expect(shut?.pixels == 28 + 5)
  }

  @Test(
    "up to 5% of the edge pixels may have another color or transparency",
    arguments: [(2, true), (3, false)])
  func brokenBorder(_ count: Int, _ expected: Bool) {
    // 36 pixels are on the edge. A difference of up to 60 is noise.
    for pixel in [red, Pixel(red: 255, green: 255, blue: 255, alpha: 194)] {
      var bitmap = box()
      for (x, y) in [(0, 0), (9, 5), (5, 9)].prefix(count) { bitmap[x, y] = pixel }
      #expect((backgroundBox(bitmap) != nil) == expected)
    }
    #expect(backgroundBox(Bitmap(width: 10, height: 10, filledWith: red)) == nil)
  }

  @Test("a channel may differ by up to 20", arguments: [(235, 84), (234, 83)])
  func tolerance(_ code: UInt8, _ expected: Int) {
    var bitmap = box()
    bitmap[2, 2] = Pixel(red: 255, green: code, blue: 255)
    #expect(backgroundBox(bitmap)?.pixels == expected)
  }

  @Test("the background may be noisy")
  func noise() {
    let noisy = Bitmap(width: 10, height: 10) { x, y in
      box()[x, y] == red ? red : .gray((x * 7 + y * 3) % 5 < 2 ? 236 : 252)
    }
    #expect(backgroundBox(noisy)?.pixels == 84)
  }

  @Test("the background may fill a part of the canvas, with antialiased edges, and be translucent")
  func inset() {
    let tint = Pixel(red: 200, green: 240, blue: 200, alpha: 51)
    let canvas = Bitmap(width: 20, height: 30) { x, y in
      guard (4..<16).contains(x), (8..<20).contains(y) else { return .clear }
      if x == 4 || x == 15 || y == 8 || y == 19 {
        return Pixel(red: 200, green: 240, blue: 200, alpha: 9)
      }
      return box(tint)[x - 5, y - 9]
    }
    let found = backgroundBox(canvas)
    #expect(found?.color == tint)
    #expect(found?.pixels == 84)
    #expect(found?.picture == PixelRect(x: 8, y: 12, width: 4, height: 4))
    #expect(found?.picturePixels == 16)
  }

  @Test("a rectangle with round corners is not a background", arguments: [(1, true), (2, false)])
  func roundCorners(_ cut: Int, _ expected: Bool) {
    // The antialiased edge of 1 px does not count: a cut of 1 px removes four of 76 pixels, one of 2 px twelve.
    let canvas = Bitmap(width: 30, height: 30) { x, y in
      let (right, down) = (min(x - 4, 25 - x), min(y - 4, 25 - y))
      guard right >= 0, down >= 0, right + down >= cut + 2 else { return .clear }
      return (10..<20).contains(x) && (10..<20).contains(y) ? red : .gray(255)
    }
    #expect((backgroundBox(canvas) != nil) == expected)
  }

  @Test("a background may have a scan's noise of 28 codes, a gradient is none")
  func strongNoise() throws {
    // Differences of 0, 34 and -34 have a standard deviation of 28.
    let noisy = Bitmap(width: 100, height: 100) { x, y in
      let isArt = (30..<70).contains(x) && (30..<70).contains(y)
      return isArt ? red : .gray([220, 254, 186][(x * 7 + y * 5 + x * y * 3) % 3])
    }
    let found = try #require(backgroundBox(noisy))
    #expect(abs(Int(found.color.red) - 220) <= 34)
    #expect((1500...2500).contains(found.picturePixels))
    let gradient = Bitmap(width: 100, height: 100) { x, _ in .gray(UInt8(100 + x)) }
    #expect(backgroundBox(gradient) == nil)
  }

  // MARK: Digests

  @Test("a digest depends on each pixel and the size, but not on hidden color")
  func digest() {
    let still = Bitmap(width: 5, height: 3) { x, y in
      Pixel(red: UInt8(x), green: UInt8(y), blue: 7, alpha: (x + y) % 3 == 0 ? 0 : 200)
    }
    let own = CanvasDigest(of: still)
    var seen: Set = [own]
    for y in 0..<3 {
      for x in 0..<5 {
        var changed = still
        changed[x, y].green ^= 0x80
        if still[x, y].alpha == 0 {
          #expect(CanvasDigest(of: changed) == own)
        } else {
          #expect(seen.insert(CanvasDigest(of: changed)).inserted)
        }
        changed = still
        changed[x, y].alpha ^= 0x80
        #expect(seen.insert(CanvasDigest(of: changed)).inserted)
      }
    }
    let turned = Bitmap(width: 3, height: 5, samples: still.samples)
    #expect(CanvasDigest(of: turned) != own)
  }

  @Test("changes of two highest bits do not cancel out")
  func digestBits() {
    let still = Bitmap(width: 64, height: 1, filledWith: .gray(1))
    var seen: Set = [CanvasDigest(of: still)]
    for first in 0..<64 {
      for second in first + 1..<64 {
        var changed = still
        changed[first, 0].alpha ^= 0x80
        changed[second, 0].alpha ^= 0x80
        #expect(seen.insert(CanvasDigest(of: changed)).inserted)
      }
    }
  }

  // MARK: Extent

  /// Draws `#` opaque, `+` translucent and `-` invisible.
  func drawn(_ rows: [String]) -> Bitmap {
    Bitmap(
      rows: rows.map { row in
        row.map {
          let alphas: [Character: UInt8] = ["#": 255, "+": 32, "-": 7]
          return Pixel(red: 9, green: 9, blue: 9, alpha: alphas[$0] ?? 0)
        }
      })
  }

  @Test("islands are connected by corners and by later rows")
  func islands() {
    let found = ArtExtent(
      of: drawn([
        ".......#.",
        "#.#...#..",
        "#.#......",
        "###....++",
        ".......+.",
      ]))
    #expect(found?.area == PixelRect(x: 0, y: 0, width: 9, height: 5))
    #expect(found?.islands?.map(\.pixels) == [7, 3, 2])
    #expect(
      found?.islands?.map(\.area) == [
        PixelRect(x: 0, y: 1, width: 3, height: 3), PixelRect(x: 7, y: 3, width: 2, height: 2),
        PixelRect(x: 6, y: 0, width: 2, height: 2),
      ])
  }

  @Test("islands are connected by either diagonal", arguments: [["#.", ".#"], [".#", "#."]])
  func corners(_ rows: [String]) {
    #expect(ArtExtent(of: drawn(rows))?.islands?.map(\.pixels) == [2])
  }

  @Test("a spiral is one island")
  func spiral() {
    let found = ArtExtent(
      of: drawn([
        "#######",
        "......#",
        "#####.#",
        "#...#.#",
        "#.###.#",
        "#.....#",
        "#######",
      ]))
    #expect(found?.islands?.map(\.pixels) == [31])
  }

  @Test("pixels that are nearly transparent have no extent")
  func invisible() {
    let found = ArtExtent(of: drawn(["-....-", "..+#..", "..-...", "-....."]))
    #expect(found?.area == PixelRect(x: 2, y: 1, width: 2, height: 1))
    #expect(found?.islands?.map(\.pixels) == [2])
    #expect(ArtExtent(of: drawn(["-.-", ".--"])) == nil)
  }

  @Test("an alpha of 8 is visible, one of 32 is part of an island", arguments: 0..<7)
  func visible(_ x: Int) {
    // Odd and even places and widths, because pixels are read in pairs.
    for width in 7...8 {
      var bitmap = Bitmap(width: width, height: 3)
      for (alpha, isVisible, islands) in [
        (7, false, 0), (8, true, 0), (31, true, 0), (32, true, 1),
      ]
        as [(UInt8, Bool, Int)]
      {
        bitmap[x, 1].alpha = alpha
        #expect(
          bitmap.visibleArea == (isVisible ? PixelRect(x: x, y: 1, width: 1, height: 1) : nil))
        #expect(ArtExtent(of: bitmap)?.islands?.count ?? 0 == islands)
      }
    }
  }

  @Test("a canvas covers its edges if all of their pixels are opaque")
  func edges() {
    var bitmap = Bitmap(width: 4, height: 3, filledWith: .gray(9))
    bitmap[1, 1] = .clear
    #expect(ArtExtent(of: bitmap)?.coversEdges == true)
    for (x, y) in [(1, 0), (0, 1), (3, 1), (2, 2)] {
      var changed = bitmap
      changed[x, y].alpha = 254
      #expect(ArtExtent(of: changed)?.coversEdges == false)
    }
  }

  @Test("noise has no islands")
  func manyIslands() {
    let dots = Bitmap(width: 80, height: 80) { x, y in x % 2 == 0 && y % 2 == 0 ? .gray(9) : .clear
    }
    #expect(ArtExtent(of: dots)?.islands == nil)
    #expect(ArtExtent(of: dots)?.area == PixelRect(x: 0, y: 0, width: 79, height: 79))
    // 32 × 32 is as many as are kept.
    #expect(
      ArtExtent(of: dots.cropped(to: PixelRect(x: 0, y: 0, width: 64, height: 64)))?.islands?.count
        == 1024)
  }

  // MARK: Hidden color

  @Test("changes of hidden color are counted")
  func hidden() {
    func ghost(_ code: UInt8) -> Pixel { Pixel(red: code, green: code, blue: code, alpha: 0) }
    let found = HiddenColor(
      of: Bitmap(rows: [[ghost(1), ghost(1), ghost(2), .gray(9), ghost(2), .clear, ghost(2)]]))
    #expect(found.sampled == 7)
    #expect(found.pixels == 5)
    #expect(found.changes == 4)
    #expect(found.borders == 2)
    #expect(found.breaks == 0)
    // The transparent color of a palette fills whole images and costs nothing.
    let flat = HiddenColor(of: Bitmap(width: 9, height: 5, filledWith: ghost(255)))
    #expect(flat.sampled == 18)
    #expect(flat.pixels == 18)
    #expect(flat.changes == 2)
  }

  @Test("a picture does not continue the art and varies, a streak does not vary")
  func hiddenPicture() {
    func ghost(_ code: UInt8) -> Pixel { Pixel(red: code, green: code, blue: code, alpha: 0) }
    func isPicture(_ row: [Pixel]) -> Bool { HiddenColor(of: Bitmap(rows: [row])).isPicture }
    #expect(isPicture([.gray(200), ghost(10), ghost(40), ghost(90)]))
    #expect(!isPicture([.gray(200), ghost(10), ghost(10), ghost(10)]))
    #expect(isPicture([.gray(48), ghost(96), ghost(40), ghost(90)]))
    #expect(!isPicture([.gray(48), ghost(95), ghost(40), ghost(90)]))
    // Only the color of a visible neighbor counts.
    #expect(!isPicture([.gray(90), ghost(90), ghost(200), ghost(10), .clear, .gray(9)]))
  }

  // MARK: Thumbnails

  @Test("a cell is the mean of its pixels in linear light, over white and over black")
  func cells() {
    let half = Bitmap(width: 32, height: 32) { _, y in y % 2 == 0 ? .gray(255) : .clear }
    let thumbnail = Thumbnail(of: half)
    #expect(thumbnail.overWhite.allSatisfy { $0 == SIMD3(1, 1, 1) })
    #expect(thumbnail.overBlack.allSatisfy { $0 == SIMD3(0.5, 0.5, 0.5) })
    // Black of alpha 128 over white is code 127, which is 0.21223 in linear light.
    let glass = Thumbnail(
      of: Bitmap(width: 5, height: 5, filledWith: Pixel(red: 0, green: 0, blue: 0, alpha: 128)))
    #expect(glass.overWhite.allSatisfy { abs($0.x - 0.21223) < 0.0001 })
    #expect(glass.overBlack.allSatisfy { $0 == .zero })
  }

  @Test("a fine checkerboard is sampled as gray")
  func chequered() {
    // Cells of 12 px are sampled every third pixel.
    let pattern = Bitmap(width: 192, height: 192) { x, y in (x + y) % 2 == 0 ? .gray(255) : .gray(0)
    }
    #expect(Thumbnail(of: pattern).overBlack.allSatisfy { $0 == SIMD3(0.5, 0.5, 0.5) })
  }

  @Test("the difference of black and white is 1, and of transparent pixels a half")
  func difference() {
    let black = Thumbnail(of: Bitmap(width: 16, height: 16, filledWith: .gray(0)))
    let white = Thumbnail(of: Bitmap(width: 16, height: 16, filledWith: .gray(255)))
    let clear = Thumbnail(of: Bitmap(width: 16, height: 16))
    #expect(black.difference(from: white) == 1)
    #expect(white.difference(from: black) == 1)
    #expect(black.difference(from: clear) == 0.5)
    #expect(black.difference(from: black) == 0)
  }

  // MARK: Fingerprints

  /// A face of 200 px with eyes and a mouth, drawn at a scale and a place.
  func face(
    scale: Double = 1, x: Int = 20, y: Int = 20, mouth: Double = 60, isMirrored: Bool = false,
    fill: Pixel = Pixel(red: 250, green: 200, blue: 40)
  ) -> Bitmap {
    Bitmap(width: 300, height: 300) { column, row in
      let point = (Double(column - x) + 0.5, Double(row - y) + 0.5)
      let (across, down) = (point.0 / scale, point.1 / scale)
      let place = isMirrored ? 200 - across : across
      func isIn(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> Bool {
        (left..<left + width).contains(place) && (top..<top + height).contains(down)
      }
      let (right, below) = (across - 100, down - 100)
      guard right * right + below * below < 10_000 else { return .clear }
      let isDark =
        isIn(60, 60, 20, 30) || isIn(120, 50, 20, 40) || isIn(100 - mouth / 2, 140, mouth, 16)
      return isDark ? .gray(30) : fill
    }
  }

  func difference(_ first: Bitmap, _ second: Bitmap) -> ArtFingerprint.Difference? {
    ArtFingerprint(of: first).difference(from: ArtFingerprint(of: second))
  }

  @Test("art that is moved has the same fingerprint, and scaled art nearly the same")
  func copies() throws {
    #expect(ArtFingerprint(of: face()) == ArtFingerprint(of: face(x: 73, y: 4)))
    let smaller = try #require(difference(face(), face(scale: 0.8)))
    #expect(smaller.largestChange <= 4 + 4 * smaller.typicalChange)
    #expect(smaller.largestChange < 40)
    // All edges change; those of the eyes and the mouth are in different places.
    #expect(smaller.concentration < 0.5)
  }

  @Test("another mouth changes a part by much, but not the other edges")
  func template() throws {
    let sad = try #require(difference(face(), face(mouth: 20)))
    #expect(sad.largestChange > 100)
    #expect(sad.typicalChange == 0)
    // Both ends of the mouth, 60 px apart, in a square of 7 cells of 8.3 px.
    #expect(sad.concentration > 0.8)
  }

  @Test("mirrored and recolored art is different")
  func otherArt() {
    // 16% of a channel, the default of near-duplicate.
    let limit = 40
    #expect((difference(face(), face(isMirrored: true))?.largestChange ?? 255) > limit)
    // The mean red is more than 6 lower.
    #expect(difference(face(), face(fill: Pixel(red: 230, green: 200, blue: 40))) == nil)
  }

  @Test("only solid pixels have a place: a glow and hard edges do not move the art")
  func solid() throws {
    let art = face()
    let glow = Bitmap(width: 300, height: 300) { x, y in
      art[x, y].alpha > 0 ? art[x, y] : Pixel(red: 0, green: 0, blue: 0, alpha: 1)
    }
    let change = try #require(difference(art, glow)).largestChange
    #expect(change <= 1)
  }

  @Test("the index finds all similar art, and little else")
  func index() {
    let arts = (0..<256).map {
      ArtFingerprint(of: Bitmap(width: 1, height: 1, filledWith: .gray(UInt8($0))))
    }
    var index = ArtIndex()
    for (code, art) in arts.enumerated() { index.add(code, art) }
    for (code, art) in arts.enumerated() {
      let found = Set(index.candidates(for: art))
      #expect(found.isSuperset(of: arts.indices.filter { arts[$0].difference(from: art) != nil }))
      #expect(found.allSatisfy { abs($0 - code) < 14 })
    }
  }

  @Test("a comparison with a limit ends at a larger change")
  func limit() throws {
    let largest = try #require(difference(face(), face(mouth: 20))).largestChange
    let (one, other) = (ArtFingerprint(of: face()), ArtFingerprint(of: face(mouth: 20)))
    #expect(one.difference(from: other, limit: largest)?.largestChange == largest)
    #expect(one.difference(from: other, limit: largest - 1) == nil)
  }

  @Test("canvases of one pixel and without solid pixels have fingerprints")
  func tinyCanvases() {
    let dot = Bitmap(width: 1, height: 1, filledWith: .gray(0))
    #expect(difference(dot, dot)?.largestChange == 0)
    let clear = Bitmap(width: 5, height: 3)
    #expect(difference(clear, clear)?.largestChange == 0)
    #expect(difference(dot, clear) == nil)
  }
}
