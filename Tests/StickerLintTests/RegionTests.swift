import ImageContainers
import Pixels
import StickerLint
import TestSupport
import Testing

/// Places of findings on the art: of pictures and animations whose places are known from drawing them.
@Suite("Regions")
struct RegionTests {
  private let pixelRules = PixelRuleTests()
  private var brown: Pixel { pixelRules.brown }

  private func regions(_ rule: String, in file: [UInt8]) -> [FindingRegion] {
    pixelRules.findings([file]).filter { $0.rule == rule }.flatMap(\.regions).map {
      FindingRegion(frame: $0.frame, $0.area)
    }
  }

  private func regions(_ rule: String, in bitmap: Bitmap) -> [FindingRegion] {
    regions(rule, in: PNGBytes.file(bitmap))
  }

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  // MARK: Areas

  @Test(
    "small art off center is in the bounds of all frames",
    arguments: ["mostly-empty", "off-center"])
  func art(_ rule: String) {
    let (left, right) = (
      pixelRules.filled(rect(2, 30, 20, 40)), pixelRules.filled(rect(12, 30, 20, 40))
    )
    #expect(regions(rule, in: left) == [FindingRegion(rect(2, 30, 20, 40))])
    #expect(
      regions(rule, in: pixelRules.animation([left, right])) == [FindingRegion(rect(2, 30, 30, 40))]
    )
  }

  @Test("a sticker that is smaller than the others of its pack is in the bounds of its art")
  func margins() {
    let files = [80, 80, 80, 80, 30].map { side in
      PNGBytes.file(pixelRules.filled(rect((100 - side) / 2, (100 - side) / 2, side, side)))
    }
    let found = pixelRules.findings(files).filter { $0.rule == "uneven-margins" }
    #expect(found.map(\.regions) == [[FindingRegion(rect(35, 35, 30, 30))]])
  }

  @Test("a box behind the art is in its own bounds")
  func box() {
    let tint = Pixel(red: 200, green: 240, blue: 200, alpha: 51)
    var canvas = pixelRules.disc(radius: 20, of: brown)
    for y in 20..<80 {
      for x in 15..<85 where canvas[x, y] == .clear { canvas[x, y] = tint }
    }
    #expect(regions("background-box", in: canvas) == [FindingRegion(rect(15, 20, 70, 60))])
  }

  @Test(
    "areas that may be art are named and outlined, and decide whether the background can be removed"
  )
  func unclearBackground() throws {
    // A brown bar of 160 × 90 px with a stem, on white, with windows of 12 × 20 px.
    func art(windows: Int) -> Bitmap {
      var canvas = Bitmap(width: 200, height: 200, filledWith: .gray(255))
      canvas.replace(
        with: Bitmap(width: 160, height: 90, filledWith: brown), x: 20, y: 30)
      canvas.replace(
        with: Bitmap(width: 40, height: 60, filledWith: brown), x: 80, y: 120)
      for window in 0..<windows {
        canvas.replace(
          with: Bitmap(width: 12, height: 20, filledWith: .gray(255)), x: 30 + window * 30, y: 50)
      }
      return canvas
    }
    func found(_ windows: Int) throws -> Finding {
      try #require(
        pixelRules.findings([PNGBytes.file(art(windows: windows))])
          .first { $0.rule == "background-box" })
    }
    let whole = rect(0, 0, 200, 200)
    let (none, one, two, four) = (try found(0), try found(1), try found(2), try found(4))
    #expect(none.regions.map(\.area) == [whole] && none.message.hasSuffix("of the canvas."))
    #expect(one.regions.map(\.area) == [whole, rect(30, 50, 12, 20)])
    #expect(one.message.hasSuffix(" Part of it may be art: 12 × 20 px at (30, 50)."))
    #expect(two.regions.map(\.area) == [whole, rect(30, 50, 12, 20), rect(60, 50, 12, 20)])
    #expect(two.message.hasSuffix(" Parts of it may be art, the largest 12 × 20 px at (30, 50)."))
    // Four windows are too many to decide, so the background stays.
    #expect(four.regions.map(\.area) == [whole, rect(30, 50, 12, 20)])
    let isRemoved: [Bool] = [none, one, two, four].map { $0.repair == .removeBackground }
    #expect(isRemoved == [true, true, true, false])
  }

  @Test("each stray speck has a region")
  func specks() {
    var canvas = pixelRules.disc(radius: 20, of: brown)
    for place in 0..<3 { (canvas[2 + place, 5], canvas[95, 90 + place]) = (brown, brown) }
    let found = regions("stray-pixels", in: canvas)
    #expect(Set(found) == [FindingRegion(rect(2, 5, 3, 1)), FindingRegion(rect(95, 90, 1, 3))])
    // The first of two equal frames is measured.
    #expect(
      Set(regions("stray-pixels", in: pixelRules.animation([canvas, canvas])))
        == Set(found.map { FindingRegion(frame: 1, $0.area) }))
  }

  /// 2 px deep, on a canvas of 100 px.
  @Test(
    "art that is cut off has a strip along the edge of each frame that touches it",
    arguments: [
      (PixelRect(x: 30, y: 0, width: 40, height: 40), PixelRect(x: 30, y: 0, width: 40, height: 2)),
      (PixelRect(x: 0, y: 20, width: 40, height: 45), PixelRect(x: 0, y: 20, width: 2, height: 45)),
      (
        PixelRect(x: 60, y: 20, width: 40, height: 45),
        PixelRect(x: 98, y: 20, width: 2, height: 45)
      ),
    ])
  func cuts(_ art: PixelRect, _ strip: PixelRect) {
    #expect(regions("clipped-art", in: pixelRules.filled(art)) == [FindingRegion(strip)])
    let frames = [
      pixelRules.filled(art), pixelRules.filled(rect(30, 30, 40, 40)), pixelRules.filled(art),
    ]
    #expect(
      regions("clipped-art", in: pixelRules.animation(frames))
        == [1, 3].map { FindingRegion(frame: $0, strip) })
  }

  /// A canvas of 96 px, whose pixels are measured one by one.
  @Test("the part of the art that a background hides is in its bounds")
  func lost() {
    let canvas = Bitmap(width: 96, height: 96) { x, y in
      guard (20..<80).contains(x), (20..<80).contains(y) else { return .clear }
      return y < 50 ? brown : .gray(255)
    }
    #expect(regions("low-contrast", in: canvas) == [FindingRegion(rect(20, 50, 60, 30))])
  }

  /// Every fourth row is sampled: 8 to 40.
  @Test("hidden color is in its bounds")
  func hidden() {
    var canvas = pixelRules.filled(rect(50, 50, 45, 45))
    for y in 8..<44 {
      for x in 9..<40 { canvas[x, y] = Pixel(red: UInt8(x * 5), green: 90, blue: 0, alpha: 0) }
    }
    #expect(regions("hidden-color", in: canvas) == [FindingRegion(rect(9, 8, 31, 33))])
  }

  @Test("a halo has its most visible part and its bounds")
  func halo() throws {
    let canvas = Bitmap(width: 100, height: 100) { x, y in
      switch min(x, y, 99 - x, 99 - y) {
      case 0..<10: .clear
      case 10: Pixel(red: 202, green: 172, blue: 152, alpha: 128)
      default: brown
      }
    }
    let found = regions("edge-halo", in: canvas).compactMap(\.area)
    #expect(found.count == 2)
    #expect(found.last == rect(10, 10, 80, 80))
    // A tile of an eighth of the canvas.
    #expect((12...13).contains(try #require(found.first).width))
  }

  // MARK: Frames

  @Test("a delay that is clamped names each frame that has it")
  func delays() {
    let rows = [brown, .gray(80)].map { PNGBytes.rows(pixelRules.disc(radius: 40, of: $0)) }
    let file = PNGBytes.file(
      100, 100,
      frames: [100, 20, 100, 30].enumerated().map { (rows[$0 % 2], ($1, 1000)) })
    #expect(regions("delay-clamped", in: file) == [2, 4].map { FindingRegion(frame: $0) })
  }

  @Test("findings about the first frame and the seam name their frames")
  func frames() {
    let art = (0..<3).map { pixelRules.disc(radius: 40, of: .gray(100 + UInt8($0) * 10)) }
    let clear = Bitmap(width: 100, height: 100)
    let first = [FindingRegion(frame: 1)]
    #expect(regions("blank-first-frame", in: pixelRules.animation([clear] + art)) == first)
    let speck = pixelRules.filled(rect(45, 45, 10, 10))
    #expect(regions("faint-first-frame", in: pixelRules.animation([speck] + art)) == first)
    let seam = [FindingRegion(frame: 4), FindingRegion(frame: 1)]
    #expect(regions("loop-jump", in: pixelRules.animation(art + [clear])) == seam)
    let repeated = (0..<6).map { art[$0 < 2 ? $0 : 2] }
    #expect(
      regions("duplicate-frames", in: pixelRules.animation(repeated))
        == [4, 5, 6].map { FindingRegion(frame: $0) })
  }

  /// Nine frames have eight transitions, which are four flashes, in 0.8 s.
  @Test("flashes have the area that flashes and the frames of the second")
  func flashes() {
    let frames = (0..<12).map { frame in
      Bitmap(width: 96, height: 96) { _, y in
        y < 48 ? .gray(frame % 2 == 0 ? 0 : 255) : .gray(128)
      }
    }
    #expect(
      regions("photosensitive-flash", in: pixelRules.animation(frames, plays: 1))
        == (1...9).map { FindingRegion(frame: $0, rect(0, 0, 96, 48)) })
  }

  // MARK: Limits

  @Test("a violation has each region once, and at most 100")
  func most() {
    let regions = (0..<300).map { FindingRegion(frame: $0 / 2 + 1) }
    #expect(Violation("All.", in: regions).regions == (1...50).map { FindingRegion(frame: $0) })
    let different = (1...300).map { FindingRegion(frame: $0) }
    #expect(Violation("All.", in: different).regions == Array(different.prefix(100)))
  }

  @Test("a finding about a pack has regions only if all of its stickers share them")
  func shared() {
    let rows = [brown, .gray(80)].map { PNGBytes.rows(pixelRules.disc(radius: 40, of: $0)) }
    func file(_ clamped: Int) -> [UInt8] {
      PNGBytes.file(
        100, 100, frames: (0..<4).map { (rows[$0 % 2], ($0 == clamped ? 20 : 100, 1000)) })
    }
    func joined(_ clamped: [Int]) -> [[FindingRegion]] {
      pixelRules.findings(clamped.map(file)).filter { $0.rule == "delay-clamped" }.map(\.regions)
    }
    #expect(joined([1, 1, 1, 1, 1]) == [[FindingRegion(frame: 2)]])
    #expect(joined([1, 1, 2, 2, 2]) == [[]])
  }
}
