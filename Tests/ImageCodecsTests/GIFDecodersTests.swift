import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

/// The Swift decoder of GIF images against giflib.
@Suite("Both GIF decoders")
struct GIFDecodersTests {
  typealias G = GIFBytes

  @Test("agree on random files", arguments: 1...30)
  func whole(_ seed: UInt64) throws {
    var random = RandomFile(seed: seed)
    #expect(try PNGDecodersTests.agreed(random.gif(frames: 4)).defects == [])
  }

  @Test("agree on files with a changed byte", arguments: 1...30)
  func damaged(_ seed: UInt64) throws {
    var random = RandomFile(seed: seed)
    let file = random.gif(frames: 2)
    for place in 13..<file.count {
      var damaged = file
      damaged[place] ^= 1 << UInt8(seed % 8)
      try PNGDecodersTests.agreed(damaged, "byte \(place)")
    }
  }

  @Test("giflib decodes the indices of an image, with the reason if it cannot")
  func indices() throws {
    let indices = (0..<35).map { UInt8($0 % 4) }
    let file = G.screen(9, 9) + G.image(x: 1, y: 2, 7, 5, indices, interlaced: true) + G.trailer
    let frame = try #require(GIFContainer(file).frames.first)
    #expect(try ReferenceGIFDecoder.indices(of: frame, in: file) == indices)
    var short = frame
    short.entry.height = 6
    #expect(throws: ImageError.codecFailed("Image EOF detected before image complete")) {
      try ReferenceGIFDecoder.indices(of: short, in: file)
    }
  }
}
