import StickerFit
import StickerManifest
import Testing

@Suite("The size class of a pack")
struct SizeClassTests {
  @Test(
    "follows the art that is not too small",
    arguments: [
      ([256, 256, 256, 256, 256, 800], .large, .largest),
      ([408, 408, 800], .regular, .shared),
      ([300, 618, 618, 900, 900], .large, .nearest),
      ([310, 320, 800], .small, .nearest),
      ([512, 512, 512], .regular, .nearest),
      ([100, 200], .small, .smallest), ([], .regular, .nearest),
    ] as [([Int], GridSize, SizeClass.Reason)])
  func derived(_ sides: [Int], _ gridSize: GridSize, _ reason: SizeClass.Reason) {
    let found = SizeClass(stated: nil, sides: sides)
    #expect(found.gridSize == gridSize && found.reason == reason)
  }

  @Test("is the stated one whatever the art is")
  func stated() {
    let found = SizeClass(stated: .small, sides: [618, 618])
    #expect(found.gridSize == .small && found.description == "300 px, the grid size of the pack")
  }
}
