import Pixels
import TestSupport
import Testing

/// The pixels that measurements count, on canvases whose pixels are known from drawing them.
@Suite("Masks")
struct PixelMaskTests {
  private let brown = Pixel(red: 150, green: 90, blue: 50)

  /// The places of the pixels in a mask, with cells of one pixel.
  private func places(_ pixels: MeasuredPixels, in canvas: Bitmap) -> Set<Int> {
    let mask = PixelMask(of: pixels, in: canvas, mostRuns: .max)
    #expect((mask.width, mask.height, mask.scale) == (canvas.width, canvas.height, 1))
    return places(of: mask)
  }

  private func places(of mask: PixelMask) -> Set<Int> {
    #expect(mask.runs.reduce(0, +) == mask.width * mask.height)
    #expect(mask.runs.dropFirst().allSatisfy { $0 > 0 })
    var place = 0
    var found: Set<Int> = []
    for (index, run) in mask.runs.enumerated() {
      if index % 2 == 1 { found.formUnion(place..<place + run) }
      place += run
    }
    return found
  }

  /// The places of the pixels for which a condition holds.
  private func places(of canvas: Bitmap, where holds: (Int, Int) -> Bool) -> Set<Int> {
    Set(
      (0..<canvas.width * canvas.height).filter { holds($0 % canvas.width, $0 / canvas.width) })
  }

  private func isInside(_ x: Int, _ y: Int, _ area: PixelRect) -> Bool {
    (area.x..<area.x + area.width).contains(x) && (area.y..<area.y + area.height).contains(y)
  }

  @Test("hidden color is found in every row, and counted in every fourth")
  func hiddenColor() {
    let ghost = PixelRect(x: 3, y: 5, width: 9, height: 20)
    let canvas = Bitmap(width: 30, height: 40) { x, y in
      isInside(x, y, ghost) ? Pixel(red: 9, green: UInt8(x), blue: UInt8(y), alpha: 0) : .clear
    }
    let found = places(.hiddenColor, in: canvas)
    #expect(found == places(of: canvas) { isInside($0, $1, ghost) })
    #expect(found.count { $0 / 30 % 4 == 0 } == HiddenColor(of: canvas).pixels)
  }

  @Test("a component is not what it surrounds")
  func islands() throws {
    let canvas = Bitmap(width: 40, height: 40) { x, y in
      switch max(abs(x - 20), abs(y - 20)) {
      case 0...1, 6: brown
      default: .clear
      }
    }
    let islands = try #require(ArtExtent(of: canvas)?.islands)
    #expect(islands.map(\.pixels) == [48, 9])
    for (island, distances) in zip(islands, [6...6, 0...1]) {
      let found = places(.island(island), in: canvas)
      #expect(found.count == island.pixels)
      #expect(
        found == places(of: canvas) { distances.contains(max(abs($0 - 20), abs($1 - 20))) })
    }
  }

  /// A canvas of 96 px, whose pixels are measured one by one.
  @Test(
    "the art that is lost on white is its white part",
    arguments: [Visibility.invisible, .lost, .faint])
  func lost(_ visibility: Visibility) {
    let (art, white) = (
      PixelRect(x: 20, y: 20, width: 60, height: 60), PixelRect(x: 20, y: 50, width: 60, height: 30)
    )
    let canvas = Bitmap(width: 96, height: 96) { x, y in
      isInside(x, y, white) ? .gray(255) : isInside(x, y, art) ? brown : .clear
    }
    let found = places(.lost(on: .gray(255), upTo: visibility, insideRim: false), in: canvas)
    #expect(found == places(of: canvas) { isInside($0, $1, white) })
    let share = LostArt.measured(in: canvas, on: [.gray(255)])[0].all.upTo(visibility).share
    #expect(Double(found.count) / Double(60 * 60) == share)
  }

  @Test("without their outer pixels, black letters with a white rim are lost on black")
  func lostInsideRim() {
    let (rim, letter) = (
      PixelRect(x: 20, y: 20, width: 14, height: 40), PixelRect(x: 21, y: 21, width: 12, height: 38)
    )
    let canvas = Bitmap(width: 96, height: 96) { x, y in
      isInside(x, y, letter) ? .gray(0) : isInside(x, y, rim) ? .gray(255) : .clear
    }
    func found(_ insideRim: Bool) -> Set<Int> {
      places(.lost(on: .gray(0), upTo: .invisible, insideRim: insideRim), in: canvas)
    }
    #expect(found(false).isEmpty)
    #expect(found(true) == places(of: canvas) { isInside($0, $1, letter) })
  }

  @Test("a box behind art is all pixels of its color that reach its edges")
  func background() throws {
    let canvas = Bitmap(width: 50, height: 50) { x, y in
      switch max(abs(x - 25), abs(y - 25)) {
      // The gray inside of the ring is not connected to the edges.
      case 0..<5: .gray(200)
      case 5..<10: brown
      case 10..<20: .gray(200)
      default: .clear
      }
    }
    let found = places(.background, in: canvas)
    let box = try #require(canvas.visibleArea.flatMap { BackgroundBox(of: canvas, in: $0) })
    #expect(found.count == box.pixels)
    // The outermost pixels may be antialiased, so they are not part of it.
    #expect(found == places(of: canvas) { (10..<19).contains(max(abs($0 - 25), abs($1 - 25))) })
  }

  /// Canvases of 60 px with a square of 44 px, whose outermost pixels have another color.
  private func square(rim: Pixel, _ art: Pixel) -> Bitmap {
    Bitmap(width: 60, height: 60) { x, y in
      switch min(x, y, 59 - x, 59 - y) {
      case 0..<8: .clear
      case 8: rim
      default: art
      }
    }
  }

  private func isRim(_ x: Int, _ y: Int) -> Bool { min(x, y, 59 - x, 59 - y) == 8 }

  @Test("the mask of a white or black matte has all pixels of the edge", arguments: [255, 0])
  func fringe(_ matte: Int) throws {
    let art = Pixel(red: 195, green: 45, blue: 45)
    func mixed(_ own: UInt8) -> UInt8 { UInt8((Int(own) + 2 * matte) / 3) }
    let rim = Pixel(
      red: mixed(art.red), green: mixed(art.green), blue: mixed(art.blue), alpha: 85)
    let canvas = square(rim: rim, art)
    let fringe = EdgeFringe(of: canvas, along: Outline(of: canvas))
    #expect(fringe.share == 1 && fringe.matte.rawValue == matte)
    // No line through a corner reaches opaque art.
    #expect(
      places(.fringe(fringe.matte), in: canvas)
        == places(of: canvas) { isRim($0, $1) && $0 != $1 && $0 + $1 != 59 })
    let other = try #require(EdgeFringe.Matte(rawValue: 255 - matte))
    #expect(places(.fringe(other), in: canvas).isEmpty)
  }

  /// Near its corners, a row inside of the square has no art on the other side of the rim.
  @Test("the mask of a rim has the points of the outline")
  func rims() {
    let light = square(
      rim: Pixel(red: 225, green: 150, blue: 150), Pixel(red: 195, green: 45, blue: 45))
    let leftover = square(
      rim: Pixel(red: 0, green: 200, blue: 0), Pixel(red: 195, green: 45, blue: 45))
    for (pixels, canvas) in [(MeasuredPixels.lightRim, light), (.leftoverRim, leftover)] {
      let found = places(pixels, in: canvas)
      #expect(found.isSubset(of: places(of: canvas, where: isRim)))
      #expect(
        found.isSuperset(
          of: places(of: canvas) { x, y in
            isRim(x, y) && ((14..<46).contains(x) || (14..<46).contains(y))
          }))
    }
  }

  @Test("the mask of a dark rim has its dots, and that of a limb has what is missed on black")
  func darkRimAndLimb() throws {
    let gray = Bitmap(width: 60, height: 60) { x, y in
      min(x, y, 59 - x, 59 - y) < 8
        ? .clear
        : .gray(isRim(x, y) && (x + y) / 4 % 2 == 0 ? 110 + UInt8((x + y) / 8 % 4 * 20) : 200)
    }
    let dots = places(of: gray) { x, y in isRim(x, y) && gray[x, y] != .gray(200) }
    let found = places(.darkRim, in: gray)
    #expect(found.isSubset(of: dots) && found.count * 10 >= dots.count * 8)
    // A pole of 20 px above a square with a black border of 3 px, whose last pixel belongs to the border.
    let canvas = Bitmap(width: 96, height: 96) { x, y in
      if (33..<63).contains(x), (33..<63).contains(y) { return brown }
      let isBorder = (30..<66).contains(x) && (30..<66).contains(y)
      return isBorder || (46..<49).contains(x) && (10..<30).contains(y) ? .gray(0) : .clear
    }
    let pole = PixelRect(x: 46, y: 10, width: 3, height: 19)
    #expect(
      places(.lost(on: .gray(0), upTo: .invisible, insideRim: false), in: canvas)
        == places(of: canvas) { isInside($0, $1, pole) })
  }

  @Test("a cut edge has the art of its strip")
  func cut() throws {
    let art = PixelRect(x: 30, y: 40, width: 40, height: 60)
    let canvas = Bitmap(width: 100, height: 100) { x, y in isInside(x, y, art) ? brown : .clear }
    let cut = try #require(EdgeCut.all(in: canvas).first)
    let found = places(.cutEdge(cut.area), in: canvas)
    #expect(found == places(of: canvas) { isInside($0, $1, art) && $1 >= 98 })
    #expect(Double(found.count { $0 / 100 == 99 }) / 100 == cut.contact)
  }

  @Test(
    "a mask that would be too long has larger cells, which cover its pixels",
    arguments: [2, 100, 2_000])
  func coarse(_ mostRuns: Int) {
    let canvas = Bitmap(width: 101, height: 67) { x, y in
      (x * 7 + y * 13) % 5 < 2 ? Pixel(red: 1, green: 2, blue: 3, alpha: 0) : .clear
    }
    let all = places(.hiddenColor, in: canvas)
    let mask = PixelMask(of: .hiddenColor, in: canvas, mostRuns: mostRuns)
    #expect(mask.runs.count <= mostRuns)
    #expect(mask.scale > 1)
    #expect(mask.width == (101 + mask.scale - 1) / mask.scale)
    #expect(mask.height == (67 + mask.scale - 1) / mask.scale)
    let cells = Set(all.map { $0 / 101 / mask.scale * mask.width + $0 % 101 / mask.scale })
    #expect(places(of: mask) == cells)
  }
}
