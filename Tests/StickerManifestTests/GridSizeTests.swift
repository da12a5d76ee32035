import StickerManifest
import Testing

@Suite("Grid sizes")
struct GridSizeTests {
  @Test("the nearest class of a canvas; the larger one where two are as near")
  func nearest() {
    #expect(GridSize.nearest(toPixels: 1) == .small)
    #expect(GridSize.nearest(toPixels: 353) == .small)
    #expect(GridSize.nearest(toPixels: 354) == .regular)
    #expect(GridSize.nearest(toPixels: 513) == .large)
    #expect(GridSize.nearest(toPixels: 5000) == .large)
  }

  @Test("a class is as many points as MSStickerSize says")
  func points() {
    #expect(GridSize.allCases.map(\.points) == [100, 136, 206])
  }
}
