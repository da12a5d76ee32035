import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("Encoding the smallest APNG")
struct SmallestAPNGTests {
  func encoded(
    _ canvases: [Bitmap], effort: ImageEncoder.Effort = .smallest
  ) throws -> (bytes: [UInt8], decoded: Decoded) {
    let animation = CanvasAnimation(
      canvases: canvases, delays: canvases.map { _ in .init(numerator: 1, denominator: 10) })
    let bytes = try ImageEncoder.apng(animation, loop: .forever, effort: effort)
    return (bytes, try Decoded(bytes))
  }

  /// A disc on nothing, with a soft edge.
  func ball(_ left: Int, _ side: Int = 80) -> Bitmap {
    Bitmap(width: side, height: 40) { x, y in
      let (dx, dy) = (x - left - 10, y - 20)
      let distance = dx * dx + dy * dy
      return distance > 110
        ? .clear
        : Pixel(
          red: UInt8(100 + dx * 9), green: UInt8(100 + dy * 9), blue: 7,
          alpha: distance > 90 ? 120 : 255)
    }
  }

  @Test("every canvas is encoded exactly", arguments: [1, 2, 3, 4, 5, 6])
  func lossless(_ seed: UInt32) throws {
    let canvases = changingCanvases(seed: seed, colors: 4, alphas: [0, 90, 255])
    let (bytes, decoded) = try encoded(canvases)
    #expect(decoded.defects == [])
    #expect(decoded.canvases == canvases)
    #expect(try bytes.count <= encoded(canvases, effort: .quick).bytes.count)
  }

  @Test("art that moves on a transparent background is cleared and stored alone")
  func moving() throws {
    let canvases = [0, 20, 40].map { ball($0) }
    let frames = try encoded(canvases).decoded.container.frameTable
    #expect(frames.map(\.dispose) == [.background, .background, .none])
    #expect(frames.dropFirst().map(\.width) == [21, 21])
    #expect(frames.dropFirst().map(\.x) == [20, 40])
  }

  @Test("art that appears briefly restores what it covered")
  func overlay() throws {
    let picture = noise(40, 40, seed: 5)
    var other = picture
    other[0, 0] = .gray(1)
    var covered = other
    covered.replace(with: Bitmap(width: 30, height: 30, filledWith: .gray(9)), x: 5, y: 5)
    let (_, decoded) = try encoded([picture, other, covered, picture])
    #expect(decoded.canvases == [picture, other, covered, picture])
    let frames = decoded.container.frameTable
    #expect(frames[2].dispose == .previous)
    #expect(frames[3].width == 1 && frames[3].height == 1)
  }

  @Test("opaque canvases that change everywhere have no alpha")
  func opaque() throws {
    let canvases = [noise(30, 30, seed: 1), noise(30, 30, seed: 2)]
    let (bytes, decoded) = try encoded(canvases)
    #expect(decoded.canvases == canvases)
    #expect(PNGContainer(bytes).header?.colorType == .rgb)
    let (other, _) = try encoded([ball(0), ball(20)])
    #expect(PNGContainer(other).header?.colorType == .rgba)
  }
}
