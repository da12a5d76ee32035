import Basics
import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import StickerPages
import TestSupport
import Testing

@Suite("Pictures for the App Store")
struct StorePicturesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Draws the pictures of a pack with stickers of different grays.
  func pictures(stickers count: Int) async throws -> [StorePictures.File] {
    for number in 0..<count {
      let shade = UInt8(40 + number * 3)
      try folder.write(
        PNGBytes.still(300, 300, [shade, 0, shade, 255]), to: "Pack/\(number).png")
    }
    let packs = try PackDiscovery(at: [FilePath(folder.path).appending("Pack")]).packs
    let result = try await Linter(jobs: 2).lint(packs)
    let pictures = try await StickerPictures(
      of: result, [.storePictures], limits: .init(), jobs: 2)
    return try await StorePictures.files(of: result.packs[0], pictures, jobs: 2)
  }

  @Test("one opaque picture of each size that App Store Connect asks for, with a mark")
  func sizes() async throws {
    let files = try await pictures(stickers: 5)
    #expect(files.map(\.name) == ["iphone-1.png", "ipad-1.png"])
    for (file, size) in zip(files, [(1290, 2796), (2064, 2752)]) {
      let decoded = try Decoded(file.bytes)
      let canvas = decoded.canvases[0]
      #expect((canvas.width, canvas.height) == size)
      guard case .png(let png) = decoded.container else { continue }
      // App Store Connect refuses an alpha channel, even without a transparent pixel.
      #expect(png.header?.colorType == .rgb)
      #expect(StorePictures.isPicture(file.bytes.prefix(4096)))
      #expect(StorePictures.names.contains(file.name))
    }
  }

  @Test("a large pack has three pictures of each size, with other stickers in each drawer")
  func many() async throws {
    let files = try await pictures(stickers: 40)
    #expect(
      files.map(\.name) == [
        "iphone-1.png", "iphone-2.png", "iphone-3.png", "ipad-1.png", "ipad-2.png", "ipad-3.png",
      ])
    // Each drawer of the iPhone has two rows of four stickers, which are found by their shades.
    for (index, file) in files.prefix(3).enumerated() {
      let canvas = try Decoded(file.bytes).canvases[0]
      var shades: Set<Int> = []
      for y in stride(from: 2100, to: 2796, by: 10) {
        for x in stride(from: 0, to: 1290, by: 10) {
          let pixel = canvas[x, y]
          if pixel.green == 0, pixel.red == pixel.blue { shades.insert(Int(pixel.red)) }
        }
      }
      #expect(shades == Set((index * 8..<index * 8 + 8).map { 40 + $0 * 3 }))
    }
  }

  @Test("damaged stickers are left out, and a pack without any other has no pictures")
  func damaged() async throws {
    try folder.write([0x89, 0x50, 0x4E, 0x47, 1, 2, 3], to: "Pack/broken.png")
    #expect(try await pictures(stickers: 0).isEmpty)
    #expect(try await pictures(stickers: 1).count == 2)
  }
}
