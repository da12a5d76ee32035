import ImageCodecs
import ImageContainers
import Pixels
import StickerFit
import TestSupport
import Testing

@Suite("Scaled copies within a number of bytes")
struct ScaledCopyTests {
  /// A shaded disc with a soft edge, of far more than 256 colors, which moves with `left`.
  static func ball(_ left: Int = 0) -> Bitmap {
    Bitmap(width: 120, height: 90) { x, y in
      let (dx, dy) = (x - left - 45, y - 45)
      let distance = dx * dx + dy * dy
      guard distance < 1600 else { return .clear }
      return Pixel(
        red: UInt8(128 + dx * 2), green: UInt8(128 + dy * 2), blue: UInt8(distance / 8),
        alpha: distance < 1500 ? 255 : UInt8((1600 - distance) * 2))
    }
  }

  static let moving = CanvasAnimation(
    canvases: [0, 6, 12, 12, 20].map { ball($0) },
    delays: [(1, 10), (3, 40), (7, 90), (1, 3), (2, 25)].map {
      .init(numerator: $0.0, denominator: $0.1)
    })

  static func still(_ bitmap: Bitmap) -> CanvasAnimation {
    CanvasAnimation(canvases: [bitmap], delays: [.init(numerator: 0, denominator: 1)])
  }

  /// Art in full color.
  enum Art: CaseIterable {
    case still, moving, movingWithHiddenImage

    var art: Artwork {
      switch self {
      case .still: return Artwork(ScaledCopyTests.still(ball()))
      case .moving: return Artwork(ScaledCopyTests.moving, loop: .times(3))
      case .movingWithHiddenImage:
        var art = Artwork(ScaledCopyTests.moving)
        art.hiddenImage = ball(30)
        return art
      }
    }
  }

  /// Art of a file with a palette, whose pixels were replaced.
  static func indexed(_ bitmap: Bitmap) throws -> Artwork {
    let file = try ScaledCopy(of: Artwork(still(Bitmap(width: 1, height: 1))), maximumBytes: .max)
      .bytes
    var decoder = try ImageDecoder(file)
    _ = try decoder.nextFrame()
    return Artwork(
      CanvasList([bitmap]), hiddenImage: nil, of: decoder, limits: DecodingLimits())
  }

  func copy(
    _ art: Artwork, _ maximumBytes: Int
  ) throws -> (result: ScaledCopy, decoded: Decoded) {
    let result = try ScaledCopy(of: art, maximumBytes: maximumBytes)
    return (result, try Decoded(result.bytes))
  }

  func colorType(_ bytes: [UInt8]) -> PNGContainer.ColorType? {
    PNGContainer(bytes).header?.colorType
  }

  @Test("what fits is encoded without loss in full color", arguments: Art.allCases)
  func fits(_ art: Art) throws {
    let (result, decoded) = try copy(art.art, 1_000_000)
    #expect(result.loss == nil)
    #expect(decoded.canvases == [Bitmap](art.art.animation.canvases))
    #expect(colorType(result.bytes) == .rgba)
  }

  @Test("gray art is stored as gray, with alpha where it is needed")
  func grayArt() throws {
    // More pairs of gray and alpha than a palette has.
    let gray = Bitmap(width: 120, height: 90) { x, y in
      let shade = UInt8(x * 2)
      return Pixel(red: shade, green: shade, blue: shade, alpha: UInt8(255 - y * 2))
    }
    let copy = try copy(Artwork(Self.still(gray)), 1_000_000)
    #expect(copy.decoded.canvases == [gray] && colorType(copy.result.bytes) == .grayAlpha)
    let frames = CanvasAnimation(
      canvases: [gray, Bitmap(width: 120, height: 90)], delays: [.zero, .zero])
    #expect(colorType(try self.copy(Artwork(frames), 1_000_000).result.bytes) == .grayAlpha)
    let colored = CanvasAnimation(canvases: [gray, Self.ball()], delays: [.zero, .zero])
    #expect(colorType(try self.copy(Artwork(colored), 1_000_000).result.bytes) == .rgba)
  }

  @Test("what does not fit is reduced to the largest palette that does", arguments: Art.allCases)
  func reduced(_ art: Art) throws {
    let canvases = art.art.animation.canvases
    let whole = try copy(art.art, 1_000_000).result.bytes.count
    var before = Int.max
    for ceiling in [whole * 3 / 4, whole / 2, whole * 2 / 5] {
      let (result, decoded) = try copy(art.art, ceiling)
      #expect(result.bytes.count <= ceiling)
      #expect(decoded.defects == [])
      guard let loss = result.loss, case .colors(let colors) = loss.step,
        let decibels = loss.decibels
      else {
        Issue.record("no color was lost at \(ceiling) of \(whole) bytes")
        continue
      }
      #expect(colors <= before && colors <= 256)
      before = colors
      #expect(colorType(result.bytes) == .indexed)
      // The stated fidelity is that of what viewers show.
      #expect(decoded.canvases.count == canvases.count)
      let worst = zip(decoded.canvases, canvases).map { $0.fidelity(to: $1) }.min()
      if art == .movingWithHiddenImage {
        #expect(try #require(worst) >= decibels)
      } else {
        #expect(worst == decibels)
      }
      #expect(decibels > 25)
    }
  }

  @Test("timing, loops and the hidden image of a reduced animation are exact")
  func timing() throws {
    var art = Art.moving.art
    art.hiddenImage = Self.ball(30)
    let (result, decoded) = try copy(art, 9000)
    #expect(result.loss != nil)
    let frames = decoded.container.frameTable
    #expect(frames.map(\.delay) == Self.moving.delays)
    #expect(decoded.container.loop == .times(3))
    // The fourth canvas is the third again, and the others store only what changes.
    #expect(frames[3].width == 1 && frames[3].height == 1)
    #expect(frames[1...].allSatisfy { $0.width < 120 })
    let hidden = try #require(decoded.hiddenImage)
    #expect(hidden.fidelity(to: Self.ball(30)) > 25)
  }

  @Test(
    "at most 256 colors are a palette without loss, of the fewest bits",
    arguments: [1, 2, 3, 4, 5, 15, 16, 17, 200, 255, 256])
  func exact(_ count: Int) throws {
    // An odd width leaves unused bits at the end of each row.
    let bitmap = Bitmap(width: 33, height: 31) { x, y in
      let color = (x + y * 33) % count
      return Pixel(
        red: UInt8(color), green: UInt8(255 - color), blue: 9, alpha: color % 3 == 1 ? 120 : 255)
    }
    let (result, decoded) = try copy(Artwork(Self.still(bitmap)), 100_000)
    #expect(result.loss == nil && decoded.canvases == [bitmap])
    #expect(colorType(result.bytes) == .indexed)
    let depth = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8
    #expect(PNGContainer(result.bytes).header?.bitDepth == depth)
  }

  @Test("a palette without visible loss is kept even if full color fits")
  func prefersPalette() throws {
    // 300 colors in a row, each hardly different from the next.
    let soft = Bitmap(width: 60, height: 60) { x, y in
      let step = (x + y * 60) % 300
      return Pixel(
        red: UInt8(step * 255 / 299), green: UInt8(255 - step * 255 / 299), blue: UInt8(step % 2))
    }
    let loss = try #require(try copy(try Self.indexed(soft), 1_000_000).result.loss)
    #expect(try #require(loss.decibels) >= 50)
    // A loss that would be visible is not chosen.
    let noisy = try Self.indexed(StickerFitterTests.noise(64, seed: 3))
    #expect(try copy(noisy, 1_000_000).result.loss == nil)
  }

  @Test("gray art with a gray profile has fewer levels, but no palette")
  func gray() throws {
    var colors = ColorDescription()
    colors.isGray = true
    let shades = Bitmap(width: 80, height: 80) { x, y in
      .gray(UInt8(truncatingIfNeeded: x &* y &* 37 &+ x &* x))
    }
    let art = Artwork(Self.still(shades), colors: colors)
    let whole = try ScaledCopy(of: art, maximumBytes: .max)
    #expect(whole.loss == nil && colorType(whole.bytes) == .gray)
    let fewer = try ScaledCopy(of: art, maximumBytes: whole.bytes.count * 3 / 4)
    #expect(fewer.loss != nil && colorType(fewer.bytes) == .gray)
  }

  @Test("a GIF has fewer colors, and a JPEG a lower quality")
  func lossyFormats() throws {
    var gif = Art.moving.art
    gif.becomeGIF()
    let (usual, _) = try copy(gif, 1_000_000)
    #expect(usual.loss == nil)
    let (smaller, decoded) = try copy(gif, usual.bytes.count * 4 / 5)
    #expect(smaller.loss != nil && smaller.bytes.count <= usual.bytes.count * 4 / 5)
    #expect(decoded.canvases.count == 5)
    let photo = try Artwork(
      try ImageEncoder.jpeg(StickerFitterTests.noise(90, seed: 1)), limits: DecodingLimits())
    let (full, _) = try copy(photo, 1_000_000)
    #expect(full.loss == nil)
    let (less, _) = try copy(photo, full.bytes.count * 2 / 3)
    guard let loss = less.loss, case .quality(let quality) = loss.step else {
      Issue.record("the quality is the usual one")
      return
    }
    #expect(quality < 90 && less.bytes.count <= full.bytes.count * 2 / 3)
  }

  @Test("if nothing fits, the smallest result is returned")
  func nothingFits() throws {
    let (result, _) = try copy(Art.moving.art, 10)
    guard let loss = result.loss, case .colors(let colors) = loss.step else {
      Issue.record("no color was lost")
      return
    }
    #expect(colors <= 24)
  }
}
