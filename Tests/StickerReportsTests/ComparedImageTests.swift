import Basics
import Foundation
import ImageCodecs
import Pixels
import StickerReports
import TestSupport
import Testing

@Suite("Images of a comparison")
struct ComparedImageTests {
  private func images(
    _ files: [[UInt8]], ceiling: Int
  ) throws -> [(image: PageImage, decoded: Decoded)] {
    let versions = files.map { HashedBytes($0) }
    let images = PageImage.images(of: versions, limits: .init(), ceiling: ceiling)
    return try versions.map { version in
      let image = try #require(images[version.sha256])
      return (image, try Decoded(Array(try #require(Data(base64Encoded: image.data)))))
    }
  }

  private func noise(_ side: Int, _ seed: UInt64) -> Bitmap {
    var random = SplitMix(state: seed)
    return Bitmap(width: side, height: side) { _, _ in
      Pixel(packed: UInt32(truncatingIfNeeded: random.next()) | 0xFF)
    }
  }

  private func apng(_ canvases: [Bitmap], milliseconds: Int) throws -> [UInt8] {
    try ImageEncoder.apng(
      .init(
        canvases: canvases,
        delays: canvases.map { _ in Delay(numerator: milliseconds, denominator: 1000) }),
      loop: .forever)
  }

  @Test("the delays are those of the files, so a version with half of the frames is as long")
  func delays() throws {
    let canvases = (0..<4).map { noise(8, $0) }
    let found = try images(
      [
        apng(canvases, milliseconds: 20),
        apng([canvases[0], canvases[2]], milliseconds: 40),
      ], ceiling: 100_000)
    let delays = found.map { $0.decoded.container.frameTable.map(\.delay.milliseconds) }
    #expect(delays == [[20, 20, 20, 20], [40, 40]])
  }

  @Test("a version is not larger than one that was scaled down")
  func scale() throws {
    let (large, flat) = (
      try apng((0..<6).map { noise(120, $0) }, milliseconds: 50), Bitmap.disc(side: 120)
    )
    for files in [[large, try ImageEncoder.png(flat)], [try ImageEncoder.png(flat), large]] {
      let found = try images(files, ceiling: 40_000).map(\.image)
      #expect(found[0].width == found[1].width && found[0].width < 120)
      #expect(found.map { $0.data.utf8.count / 4 * 3 }.reduce(0, +) <= 80_000)
    }
    let whole = try images([large, try ImageEncoder.png(flat)], ceiling: 1_000_000)
    #expect(whole.map(\.image.width) == [120, 120])
  }
}
