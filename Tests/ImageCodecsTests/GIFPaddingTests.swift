import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("Margins around a GIF")
struct GIFPaddingTests {
  /// Pads a GIF and checks that each canvas is the old one at a place, and that nothing else differs.
  private func padded(
    _ file: [UInt8], _ width: Int, _ height: Int, at place: (x: Int, y: Int)
  ) throws -> (file: [UInt8], gif: GIFContainer) {
    let size = try #require(CanvasSize(width: width, height: height))
    let result = try #require(ImageEncoder.gif(padding: file, to: size))
    let (before, after) = try (Decoded(file), Decoded(result))
    #expect(after.defects.isEmpty && after.canvases.count == before.canvases.count)
    for (old, new) in zip(before.canvases, after.canvases) {
      #expect(
        new == old.shown(in: PixelRect(x: -place.x, y: -place.y, width: width, height: height)))
    }
    let (old, new) = (GIFContainer(file), GIFContainer(result))
    #expect(new.width == width && new.height == height && new.loopCount == old.loopCount)
    for (old, new) in zip(old.frames, new.frames) {
      #expect(new.entry.x == old.entry.x + place.x && new.entry.y == old.entry.y + place.y)
      #expect(new.entry.delay == old.entry.delay && new.entry.dispose == old.entry.dispose)
      #expect(result[new.data] == file[old.data])
    }
    // The margins are transparent in viewers that fill them with a color unless one is transparent.
    #expect(new.frames[0].transparentIndex != nil)
    return (result, new)
  }

  private static let frames: [GIFBytes.Frame] = [
    .init(width: 40, height: 20, index: 1),
    .init(x: 3, y: 4, width: 9, height: 8, index: 2, disposal: 2),
    .init(x: 30, y: 2, width: 10, height: 18, index: 3, disposal: 3),
    .init(x: 1, y: 1, width: 9, height: 9, index: 0, disposal: 1, transparent: 0),
    .init(width: 40, height: 20, index: 2, disposal: 2),
    .init(x: 39, y: 19, width: 1, height: 1, index: 1),
  ]

  @Test("frames move with their disposal, and an unused index of the first one is transparent")
  func frames() throws {
    let file = GIFBytes.file(40, 20, Self.frames, loops: 3)
    let (result, gif) = try padded(file, 40, 40, at: (0, 10))
    #expect(result.count == file.count && gif.frames[0].transparentIndex == 0)
    _ = try padded(file, 65_535, 21, at: (32_747, 0))
    // A first frame that has one keeps it.
    var frames = Self.frames
    frames[0].transparent = 3
    #expect(
      try padded(GIFBytes.file(40, 20, frames), 41, 40, at: (0, 10)).gif.frames[0].transparentIndex
        == 3)
  }

  @Test("a GIF87a without control blocks gets one, and becomes a GIF89a")
  func withoutControl() throws {
    let file = GIFBytes.file(40, 20, [.init(width: 40, height: 20, index: 1)], loops: nil)
    var old = file
    // After the screen descriptor and the palette of four colors.
    old.removeSubrange(25..<33)
    old.replaceSubrange(3..<6, with: Array("87a".utf8))
    let (result, gif) = try padded(old, 40, 44, at: (0, 12))
    #expect(result.count == old.count + 8 && gif.version == "89a")
  }

  @Test(
    "a first frame with all colors gets a larger palette, local or global",
    arguments: [true, false])
  func allColors(isLocal: Bool) throws {
    let indices = (0..<800).map { UInt8($0 % 4) }
    let flags: UInt8 = isLocal ? 0x81 : 0
    let file =
      Array("GIF89a".utf8) + [40, 0, 20, 0, isLocal ? 0x70 : 0x91, 0, 0]
      + (isLocal ? [] : GIFBytes.palette) + [0x21, 0xF9, 4, 0, 7, 0, 0, 0, 0x2C]
      + [0, 0, 0, 0, 40, 0, 20, 0, flags] + (isLocal ? GIFBytes.palette : [])
      + GIFBytes.imageData(indices) + [0x3B]
    let (result, gif) = try padded(file, 40, 40, at: (0, 10))
    #expect(gif.frames[0].transparentIndex == 4)
    #expect(result.count == file.count + (isLocal ? 12 : 24))
  }

  @Test("256 colors in the first frame, a clipped frame and a large screen are not possible")
  func impossible() throws {
    let canvas = Bitmap(width: 16, height: 17) { x, y in .gray(UInt8((y * 16 + x) % 256)) }
    let opaque = try ImageEncoder.gif(
      .init(canvases: [canvas], delays: [.zero]), loop: .unstated)
    #expect(GIFContainer(opaque).frames[0].transparentIndex == nil)
    let clipped = GIFBytes.file(40, 20, [.init(x: 2, width: 39, height: 20, index: 1)])
    for (file, width, height) in [
      (opaque, 17, 17), (clipped, 40, 40), (GIFBytes.file(40, 20, Self.frames), 65_536, 20),
      (GIFBytes.file(40, 20, Self.frames), 39, 40),
    ] {
      #expect(
        try ImageEncoder.gif(padding: file, to: #require(CanvasSize(width: width, height: height)))
          == nil)
    }
  }
}
