import ImageContainers
import Testing

@Suite("Canvas sizes")
struct CanvasSizeTests {
  static let most = 2_147_483_647

  @Test(
    "have no side of 0, none below, and none above the limit of PNG",
    arguments: [(0, 1), (1, 0), (-1, 1), (1, -1), (most + 1, 1), (1, .max), (.min, .min)])
  func refused(width: Int, height: Int) {
    #expect(CanvasSize(width: width, height: height) == nil)
    let nearest = CanvasSize(clampingWidth: width, height: height)
    #expect(nearest.width == (width < 1 ? 1 : min(width, Self.most)))
    #expect(nearest.height == (height < 1 ? 1 : min(height, Self.most)))
  }

  @Test("can be multiplied", arguments: [(1, 1), (408, 300), (most, most)])
  func accepted(width: Int, height: Int) throws {
    let size = try #require(CanvasSize(width: width, height: height))
    #expect(!size.width.multipliedReportingOverflow(by: size.height).overflow)
    #expect(CanvasSize(clampingWidth: width, height: height) == size)
  }
}
