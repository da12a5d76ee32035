import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

@Suite("LZWDecoder")
struct LZWDecoderTests {
  /// An image's data: the code size and one sub-block of codes, each with its width in bits.
  static func data(_ codeSize: UInt8, _ codes: [(code: Int, width: Int)]) -> [UInt8] {
    var packed: [UInt8] = []
    var (bits, count) = (0, 0)
    for (code, width) in codes {
      bits |= code << count
      count += width
      while count >= 8 {
        packed.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        count -= 8
      }
    }
    if count > 0 { packed.append(UInt8(truncatingIfNeeded: bits)) }
    return [codeSize, UInt8(packed.count)] + packed + [0]
  }

  static func decoded(_ codeSize: UInt8, _ codes: [(code: Int, width: Int)], pixels: Int)
    -> LZWDecoder
  {
    LZWDecoder(data(codeSize, codes)[...], pixels: pixels)
  }

  @Test("a code repeats an earlier run, or the run that it completes")
  func runs() {
    // 6 is 1,2; 7 is 2,1; 8 is 1,2,1 (6 and its first index), used before it is in the table.
    let decoded = Self.decoded(
      2, [(4, 3), (1, 3), (2, 3), (6, 3), (8, 4), (5, 4)], pixels: 7)
    #expect(decoded.ending == .complete)
    #expect(decoded.indices == [1, 2, 1, 2, 1, 2, 1])
  }

  @Test("a clear code resets the table and the code width")
  func clears() {
    let decoded = Self.decoded(
      2, [(1, 3), (1, 3), (1, 3), (7, 4), (4, 4), (3, 3), (3, 3), (6, 3), (5, 4)], pixels: 9)
    #expect(decoded.ending == .complete)
    #expect(decoded.indices == [1, 1, 1, 1, 1, 3, 3, 3, 3])
  }

  @Test("the result says how many indices were decoded and why decoding ended")
  func endings() {
    let early = Self.decoded(2, [(4, 3), (1, 3), (5, 3)], pixels: 2)
    #expect(early.ending == .endCode)
    #expect(early.count == 1 && early.indices == [1, 0])

    let short = Self.decoded(2, [(4, 3), (1, 3), (2, 3), (3, 3), (1, 4)], pixels: 6)
    #expect(short.ending == .dataEnd)
    #expect(short.count == 4 && short.indices == [1, 2, 3, 1, 0, 0])

    // After a clear code there is no run that 6 could complete.
    let unknown = Self.decoded(2, [(4, 3), (6, 3)], pixels: 2)
    #expect(unknown.ending == .unknownCode(6, tableSize: 6))
    let ahead = Self.decoded(2, [(4, 3), (1, 3), (7, 3)], pixels: 3)
    #expect(ahead.ending == .unknownCode(7, tableSize: 6))
    #expect(ahead.count == 1)

    let surplus = Self.decoded(2, [(4, 3), (1, 3), (2, 3), (3, 3), (3, 4), (3, 4)], pixels: 2)
    #expect(surplus.ending == .surplus)
    #expect(surplus.indices == [1, 2])
  }

  @Test("the padding of the last byte is not a code")
  func padding() {
    // Six bits of codes, and two that are 0 beside them; with 9 bits, seven.
    #expect(Self.decoded(2, [(4, 3), (1, 3)], pixels: 1).ending == .complete)
    #expect(Self.decoded(2, [(4, 3), (1, 3), (2, 3)], pixels: 2).ending == .complete)
  }

  @Test("a run beyond the last pixel is cut off")
  func cut() {
    let decoded = Self.decoded(2, [(4, 3), (1, 3), (6, 3), (7, 3)], pixels: 4)
    #expect(decoded.indices == [1, 1, 1, 1])
    #expect(decoded.count == 4)
  }

  @Test("codes of more than 12 bits are invalid", arguments: [12, 255])
  func codeSize(_ size: Int) {
    let decoded = LZWDecoder([UInt8(size), 1, 0, 0][...], pixels: 4)
    #expect(decoded.ending == .codeSize(size))
    #expect(decoded.count == 0)
  }

  @Test("an invalid code size is a defect, but is decoded if possible")
  func oddCodeSize() throws {
    // Codes of 10 bits: the clear code 512, the indices 1 and 2, the end code 513.
    let wide = Self.data(9, [(512, 10), (1, 10), (2, 10), (513, 10)])
    let image: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0] + wide
    let decoded = try Decoded(GIFBytes.screen(2, 1) + image + GIFBytes.trailer)
    #expect(
      decoded.canvases.map(\.pixels) == [
        [Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 255, blue: 0)]
      ])
    #expect(decoded.defects.map(\.kind) == [.corrupt])
    // The screen takes 25 bytes, the descriptor 10.
    #expect(decoded.defects.map(\.place) == [Place("image data", offset: 35)])
    #expect(decoded.defects.first?.measured == Quantity(9, .value))
    #expect(decoded.defects.first?.limit == Quantity(8, .value))
  }

  @Test("truncated image data is decoded and is a defect")
  func shortData() throws {
    let decoded = try Decoded(
      GIFBytes.screen(2, 3) + GIFBytes.image(2, 3, [1, 1, 2, 2, 3]) + GIFBytes.trailer)
    let (red, green) = (Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 255, blue: 0))
    #expect(
      decoded.canvases == [
        Bitmap(rows: [
          [red, red], [green, green], [Pixel(red: 0, green: 0, blue: 255), .clear],
        ])
      ])
    #expect(decoded.defects.map(\.kind) == [.corrupt])
    #expect(decoded.defects.map(\.place) == [Place("image data", offset: 35)])
    #expect(decoded.defects.first?.measured == Quantity(5, .pixels))
    #expect(decoded.defects.first?.limit == Quantity(6, .pixels))
  }

  @Test("image data after the last pixel is a defect")
  func longData() throws {
    let decoded = try Decoded(
      GIFBytes.screen(1, 1) + GIFBytes.image(1, 1, [1, 1, 2, 2, 3, 3, 1, 1]) + GIFBytes.trailer)
    #expect(decoded.canvases.count == 1)
    #expect(decoded.defects.map(\.kind) == [.trailingBytes])
    #expect(decoded.defects.map(\.place) == [Place("image data", offset: 35)])
  }

  /// Pictures that fill the table, never fill it, or have one color.
  static let pictures: [(name: String, bitmap: Bitmap)] = [
    ("noise", noise(width: 200, height: 150, grays: 200)),
    ("two noisy grays", noise(width: 300, height: 200, grays: 2)),
    ("one gray", noise(width: 500, height: 400, grays: 1)),
    ("a single pixel", noise(width: 1, height: 1, grays: 2)),
  ]

  static func noise(width: Int, height: Int, grays: UInt32) -> Bitmap {
    var state: UInt32 = 1
    return Bitmap(width: width, height: height) { _, _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return .gray(UInt8((state >> 16) % grays))
    }
  }

  @Test("agrees with giflib about what the encoder wrote", arguments: pictures.map(\.name))
  func agreesWithGiflib(_ name: String) throws {
    let bitmap = try #require(Self.pictures.first { $0.name == name }).bitmap
    let delay = Delay(numerator: 1, denominator: 10)
    let gif = try ImageEncoder.gif(
      CanvasAnimation(canvases: [bitmap], delays: [delay]), loop: .unstated)
    let frame = try #require(GIFContainer(gif).frames.first)
    let ours = LZWDecoder(gif[frame.data], pixels: frame.entry.width * frame.entry.height)
    #expect(ours.ending == .complete)
    #expect(try ReferenceGIFDecoder.indices(of: frame, in: gif) == ours.indices)
  }
}
