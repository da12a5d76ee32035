import Pixels
import TestSupport
import Testing

@Suite("Framing")
struct FramingTests {
  static let red = Pixel(red: 200, green: 20, blue: 30)
  static let blue = Pixel(red: 20, green: 40, blue: 200)

  func framing(
    _ picture: Bitmap, fit: Framing.Fit? = nil, inset: Double = 10
  ) throws -> Framing {
    Framing(
      width: picture.width, height: picture.height,
      extent: try #require(ArtExtent(of: picture)),
      background: BackgroundBox(of: picture, in: picture.bounds),
      edges: EdgeTexture(of: picture), fit: fit, inset: inset)
  }

  func framed(
    _ picture: Bitmap, _ width: Int, _ height: Int, fit: Framing.Fit? = nil, inset: Double = 10,
    on background: Pixel? = nil
  ) throws -> Bitmap {
    picture.framed(
      try framing(picture, fit: fit, inset: inset), width: width, height: height,
      background: background)
  }

  /// A disc of one color, off the middle of a canvas with nothing on it.
  static let disc = Bitmap(width: 300, height: 260) { x, y in
    let (dx, dy) = (Double(x) + 0.5 - 100, Double(y) + 0.5 - 90)
    return dx * dx + dy * dy < 80 * 80 ? red : .clear
  }

  /// The rectangle of all pixels that are nearer to a color than to what surrounds it.
  func area(of color: Pixel, in bitmap: Bitmap) -> PixelRect? {
    var area: PixelRect?
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let pixel = bitmap[x, y]
        let apart = [(pixel.red, color.red), (pixel.green, color.green), (pixel.blue, color.blue)]
          .map { abs(Int($0) - Int($1)) }
        guard apart.max() ?? 0 < 60 else { continue }
        let own = PixelRect(x: x, y: y, width: 1, height: 1)
        area = area?.union(own) ?? own
      }
    }
    return area
  }

  @Test(
    "a circle stays a centered circle inside the margin of any shape",
    arguments: [(120, 90), (87, 87), (1024, 768), (54, 40), (90, 120)])
  func circle(_ width: Int, _ height: Int) throws {
    let icon = try framed(Self.disc, width, height)
    #expect(icon.width == width && icon.height == height)
    #expect(icon.pixels.allSatisfy { $0.alpha == 255 })
    let art = try #require(area(of: Self.red, in: icon))
    #expect(abs(art.width - art.height) <= 1)
    // As large as fits: eight tenths of the shorter side.
    let side = Double(min(width, height)) * 0.8
    #expect(abs(Double(art.width) - side) <= 3)
    let margins = [art.x, art.y, width - art.x - art.width, height - art.y - art.height]
    for margin in margins { #expect(Double(margin) >= Double(min(width, height)) / 10 - 0.001) }
    #expect(abs(margins[0] - margins[2]) <= 1 && abs(margins[1] - margins[3]) <= 1)
    #expect(icon[0, 0] == Pixel(red: 255, green: 255, blue: 255))
  }

  @Test("the margin and the background color are used")
  func settings() throws {
    let icon = try framed(Self.disc, 100, 100, inset: 25, on: Self.blue)
    let art = try #require(area(of: Self.red, in: icon))
    #expect((48...50).contains(art.width) && (25...26).contains(art.x))
    #expect(icon[0, 0] == Self.blue && icon[99, 50] == Self.blue)
    let full = try framed(Self.disc, 100, 100, inset: 0, on: Self.blue)
    #expect(try #require(area(of: Self.red, in: full)).width >= 98)
  }

  @Test("square art fits in the ellipse of a 4:3 canvas")
  func ellipse() throws {
    let square = Bitmap(width: 50, height: 50, filledWith: Self.red)
    var picture = Bitmap(width: 60, height: 60)
    picture.replace(with: square, x: 5, y: 5)
    let target = try framing(picture).placement(onWidth: 1024, height: 768).target
    let (x, y) = (Double(512 - target.x) / 512, Double(384 - target.y) / 384)
    #expect(x * x + y * y <= 1)
    #expect(target.width == target.height)
  }

  @Test("a picture on a plain background is not cropped, and the background is extended")
  func plain() throws {
    let picture = Bitmap(width: 200, height: 200) { x, y in
      (60..<140).contains(x) && (60..<140).contains(y) ? Self.red : Self.blue
    }
    let wide = try framed(picture, 400, 200)
    // 80 of 200 px in the picture are 80 of 200 here: nothing is enlarged to the margin.
    #expect(area(of: Self.red, in: wide) == PixelRect(x: 160, y: 60, width: 80, height: 80))
    #expect(wide[0, 0] == Self.blue && wide[399, 199] == Self.blue && wide[200, 10] == Self.blue)
  }

  @Test("compression artifacts do not change the extended background")
  func spoiltCorners() throws {
    var picture = Bitmap(width: 200, height: 200) { x, y in
      (60..<140).contains(x) && (60..<140).contains(y) ? Self.red : Self.blue
    }
    for (x, y) in [(0, 0), (199, 0), (0, 199), (199, 199), (0, 77)] {
      picture[x, y] = Pixel(red: 28, green: 33, blue: 207)
    }
    let wide = try framed(picture, 400, 200)
    for (x, y) in [(0, 0), (399, 199), (30, 77), (399, 0)] { #expect(wide[x, y] == Self.blue) }
  }

  @Test("art on a plain background is scaled down to the margin")
  func plainToTheEdge() throws {
    let picture = Bitmap(width: 200, height: 200) { x, y in
      (4..<196).contains(x) && (4..<196).contains(y) ? Self.red : Self.blue
    }
    let icon = try framed(picture, 100, 100)
    let art = try #require(area(of: Self.red, in: icon))
    #expect((79...80).contains(art.width) && art.x >= 10 && art.y >= 10)
    #expect(icon[0, 0] == Self.blue)
  }

  @Test("a picture with smooth edges is not cropped or distorted: its edges are extended")
  func fullBleed() throws {
    // From dark at the top to light at the bottom, as icons often are.
    let sky = Bitmap(width: 120, height: 120) { _, y in .gray(UInt8(2 * y)) }
    let wide = try framed(sky, 160, 120)
    for y in [0, 40, 119] {
      #expect(wide[0, y] == wide[80, y] && wide[159, y] == wide[80, y])
      #expect(wide[80, y] == .gray(UInt8(2 * y)))
    }
    let tall = try framed(sky, 120, 160)
    #expect(tall[5, 0] == .gray(0) && tall[5, 159] == .gray(238))
    // Unless a color was chosen for what is beside it.
    #expect(try framed(sky, 160, 120, on: Self.red)[0, 60] == Self.red)
  }

  /// Vertical and horizontal stripes of 8 px, which form streaks if the edges are repeated.
  static func photo(_ width: Int, _ height: Int) -> Bitmap {
    Bitmap(width: width, height: height) { x, y in
      Pixel(
        red: UInt8(x / 8 % 2 * 200), green: UInt8(y / 8 % 2 * 200), blue: UInt8(x * 255 / width))
    }
  }

  @Test(
    "a photo covers icons of another shape, up to a crop of half of it",
    arguments: [
      (160, 120, 100, 100, Framing.Fit.cover), (120, 120, 120, 90, .cover),
      (200, 100, 100, 100, .cover), (202, 100, 100, 100, .contain),
      (100, 202, 100, 100, .contain), (100, 260, 120, 90, .contain), (120, 90, 240, 180, .extend),
    ])
  func photo(_ width: Int, _ height: Int, _ toWidth: Int, _ toHeight: Int, _ fit: Framing.Fit)
    throws
  {
    let picture = Self.photo(width, height)
    let framing = try framing(picture)
    #expect(framing.fit(onWidth: toWidth, height: toHeight) == fit)
    let placement = framing.placement(onWidth: toWidth, height: toHeight)
    #expect(
      (placement.target == PixelRect(x: 0, y: 0, width: toWidth, height: toHeight))
        == (fit != .contain))
  }

  @Test("a wide photo has no repeated rows")
  func noStreaks() throws {
    let icon = try framed(Self.photo(400, 300), 100, 100)
    let rows = (0..<100).map { y in (0..<100).map { icon[$0, y] } }
    for (row, next) in zip(rows, rows.dropFirst(2)) { #expect(row != next) }
    // The center of the photo, in its own proportions: 300 px of height are 100.
    let placement = try framing(Self.photo(400, 300)).placement(onWidth: 100, height: 100)
    #expect(placement.source == PixelRect(x: 50, y: 0, width: 300, height: 300))
  }

  @Test(
    "a filled square of 1024 px has no repeated columns in any icon",
    arguments: [(1024, 768), (1024, 1024), (180, 135), (148, 110), (81, 60), (87, 87)])
  func filledSquare(_ width: Int, _ height: Int) throws {
    let icon = try framed(Self.photo(1024, 1024), width, height)
    func column(_ x: Int) -> [Pixel] { (0..<height).map { icon[x, $0] } }
    // A quarter of 1024 × 768 would be repeated if all of the square were shown.
    let step = width / 16
    #expect(column(0) != column(step) && column(width - 1) != column(width - 1 - step))
  }

  @Test("a photo that would be cropped too much is shown on the color of its edges")
  func containedPhoto() throws {
    var banner = Self.photo(300, 60)
    for x in 0..<300 {
      banner[x, 0] = x == 7 ? Self.red : Self.blue
      banner[x, 59] = banner[x, 0]
    }
    let icon = try framed(banner, 100, 100)
    #expect(icon[0, 0] == Self.blue && icon[50, 99] == Self.blue)
    #expect(icon.pixels.allSatisfy { $0.alpha == 255 })
  }

  @Test("the configured fit is used for every picture")
  func configuredFit() throws {
    let sky = Bitmap(width: 120, height: 120) { _, y in .gray(UInt8(2 * y)) }
    // The middle 90 of 120 rows.
    let covered = try framed(sky, 160, 120, fit: .cover)
    #expect(abs(Int(covered[80, 0].red) - 30) <= 2 && abs(Int(covered[80, 119].red) - 208) <= 2)
    let contained = try framed(sky, 160, 120, fit: .contain)
    #expect(contained[0, 10] == contained[0, 110] && contained[80, 10] == .gray(20))
    let streaks = try framed(Self.photo(160, 120), 120, 120, fit: .extend)
    #expect((0..<120).allSatisfy { streaks[$0, 0] == streaks[$0, 10] })
    // Art on a transparent canvas is enlarged until no background is left.
    let square = Bitmap(width: 80, height: 80) { x, y in
      (10..<70).contains(x) && (10..<70).contains(y) ? Self.red : .clear
    }
    let full = try framed(square, 120, 90, fit: .cover)
    #expect(full.pixels.allSatisfy { $0 == Self.red })
  }

  @Test("only a picture with too few pixels is enlarged")
  func enlarging() throws {
    var picture = Bitmap(width: 100, height: 100)
    picture.replace(with: Bitmap(width: 80, height: 80, filledWith: Self.red), x: 0, y: 0)
    let framing = try framing(picture)
    #expect(!framing.placement(onWidth: 100, height: 100).enlarges)
    let larger = framing.placement(onWidth: 102, height: 102)
    #expect(!larger.enlarges)
    #expect(framing.placement(onWidth: 104, height: 104).enlarges)
    #expect(larger.source == PixelRect(x: 0, y: 0, width: 80, height: 80))
  }

  @Test("one pixel and one row can be framed", arguments: [(1, 1), (500, 1), (1, 500)])
  func tiny(_ width: Int, _ height: Int) throws {
    let picture = Bitmap(width: width, height: height, filledWith: Self.red)
    for inset in [0.0, 40] {
      for fit in [nil] + Framing.Fit.allCases {
        let icon = try framed(picture, 54, 40, fit: fit, inset: inset)
        #expect(icon.pixels.allSatisfy { $0.alpha == 255 })
      }
    }
    var glass = picture
    glass.samples[3] = 128
    #expect(try framed(glass, 54, 40).pixels.allSatisfy { $0.alpha == 255 })
  }
}
