import ImageCodecs
import ImageContainers
import Pixels
import StickerBuild
import TestSupport
import Testing

@Suite("Effort for scaled images and icons")
struct EffortTests {
  @Test("more effort gives the same pixels in fewer bytes, and leaves the art as it is")
  func efforts() async throws {
    let folder = try TemporaryFolder()
    let canvases = (0..<4).map { frame in
      Bitmap(width: 120, height: 120) { x, y in
        let isInside = (x - 60) * (x - 60) + (y - 60) * (y - 60) < 3000
        return isInside
          ? Pixel(red: UInt8(x * 2), green: UInt8(y * 2), blue: UInt8((x * y + frame * 9) % 200))
          : .clear
      }
    }
    let animation = CanvasAnimation(
      canvases: canvases, delays: canvases.map { _ in Delay(numerator: 1, denominator: 10) })
    try folder.write(try ImageEncoder.png(canvases[0]), to: "Art/still.png")
    try folder.write(try ImageEncoder.apng(animation, loop: .forever), to: "Art/moving.png")
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 90]), to: "Art/icon.png")
    let quick = try await folder.build("Art", to: "quick")
    let small = try await folder.build("Art", to: "small", effort: .smallest)
    #expect(quick.manifests[0].stickers.count == 2)
    for name in try folder.files() where name.hasPrefix("quick/") && name.hasSuffix(".png") {
      let before = try folder.bytes(name)
      let after = try folder.bytes("small" + name.dropFirst("quick".count))
      let isScaled = name.hasPrefix("quick/images") && !name.contains("@3x")
      if !isScaled, !name.contains("stickersiconset") {
        #expect(after == before)
        continue
      }
      // A flat icon may have the fewest bytes already.
      #expect(after.count <= before.count - (isScaled ? 1 : 0), "\(name)")
      let (old, new) = (try Decoded(before), try Decoded(after))
      #expect(
        zip(old.canvases, new.canvases).allSatisfy { $0.changedArea(from: $1) == nil }
          && old.canvases.count == new.canvases.count)
      #expect(old.container.frameTable.map(\.delay) == new.container.frameTable.map(\.delay))
      guard case .png(let png) = new.container, case .png(let quick) = old.container else {
        continue
      }
      // Icons are in RGB, and animations in full color get no palette.
      #expect(
        png.header?.colorType != .indexed || quick.header?.colorType == .indexed
          || name.contains("still@"))
    }
    let scales = small.manifests[0].stickers.flatMap(\.scales)
    for scale in scales { #expect(try folder.bytes("small/" + scale.file).count == scale.bytes) }
  }
}
