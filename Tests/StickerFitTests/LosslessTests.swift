import Basics
import ImageCodecs
import ImageContainers
import Pixels
import StickerFit
import TestSupport
import Testing

@Suite("Compressing again without loss")
struct LosslessTests {
  static func smaller(_ file: [UInt8], isIcon: Bool = false) throws -> StickerChange {
    try StickerFitter().compressedAgain(HashedBytes(file), isIcon: isIcon)
  }

  /// Requires that a file shows the same with the same timing.
  static func requireEqual(_ file: [UInt8], _ other: [UInt8]) throws {
    let (file, other) = (try Decoded(file), try Decoded(other))
    #expect(file.canvases == other.canvases)
    #expect(file.container.frameTable.map(\.delay) == other.container.frameTable.map(\.delay))
    #expect(file.container.loop == other.container.loop)
    #expect(file.container.canvas == other.container.canvas)
    #expect(file.defects == [])
  }

  /// A palette for each frame, with colors that all frames share, and whole frames where a few pixels change.
  static func wholeFrames(_ colors: Int, _ count: Int = 6, shift: Int = 0) throws -> [UInt8] {
    var file: [UInt8] = Array("GIF89a".utf8) + [40, 0, 30, 0, 0x70, 0, 0]
    file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 2, 0, 0]
    file += [0x21, 0xFE, 5] + Array("by me".utf8) + [0]
    for frame in 0..<count {
      file += [0x21, 0xF9, 4, 4, UInt8(3 + frame), 0, 0, 0]
      file += [0x2C, 0, 0, 0, 0, 40, 0, 30, 0, 0x80 | 7]
      for index in 0..<256 {
        let color = index + (index < 8 ? 0 : shift * frame)
        file += [UInt8(color & 255), UInt8(color >> 8), 90]
      }
      let indices = (0..<1200).map { UInt8($0 == 41 * frame ? 7 : ($0 * $0 / 9) % colors) }
      file += [8] + Self.uncompressed(indices)
    }
    return file + [0x3B]
  }

  /// Codes of nine bits, the table cleared before it has more than 512.
  static func uncompressed(_ indices: [UInt8]) -> [UInt8] {
    var codes = [256]
    for (position, index) in indices.enumerated() {
      if position % 250 == 249 { codes.append(256) }
      codes.append(Int(index))
    }
    codes.append(257)
    var (bytes, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    for code in codes {
      bits |= code << count
      count += 9
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (bits >> 8, count - 8)
      }
    }
    bytes.append(UInt8(truncatingIfNeeded: bits))
    return stride(from: 0, to: bytes.count, by: 255).flatMap { start -> [UInt8] in
      let block = bytes[start..<min(bytes.count, start + 255)]
      return [UInt8(block.count)] + block
    } + [0]
  }

  @Test(
    "a GIF keeps its frames, timing and comment, and one palette serves frames with the same colors",
    arguments: [(colors: 8, shift: 0), (200, 0), (120, 30), (250, 40)])
  func gif(_ colors: Int, _ shift: Int) throws {
    let file = try Self.wholeFrames(colors, shift: shift)
    let change = try Self.smaller(file)
    try Self.requireEqual(change.content, file)
    #expect(change.content.contains(Array("by me".utf8)))
    // Later frames store two pixels. Without a common palette, they have one of at least 2 colors each.
    if shift == 0 { #expect(change.content.count < file.count / 6) }
    #expect(change.content.count <= file.count && change.fits)
    #expect(change.after?.bytes ?? file.count == change.content.count)
    // Its own result cannot get smaller.
    #expect(try !Self.smaller(change.content).isChanged)
  }

  @Test("what disappears is cleared, and art that moves over a picture is drawn over it")
  func disposal() throws {
    let picture = Bitmap(width: 60, height: 50) { x, y in
      x < 8 ? .clear : .gray(UInt8((x * x + y * y * 3) % 200))
    }
    let canvases = (0..<7).map { step in
      var canvas = picture
      for y in 10..<30 {
        for x in 0..<20 {
          let place = (x: x + step * 6, y: y)
          canvas[place.x, place.y] = Pixel(
            red: 250, green: UInt8(y / 5 * 8), blue: UInt8(x / 5 * 9))
        }
      }
      return step == 5 ? Bitmap(width: 60, height: 50) : canvas
    }
    let delays = (1...7).map { Delay(numerator: $0, denominator: 100) }
    let file = try ImageEncoder.gif(.init(canvases: canvases, delays: delays), loop: .times(3))
    let change = try Self.smaller(file)
    #expect(change.isChanged && change.content.count < file.count)
    try Self.requireEqual(change.content, file)
    #expect(try Decoded(change.content).canvases == canvases)
  }

  @Test("a PNG keeps its text and pixels; nothing becomes larger")
  func png() throws {
    let art = StickerFitterTests.disc(80)
    let text = PNGBytes.chunk("tEXt", Array("Author\0Me".utf8))
    let file = try ImageEncoder.png(art)
    let change = try Self.smaller(Array(file[..<33]) + text + file[33...])
    #expect(change.content.count < file.count && change.content.contains(Array("Author\0Me".utf8)))
    #expect(try Decoded(change.content).canvases == [art])
    let noise = try ImageEncoder.png(StickerFitterTests.noise(40, seed: 3))
    #expect(try Self.smaller(noise).content.count <= noise.count)
    #expect(try !Self.smaller(try ImageEncoder.jpeg(art)).isChanged)
  }

  @Test("an icon stays in RGB")
  func icon() throws {
    let file = try ImageEncoder.png(
      Bitmap(width: 90, height: 90) { x, y in .gray(x * y % 7 < 3 ? 0 : 255) })
    #expect(StickerFitterTests.colorType(try Self.smaller(file).content) == 0)
    let icon = try Self.smaller(file, isIcon: true)
    #expect(icon.isChanged && StickerFitterTests.colorType(icon.content) == 2)
  }

  @Test("16 bits per channel are not cut to 8, and a damaged file is refused")
  func refused() throws {
    let deep = PNGBytes.still(
      20, 20, depth: 16, color: 6,
      rows: (0..<20).flatMap { row in
        [0] + (0..<20).flatMap { [UInt8($0), UInt8(row), 3, 4, 5, 6, 255, 255] }
      })
    #expect(try !Self.smaller(deep).isChanged)
    var damaged = try ImageEncoder.png(StickerFitterTests.disc(80))
    damaged[60] ^= 1
    #expect(throws: ImageError.self) { try Self.smaller(damaged) }
  }
}
