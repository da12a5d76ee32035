import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

private let black = Pixel.gray(0)
private let red = Pixel(red: 255, green: 0, blue: 0)
private let green = Pixel(red: 0, green: 255, blue: 0)
private let blue = Pixel(red: 0, green: 0, blue: 255)

@Suite("Decoding GIF")
struct GIFDecodingTests {
  typealias G = GIFBytes

  static func file(_ width: Int, _ height: Int, _ blocks: [UInt8]...) -> [UInt8] {
    G.screen(width, height) + blocks.joined() + G.trailer
  }

  @Test("indices become the palette's colors")
  func colors() throws {
    let decoded = try Decoded(Self.file(2, 2, G.image(2, 2, [0, 1, 2, 3])))
    #expect(decoded.defects == [])
    #expect(!decoded.isAnimated)
    #expect(decoded.canvases == [Bitmap(rows: [[black, red], [green, blue]])])
  }

  struct Disposal: Sendable {
    var method: Int
    var third: [Pixel]
  }

  @Test(
    "each disposal method follows the specification",
    arguments: [
      Disposal(method: 0, third: [red, green, blue]),
      Disposal(method: 1, third: [red, green, blue]),
      Disposal(method: 2, third: [red, .clear, blue]),
      Disposal(method: 3, third: [red, red, blue]),
    ])
  func disposal(_ example: Disposal) throws {
    let decoded = try Decoded(
      Self.file(
        3, 1, G.image(3, 1, [1, 1, 1]), G.control(disposal: example.method),
        G.image(x: 1, 1, 1, [2]), G.image(x: 2, 1, 1, [3])))
    #expect(decoded.defects == [])
    #expect(decoded.isAnimated)
    #expect(
      decoded.canvases.map(\.pixels) == [[red, red, red], [red, green, red], example.third])
  }

  @Test("the transparent index draws nothing, and the canvas is initially transparent")
  func transparency() throws {
    let decoded = try Decoded(
      Self.file(
        3, 1, G.control(transparent: 1), G.image(3, 1, [0, 1, 2]), G.control(transparent: 2),
        G.image(3, 1, [2, 3, 1])))
    #expect(decoded.canvases.map(\.pixels) == [[black, .clear, green], [black, blue, red]])
  }

  @Test("a frame that extends beyond the screen is clipped")
  func clipped() throws {
    let decoded = try Decoded(
      Self.file(
        2, 2, G.image(x: 1, y: 1, 2, 2, [1, 2, 3, 0]), G.image(x: 5, y: 0, 1, 1, [2]),
        G.image(3, 1, [3, 2, 1])))
    #expect(decoded.defects == [])
    #expect(
      decoded.canvases == [
        Bitmap(rows: [[.clear, .clear], [.clear, red]]),
        Bitmap(rows: [[.clear, .clear], [.clear, red]]),
        Bitmap(rows: [[blue, green], [.clear, red]]),
      ])
  }

  // GIF89a, appendix E: every 8th row from 0, every 8th from 4, every 4th from 2, every 2nd from 1.
  @Test(
    "interlaced rows are reordered",
    arguments: [
      (1, [0]), (2, [0, 1]), (3, [0, 2, 1]), (5, [0, 4, 2, 1, 3]),
      (10, [0, 8, 4, 2, 6, 1, 3, 5, 7, 9]),
      (17, [0, 8, 16, 4, 12, 2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15]),
    ])
  func interlaced(_ height: Int, _ order: [Int]) throws {
    let colors = [black, red, green, blue]
    let stored = order.map { UInt8($0 % 4) }
    let decoded = try Decoded(
      Self.file(1, height, G.image(1, height, stored, interlaced: true)))
    #expect(decoded.defects == [])
    #expect(decoded.canvases.map(\.pixels) == [(0..<height).map { colors[$0 % 4] }])
  }

  @Test("a local palette overrides the global one")
  func localPalette() throws {
    let local: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    let decoded = try Decoded(
      Self.file(2, 1, G.image(2, 1, [0, 3], localPalette: local), G.image(1, 1, [1])))
    #expect(
      decoded.canvases.map(\.pixels) == [
        [Pixel(red: 1, green: 2, blue: 3), Pixel(red: 10, green: 11, blue: 12)],
        [red, Pixel(red: 10, green: 11, blue: 12)],
      ])
  }

  @Test("a frame without a palette is a defect")
  func noPalette() throws {
    let bytes = G.screen(1, 1, globalPalette: false) + G.image(1, 1, [0]) + G.trailer
    let decoded = try Decoded(bytes)
    // The screen takes 13 bytes, the descriptor 10.
    #expect(decoded.defects.map(\.kind) == [.corrupt])
    #expect(decoded.defects.map(\.place) == [Place("image data", offset: 23)])
  }

  @Test("a frame without pixels is a defect and draws nothing")
  func emptyFrame() throws {
    let decoded = try Decoded(Self.file(1, 1, G.image(1, 1, [1]), G.image(0, 1, [])))
    #expect(decoded.canvases.map(\.pixels) == [[red], [red]])
    #expect(decoded.defects.map(\.kind) == [.corrupt])
    // The first image takes 15 bytes from 25, the second's descriptor 10.
    #expect(decoded.defects.map(\.place) == [Place("image data", offset: 50)])
  }

  @Test("an index outside the palette is a defect with its row")
  func strayIndex() throws {
    // A palette of two colors, indices of up to three.
    let screen: [UInt8] = Array("GIF89a".utf8) + [1, 0, 3, 0, 0x80, 0, 0, 9, 9, 9, 8, 8, 8]
    let decoded = try Decoded(screen + G.image(1, 3, [0, 1, 2]) + G.trailer)
    #expect(decoded.canvases.map(\.pixels) == [[.gray(9), .gray(8), .clear]])
    let defect = try #require(decoded.defects.first)
    #expect(defect.kind == .corrupt)
    #expect(defect.message.contains("row 3") && defect.message.contains("found 2"))
    #expect(defect.measured == Quantity(2, .value))
    #expect(defect.limit == Quantity(1, .value))
  }

  @Test("an index outside the palette is a defect even outside the canvas")
  func strayIndexOutside() throws {
    let screen: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 9, 9, 9, 8, 8, 8]
    let decoded = try Decoded(screen + G.image(2, 2, [0, 0, 0, 3]) + G.trailer)
    #expect(decoded.canvases.map(\.pixels) == [[.gray(9)]])
    let message = try #require(decoded.defects.first?.message)
    #expect(message.contains("row 2") && message.contains("found 3"))
  }

  @Test("the changed area of a frame contains all changes")
  func changedAreas() throws {
    var frames: [G.Frame] = []
    for index in 0..<40 {
      // Some frames are partly or wholly outside the canvas.
      frames.append(
        G.Frame(
          x: index * 7 % 19, y: index * 5 % 11, width: 1 + index * 3 % 8, height: 1 + index % 5,
          index: UInt8(index % 4), disposal: index * 5 % 4, transparent: index % 3 == 0 ? 2 : nil))
    }
    var decoder = try ImageDecoder(G.file(16, 9, frames))
    var defects: [Defect] = []
    var last: Bitmap?
    var unchanged = 0
    while let frame = decoder.nextFrame(collecting: &defects) {
      guard let before = last else {
        #expect(frame.changedArea == PixelRect(x: 0, y: 0, width: 16, height: 9))
        last = frame.canvas
        continue
      }
      if frame.changedArea == nil { unchanged += 1 }
      for y in 0..<9 {
        for x in 0..<16 where frame.canvas[x, y] != before[x, y] {
          let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
          #expect(frame.changedArea?.intersection(pixel) == pixel)
        }
      }
      last = frame.canvas
    }
    #expect(unchanged > 0)
  }

  @Test("a frame over the pixel limit is not decoded, regardless of its screen")
  func largeFrame() throws {
    var limits = DecodingLimits()
    limits.pixels = 8
    let decoded = try Decoded(
      Self.file(2, 2, G.image(1, 1, [1]), G.image(3, 3, [UInt8](repeating: 2, count: 9))),
      limits: limits)
    #expect(decoded.canvases.count == 1)
    #expect(decoded.defects.map(\.kind) == [.limit])
    #expect(decoded.defects.first?.measured == Quantity(9, .pixels))
    #expect(decoded.defects.first?.limit == Quantity(8, .pixels))
    // The first image takes 15 bytes from 25.
    #expect(decoded.defects.map(\.place) == [Place("image descriptor", offset: 40)])
  }

  @Test("a truncated file is not decoded")
  func truncated() throws {
    let bytes = Self.file(1, 1, G.image(1, 1, [1]))
    let decoded = try Decoded(Array(bytes.dropLast()))
    #expect(decoded.canvases == [])
    #expect(decoded.defects.map(\.kind) == [.truncated])
  }
}
