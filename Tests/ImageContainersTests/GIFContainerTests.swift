import ImageContainers
import TestSupport
import Testing

@Suite("GIFContainer")
struct GIFContainerTests {
  typealias G = GIFBytes

  static let loop = G.application("NETSCAPE2.0", [[1, 0, 0]])
  static let pixel = G.image(1, 1, [1])
  /// The screen with its palette of 12 bytes takes bytes 0 to 24, so blocks begin at 25.
  static let small =
    G.screen(2, 2) + loop + G.control(delay: 5, disposal: 2, transparent: 3)
    + G.image(2, 2, [0, 1, 2, 3]) + G.control(delay: 7) + G.image(x: 1, 1, 1, [2]) + G.trailer

  static func file(_ blocks: [UInt8]...) -> [UInt8] {
    G.screen(2, 2) + blocks.joined() + G.trailer
  }

  @Test("a valid file has its screen, its palette and no defects")
  func sound() {
    let gif = GIFContainer(Self.small)
    #expect(gif.defects == [])
    #expect(gif.width == 2 && gif.height == 2)
    #expect(gif.version == "89a")
    #expect(gif.globalPalette == 13..<25)
    #expect(gif.frames.count == 2)
  }

  @Test("the frame table is what the file states")
  func table() {
    // The loop block takes 19 bytes from 25, a control block 8, a descriptor 10.
    let gif = GIFContainer(Self.small)
    let first = FrameEntry(
      x: 0, y: 0, width: 2, height: 2, delay: Delay(numerator: 5, denominator: 100),
      dispose: .background, blend: .over, offset: 44, byteCount: 6)
    let second = FrameEntry(
      x: 1, y: 0, width: 1, height: 1, delay: Delay(numerator: 7, denominator: 100), dispose: .none,
      blend: .over, offset: 68, byteCount: 5)
    // Four indices are seven codes of three bits, 3 bytes; one index is three codes, 2 bytes; with
    // code size, block length and terminator that is 6 and 5.
    #expect(gif.frames.map(\.entry) == [first, second])
    #expect(gif.frames.map(\.data) == [62..<68, 86..<91])
    #expect(gif.frames.map(\.transparentIndex) == [3, nil])
    #expect(first.delay.milliseconds == 50)
  }

  @Test("a GIF87a file without extensions is parsed")
  func version87() {
    let bytes = G.screen(1, 1, version: "GIF87a") + Self.pixel + G.trailer
    let gif = GIFContainer(bytes)
    #expect(gif.defects == [])
    #expect(gif.version == "87a")
    #expect(gif.frames.map(\.entry.offset) == [25])
    #expect(gif.frames.map(\.entry.delay.numerator) == [0])
    #expect(ImageContainer(bytes)?.loop == nil)
  }

  @Test(
    "each disposal method is read, and undefined ones are none",
    arguments: [
      (0, .none), (1, .none), (2, .background), (3, .previous), (4, .none), (7, .none),
    ] as [(Int, DisposeOperation)])
  func disposal(_ method: Int, _ operation: DisposeOperation) {
    let gif = GIFContainer(Self.file(G.control(disposal: method), Self.pixel))
    #expect(gif.frames.map(\.entry.dispose) == [operation])
  }

  @Test("a delay is little-endian")
  func delay() {
    let gif = GIFContainer(Self.file(G.control(delay: 0x1234), Self.pixel))
    #expect(gif.frames.map(\.entry.delay.numerator) == [0x1234])
  }

  @Test("a graphic control applies to one image")
  func controlOnce() {
    let gif = GIFContainer(
      Self.file(G.control(delay: 9, disposal: 3, transparent: 0), Self.pixel, Self.pixel))
    #expect(gif.frames.map(\.entry.delay.numerator) == [9, 0])
    #expect(gif.frames.map(\.entry.dispose) == [.previous, .none])
    #expect(gif.frames.map(\.transparentIndex) == [0, nil])
  }

  @Test("a plain text block consumes the preceding graphic control")
  func plainText() {
    let text: [UInt8] = [0x21, 0x01, 12] + [UInt8](repeating: 0, count: 12) + [1, 65, 0]
    let gif = GIFContainer(Self.file(G.control(delay: 9), text, Self.pixel))
    #expect(gif.defects == [])
    #expect(gif.frames.map(\.entry.delay.numerator) == [0])
  }

  struct Loop: Sendable {
    var block: [UInt8]
    var count: Int?
    var loop: LoopCount
  }

  @Test(
    "the loop block is read with either name, and counts the repetitions after the first play",
    arguments: [
      Loop(block: G.application("NETSCAPE2.0", [[1, 0, 0]]), count: 0, loop: .forever),
      Loop(block: G.application("NETSCAPE2.0", [[1, 3, 0]]), count: 3, loop: .times(4)),
      Loop(block: G.application("NETSCAPE2.0", [[1, 0, 1]]), count: 256, loop: .times(257)),
      Loop(block: G.application("ANIMEXTS1.0", [[1, 5, 0]]), count: 5, loop: .times(6)),
      Loop(
        block: G.application("NETSCAPE2.0", [[2, 0, 0, 0, 9], [1, 4, 0]]), count: 4,
        loop: .times(5)),
      Loop(block: G.application("XMP DataXMP", [[1, 4, 0]]), count: nil, loop: .unstated),
      Loop(block: [], count: nil, loop: .unstated),
    ])
  func loops(_ example: Loop) {
    let bytes = Self.file(example.block, Self.pixel, Self.pixel)
    #expect(GIFContainer(bytes).loopCount == example.count)
    #expect(ImageContainer(bytes)?.loop == example.loop)
    #expect(GIFContainer(bytes).defects == [])
  }

  @Test("a local palette overrides the global one")
  func localPalette() throws {
    let local = [UInt8](repeating: 77, count: 12)
    let gif = GIFContainer(
      Self.file(Self.pixel, G.image(1, 1, [0], localPalette: local)))
    #expect(gif.defects == [])
    // The first image takes 15 bytes from 25; the second's descriptor 10.
    let (first, second) = (try #require(gif.frames.first), try #require(gif.frames.last))
    #expect(first.localPalette == nil)
    #expect(gif.palette(of: first) == 13..<25)
    #expect(second.localPalette == 50..<62)
    #expect(gif.palette(of: second) == 50..<62)
    #expect(second.data == 62..<67)
  }

  @Test("a file may have no palette")
  func noPalette() throws {
    let gif = GIFContainer(G.screen(1, 1, globalPalette: false) + Self.pixel + G.trailer)
    #expect(gif.globalPalette == nil)
    #expect(gif.palette(of: try #require(gif.frames.first)) == nil)
  }

  @Test("interlacing is read from the image descriptor")
  func interlaced() {
    let gif = GIFContainer(
      Self.file(G.image(1, 2, [0, 1], interlaced: true), G.image(1, 2, [0, 1])))
    #expect(gif.frames.map(\.interlaced) == [true, false])
  }

  @Test("the size of comments is counted")
  func comments() {
    let gif = GIFContainer(
      Self.file(G.comment("one"), Self.pixel, G.comment("two"), G.comment("three")))
    // Each has a size before and a zero after its text.
    #expect(gif.metadata.byteCounts == [.text: 5 + 5 + 7])
    #expect(gif.defects == [])
  }

  @Test("the block with an ICC profile is found")
  func profile() {
    let block = G.application("ICCRGBG1012", [[UInt8](repeating: 1, count: 255), [2, 2]])
    let bytes = Self.file(Self.loop, block, Self.pixel)
    let gif = GIFContainer(bytes)
    // After the loop block of 19 bytes; 14 bytes of introduction, 256, 3 and 1.
    #expect(gif.profileBlock == 44..<318)
    #expect(gif.defects == [])
  }

  @Test("bytes after the trailer are counted", arguments: [1, 2, 999])
  func trailing(_ count: Int) {
    let gif = GIFContainer(Self.small + [UInt8](repeating: 1, count: count))
    #expect(gif.defects.map(\.kind) == [.trailingBytes])
    #expect(gif.defects.map(\.place) == [Place("trailing bytes", offset: Self.small.count)])
    #expect(gif.defects.first?.measured == Quantity(count, .bytes))
    #expect(gif.defects.first?.limit == Quantity(0, .bytes))
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var part: String
    var offset: Int
    var testDescription: String { name }
  }

  static let damages = [
    Damage(
      name: "an unknown block", bytes: file(pixel, [0x77], pixel), part: "block", offset: 40),
    Damage(
      name: "a screen without width", bytes: G.screen(0, 2) + pixel + G.trailer,
      part: "logical screen", offset: 6),
    Damage(
      name: "a screen without height", bytes: G.screen(2, 0) + pixel + G.trailer,
      part: "logical screen", offset: 6),
    Damage(name: "no image", bytes: file(loop), part: "trailer", offset: 44),
    Damage(
      name: "an unknown version", bytes: G.screen(1, 1, version: "GIF88a") + pixel + G.trailer,
      part: "header", offset: 0),
    Damage(
      name: "a control block of 3 bytes", bytes: file([0x21, 0xF9, 3, 0, 0, 0, 0], pixel),
      part: "graphic control", offset: 25),
  ]

  @Test("each defect has its block and offset", arguments: damages)
  func damage(_ damage: Damage) {
    let defects = GIFContainer(damage.bytes).defects
    #expect(defects.map(\.kind) == [.corrupt])
    #expect(defects.map(\.place) == [Place(damage.part, offset: damage.offset)])
  }

  static let everything =
    G.screen(2, 2) + loop + G.comment("hi") + G.application("ICCRGBG1012", [[1, 2, 3]])
    + G.control(transparent: 1)
    + G.image(2, 2, [0, 1, 2, 3], localPalette: [UInt8](repeating: 9, count: 12)) + G.control()
    + pixel + G.trailer

  @Test("a file cut off at any byte is truncated", arguments: 0..<everything.count)
  func truncated(_ length: Int) throws {
    #expect(GIFContainer(Self.everything).defects == [])
    let gif = GIFContainer(Array(Self.everything[..<length]))
    #expect(gif.defects.map(\.kind) == [.truncated])
    let place = try #require(gif.defects.first?.place)
    #expect(place.offset <= length)
  }
}
