import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("Compressing image data again")
struct RecompressionTests {
  /// The result for a sample of a file with these canvases.
  static func sample(_ canvases: [Bitmap], of file: [UInt8]) throws -> Recompression {
    let container = try #require(ImageContainer(file))
    var sample = try #require(Recompression(of: container, isAnimated: canvases.count > 1))
    for canvas in canvases { sample.add(canvas) }
    return sample
  }

  @Test("a sample tells stored image data from the encoder's", arguments: [1, 2, 4, 5, 30])
  func decision(_ count: Int) throws {
    let canvases = (0..<count).map { Bitmap.disc(side: 200, step: $0) }
    let loose = PNGBytes.stored(canvases)
    let delay = Delay(numerator: 1, denominator: 10)
    let animation = CanvasAnimation(canvases: canvases, delays: canvases.map { _ in delay })
    let tight =
      try count > 1 ? ImageEncoder.apng(animation, loop: .forever) : ImageEncoder.png(canvases[0])
    #expect(try Self.sample(canvases, of: loose).result != nil)
    #expect(try Self.sample(canvases, of: tight).result == nil)
  }

  @Test("a sample has 8 rows of every 64 of the first canvas and of three later ones")
  func extent() throws {
    // Noise everywhere else, which would take more than 1% of the file.
    var random = SplitMix(state: 1)
    let canvases = (0..<10).map { index in
      Bitmap(width: 200, height: 256) { _, y in
        // Canvases 2, 5 and 8 are compressed over the previous ones.
        let isSampled = index % 3 != 0 || index == 0
        return isSampled && (28..<36).contains(y % 64)
          ? .clear : Pixel(packed: .random(in: 0...UInt32.max, using: &random))
      }
    }
    let sample = try Self.sample(canvases, of: PNGBytes.stored(canvases))
    #expect(try #require(sample.byteCount) < sample.ownByteCount / 100)
  }
}
