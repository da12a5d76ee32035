import ImageCodecs
import Pixels
import StickerBuild
import StickerFit
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Art that was made smaller for a build")
struct FittedArtTests {
  @Test("is made again with the same bytes if it exceeds the budget")
  func budget() async throws {
    let folder = try TemporaryFolder()
    let art = try ImageEncoder.png(Bitmap(width: 300, height: 300, filledWith: .gray(90)))
    let text = PNGBytes.chunk("tEXt", [UInt8](repeating: 32, count: 600_000))
    try folder.write(Array(art.dropLast(12) + text + art.suffix(12)), to: "Art/large.png")
    let fitter = PackFitter(StickerFitter())
    for (output, bytes) in [("kept", 1 << 20), ("again", 10)] {
      let plan = try await folder.plan(
        [try folder.pack("Art")], keepingImages: ImageBudget(bytes: bytes), fitter: fitter)
      #expect((plan.packs[0].stickers[0].facts.keptImage != nil) == (output == "kept"))
      var builder = PackBuilder(Linter(jobs: 1))
      builder.fitter = fitter
      try await builder.build(plan, to: "\(folder.path)/\(output)")
    }
    let image = try folder.bytes("kept/images/large@3x.png")
    #expect(try image == folder.bytes("again/images/large@3x.png"))
    #expect(image.count < 500_000)
  }
}
