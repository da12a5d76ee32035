import StickerManifest
import Testing

@Suite("Grid sizes")
struct GridSizeTests {
  @Test("the nearest size class; the larger of two that are equally near")
  func nearest() {
    #expect(GridSize.nearest(toPixels: 1) == .small)
    #expect(GridSize.nearest(toPixels: 353) == .small)
    #expect(GridSize.nearest(toPixels: 354) == .regular)
    #expect(GridSize.nearest(toPixels: 513) == .large)
    #expect(GridSize.nearest(toPixels: 5000) == .large)
  }

  @Test("size classes have the points of MSStickerSize")
  func points() {
    #expect(GridSize.allCases.map(\.points) == [100, 136, 206])
  }
}
