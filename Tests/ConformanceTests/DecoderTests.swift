import Foundation
import ImageCodecs
import ImageContainers
import TestSupport
import Testing

/// The decoders of this package against libpng and giflib, on every file of the suites, valid or not.
@Suite("Both decoders on the suites", .enabled(if: Suites.png != nil, Suites.missing))
struct DecoderTests {
  static let files: [URL] = [
    Suites.png?.appending(path: "valid"), Suites.png?.appending(path: "invalid"),
    Suites.png?.appending(path: "cgbi"), Suites.apng, Suites.gif,
  ].flatMap { Suites.files(in: $0, endingIn: [".png", ".gif"]) }

  @Test("give the same canvases and defects", arguments: files)
  func agree(_ file: URL) throws {
    let bytes = try Repository.bytes(file)
    guard [.png, .gif].contains(FileSignature(of: bytes)) else { return }
    var limits = DecodingLimits()
    let fast = try Decoded(bytes, limits: limits)
    limits.usesReferenceDecoders = true
    let reference = try Decoded(bytes, limits: limits)
    #expect(fast.decodingDefects == reference.decodingDefects)
    #expect(fast.canvases == reference.canvases)
    #expect(fast.hiddenImage == reference.hiddenImage)
  }

  @Test("the fast decoder decodes every valid file itself, except interlaced ones of 16 bits")
  func fast() throws {
    let folder = try #require(Suites.png).appending(path: "valid")
    for name in Suites.names(in: folder, endingIn: ".png") {
      let bytes = try Repository.bytes(folder.appending(path: name))
      let container = PNGContainer(bytes)
      let header = try #require(container.header)
      var decoder = FastPNGDecoder(container, bytes: bytes)
      #expect(
        (decoder?.staticImage() == nil) == (header.interlaced && header.bitDepth == 16), "\(name)")
    }
  }
}
