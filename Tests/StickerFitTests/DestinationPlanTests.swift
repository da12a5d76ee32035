import ImageContainers
import StickerFit
import StickerPacks
import Testing
import Timing

@Suite("Plans for destinations")
struct DestinationPlanTests {
  /// 250 million pixels take 1,000,000,000 bytes, the default limit of decoded files.
  @Test(
    "art that would not fit in memory on its new canvas stays as it is",
    arguments: [(10, 5000), (11, 100)])
  func memory(_ frames: Int, _ side: Int) throws {
    let file = """
      { "limits": { "formats": ["png", "apng"], "canvas": [5000, 5000] },
        "output": { "still": "png", "animated": "apng" } }
      """
    let destination = try Destination(parsing: Array(file.utf8), named: "large")
    let canvas = try #require(CanvasSize(width: 100, height: 100))
    let delays = Array(repeating: Delay(numerator: 1, denominator: 10), count: frames)
    let plan = try #require(
      DestinationPlan(for: destination, from: .apng, canvas, delays, loop: .forever))
    #expect(plan.canvas.width == side && plan.canvas.height == side && plan.art == plan.canvas)
    #expect(plan.isChange == (side != 100) && plan.frameCount == frames)
  }
}
