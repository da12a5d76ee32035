import Foundation
import ImageCodecs
import TestSupport
import Testing

/// What is decoded and encoded decodes to the same canvases, timing, loops and colors, for the files of other
/// programs and for real stickers.
@Suite("Decoding and encoding files of others")
struct RoundTripTests {
  static let stickers = Suites.files(in: Suites.art, endingIn: [".png", ".gif"])

  @Test("APNG browser tests", .enabled(if: Suites.apng != nil, Suites.missing))
  func apng() throws { try compare(Suites.files(in: Suites.apng, endingIn: [".png"])) }

  @Test("pygif", .enabled(if: Suites.gif != nil, Suites.missing))
  func gif() throws { try compare(Suites.files(in: Suites.gif, endingIn: [".gif"])) }

  @Test("PngSuite", .enabled(if: Suites.png != nil, Suites.missing))
  func png() throws {
    try compare(
      Suites.files(in: Suites.png?.appending(path: "valid"), endingIn: [".png"]))
  }

  @Test(
    "a sticker", .enabled(if: Suites.art != nil, "there is no ../shared/art"), arguments: stickers)
  func sticker(_ file: URL) throws { try compare([file]) }

  /// Compares the files that can be decoded. The suites have damaged ones, too.
  private func compare(_ files: [URL]) throws {
    var count = 0
    for file in files {
      let name = Comment(rawValue: file.lastPathComponent)
      guard let decoded = try? RoundTrip(Repository.bytes(file)) else { continue }
      #expect(try decoded.difference() == nil, name)
      count += 1
    }
    #expect(count > files.count / 2)
  }
}
