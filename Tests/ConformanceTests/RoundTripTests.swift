import Foundation
import ImageCodecs
import ImageContainers
import TestSupport
import Testing

/// Decodes, encodes and decodes files of other programs and real stickers: canvases, timing, loops and colors stay the
/// same.
@Suite("Decoding and encoding files of others")
struct RoundTripTests {
  /// The smallest sticker of each kind: many were drawn and written in the same way.
  static let stickers: [URL] = {
    var smallest: [String: (size: Int, file: URL)] = [:]
    for file in Suites.files(in: Suites.art, endingIn: [".png", ".gif"]) {
      guard let bytes = try? Repository.bytes(file), let kind = kind(of: bytes) else { continue }
      if smallest[kind].map({ bytes.count < $0.size }) ?? true {
        smallest[kind] = (bytes.count, file)
      }
    }
    return smallest.values.map(\.file).sorted { $0.path < $1.path }
  }()

  /// The properties on which decoding and encoding depend: the format, the bits, color type and interlacing of a PNG,
  /// the loop, and how frames are placed, disposed and blended.
  private static func kind(of file: [UInt8]) -> String? {
    guard let container = ImageContainer(file), let canvas = container.canvas else { return nil }
    let header = container.format == .gif ? [] : file[24..<29]
    let frames = container.frameTable.map {
      let isWhole = $0.width == canvas.width && $0.height == canvas.height
      return "\(isWhole) \($0.dispose) \($0.blend)"
    }
    return
      "\(container.format) \(header) \(String(describing: container.loop)) \(Set(frames).sorted())"
  }

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
