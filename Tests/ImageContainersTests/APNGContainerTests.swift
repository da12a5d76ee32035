import ImageContainers
import TestSupport
import Testing

@Suite("PNGContainer: animations")
struct APNGContainerTests {
  typealias P = PNGBytes

  static let image = P.chunk("IDAT", P.zlib([UInt8](repeating: 0, count: 4 * 17)))
  static func data(_ sequence: Int) -> [UInt8] {
    P.frameData(sequence, P.zlib([UInt8](repeating: 0, count: 2 * 9)))
  }
  static func control(_ sequence: Int) -> [UInt8] { P.frameControl(sequence, 2, 2, x: 1, y: 1) }
  static let first = P.frameControl(0, 4, 4)

  /// A 4 × 4 file of chunks.
  static func file(_ chunks: [UInt8]...) -> [UInt8] {
    P.signature + P.header(4, 4) + chunks.joined() + P.chunk("IEND")
  }

  static func acTL(_ frames: Int) -> [UInt8] { P.animationControl(frames: frames) }

  /// Two frames: the image and a patch of 2 × 2 at 1, 1.
  static let sound = file(acTL(2), first, image, control(1), data(2))

  @Test("a valid animation has no defects")
  func isSound() { #expect(PNGContainer(Self.sound).defects == []) }

  @Test("the frame table is what the file states")
  func table() throws {
    let bytes = Self.file(
      P.animationControl(frames: 2, plays: 7),
      P.frameControl(0, 4, 4, delay: (3, 50)), Self.image,
      P.frameControl(1, 3, 2, x: 1, y: 2, delay: (65535, 1000), dispose: 2, blend: 1),
      Self.data(2), Self.data(3))
    let png = PNGContainer(bytes)
    #expect(png.defects == [])
    let animation = try #require(png.animation)
    #expect(animation.declaredFrames == 2)
    #expect(animation.plays == 7)
    #expect(animation.defaultImageIsFrame)
    // acTL takes 20 bytes from 33, fcTL 38 from 53, IDAT from 91. A zlib stream of 4 rows of 17
    // bytes takes 79, so the second fcTL begins at 91 + 12 + 79; one of 2 rows of 9 takes 29.
    let expected = [
      FrameEntry(
        x: 0, y: 0, width: 4, height: 4, delay: Delay(numerator: 3, denominator: 50),
        dispose: .none,
        blend: .source, offset: 53, byteCount: 79),
      FrameEntry(
        x: 1, y: 2, width: 3, height: 2, delay: Delay(numerator: 65535, denominator: 1000),
        dispose: .previous, blend: .over, offset: 182, byteCount: 58),
    ]
    #expect(animation.frames.map(\.entry) == expected)
    #expect(animation.frames.map(\.data) == [[99..<178], [232..<261, 277..<306]])
    #expect(ImageContainer(bytes)?.frameTable == expected)
    #expect(ImageContainer(bytes)?.format == .apng)
    #expect(ImageContainer(bytes)?.loop == .times(7))
    #expect(expected.map(\.delay.milliseconds) == [60, 65535])
  }

  @Test("each dispose and blend operation has its name")
  func operations() {
    let names: [DisposeOperation] = [.none, .background, .previous]
    for (number, name) in names.enumerated() {
      for (blend, blendName) in [BlendOperation.source, .over].enumerated() {
        let bytes = Self.file(
          Self.acTL(1), P.frameControl(0, 4, 4, dispose: number, blend: blend), Self.image)
        let entry = PNGContainer(bytes).animation?.frames.first?.entry
        #expect(entry?.dispose == name)
        #expect(entry?.blend == blendName)
      }
    }
  }

  @Test("a delay denominator of 0 is 100")
  func denominator() throws {
    let bytes = Self.file(Self.acTL(1), P.frameControl(0, 4, 4, delay: (7, 0)), Self.image)
    let entry = try #require(PNGContainer(bytes).animation?.frames.first?.entry)
    #expect(entry.delay.numerator == 7)
    #expect(entry.delay.denominator == 100)
    #expect(entry.delay.milliseconds == 70)
  }

  @Test("an image without a preceding fcTL is not a frame")
  func hidden() throws {
    let bytes = Self.file(
      Self.acTL(2), Self.image, Self.control(0), Self.data(1), Self.control(2), Self.data(3))
    let animation = try #require(PNGContainer(bytes).animation)
    #expect(PNGContainer(bytes).defects == [])
    #expect(!animation.defaultImageIsFrame)
    #expect(animation.frames.count == 2)
    #expect(PNGContainer(bytes).imageData.count == 1)
    #expect(ImageContainer(bytes)?.loop == .forever)
  }

  struct Damage: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var kinds: [Defect.Kind]
    var part: String
    var testDescription: String { name }
  }

  static let damages = [
    Damage(
      name: "acTL declares no frame", bytes: file(acTL(0), first, image), kinds: [.frameCount],
      part: "acTL"),
    Damage(
      name: "acTL declares too many", bytes: file(acTL(3), first, image, control(1), data(2)),
      kinds: [.frameCount], part: "acTL"),
    Damage(
      name: "acTL declares too few", bytes: file(acTL(1), first, image, control(1), data(2)),
      kinds: [.frameCount], part: "acTL"),
    Damage(
      name: "a second acTL", bytes: file(acTL(1), acTL(1), first, image), kinds: [.frameOrder],
      part: "acTL"),
    Damage(
      name: "acTL after IDAT", bytes: file(first, image, acTL(1)), kinds: [.frameOrder],
      part: "acTL"),
    Damage(
      name: "acTL of 4 bytes", bytes: file(P.chunk("acTL", [0, 0, 0, 1]), image),
      kinds: [.frameOrder], part: "acTL"),
    Damage(
      name: "two fcTL before IDAT", bytes: file(acTL(2), first, P.frameControl(1, 4, 4), image),
      kinds: [.frameOrder, .frameData], part: "fcTL"),
    Damage(
      name: "fcTL of 25 bytes",
      bytes: file(acTL(1), P.chunk("fcTL", [UInt8](repeating: 0, count: 25)), image),
      kinds: [.frameOrder, .frameCount], part: "fcTL"),
    Damage(
      name: "a gap in the sequence", bytes: file(acTL(2), first, image, control(2), data(3)),
      kinds: [.frameSequence], part: "fcTL"),
    Damage(
      name: "a repeated number", bytes: file(acTL(2), first, image, control(1), data(1)),
      kinds: [.frameSequence], part: "fdAT"),
    Damage(
      name: "a start at 1",
      bytes: file(acTL(2), P.frameControl(1, 4, 4), image, control(2), data(3)),
      kinds: [.frameSequence], part: "fcTL"),
    Damage(
      name: "numbers out of order",
      bytes: file(acTL(2), first, image, control(2), data(1)), kinds: [.frameSequence],
      part: "fcTL"),
    Damage(
      name: "a frame outside to the right",
      bytes: file(acTL(2), first, image, P.frameControl(1, 2, 2, x: 3, y: 0), data(2)),
      kinds: [.frameArea], part: "fcTL"),
    Damage(
      name: "a frame outside at the bottom",
      bytes: file(acTL(2), first, image, P.frameControl(1, 2, 2, x: 0, y: 3), data(2)),
      kinds: [.frameArea], part: "fcTL"),
    Damage(
      name: "a frame whose numbers would overflow 32 bits",
      bytes: file(
        acTL(2), first, image, P.frameControl(1, 2, 2, x: 0xFFFF_FFFF, y: 0), data(2)),
      kinds: [.frameArea], part: "fcTL"),
    Damage(
      name: "a frame without width",
      bytes: file(acTL(2), first, image, P.frameControl(1, 0, 2), data(2)), kinds: [.frameArea],
      part: "fcTL"),
    Damage(
      name: "a frame without height",
      bytes: file(acTL(2), first, image, P.frameControl(1, 2, 0), data(2)), kinds: [.frameArea],
      part: "fcTL"),
    Damage(
      name: "a first frame that does not cover its canvas",
      bytes: file(acTL(1), P.frameControl(0, 4, 3), image), kinds: [.frameArea], part: "fcTL"),
    Damage(
      name: "dispose operation 3", bytes: file(acTL(1), P.frameControl(0, 4, 4, dispose: 3), image),
      kinds: [.frameOperation], part: "fcTL"),
    Damage(
      name: "blend operation 2", bytes: file(acTL(1), P.frameControl(0, 4, 4, blend: 2), image),
      kinds: [.frameOperation], part: "fcTL"),
    Damage(
      name: "fdAT too short for its number",
      bytes: file(acTL(2), first, image, control(1), P.chunk("fdAT", [0, 0, 0]), data(2)),
      kinds: [.frameData], part: "fdAT"),
    Damage(
      name: "fdAT before its fcTL", bytes: file(acTL(1), image, data(0), control(1), data(2)),
      kinds: [.frameOrder], part: "fdAT"),
    Damage(
      name: "fdAT between the image and the second fcTL",
      bytes: file(acTL(2), first, image, data(1), control(2), data(3)), kinds: [.frameOrder],
      part: "fdAT"),
    Damage(
      name: "fdAT before IDAT", bytes: file(acTL(1), first, data(1), image),
      kinds: [.frameOrder], part: "fdAT"),
    Damage(
      name: "a last frame without data", bytes: file(acTL(2), first, image, control(1)),
      kinds: [.frameData], part: "fcTL"),
    Damage(
      name: "a frame whose only fdAT is empty",
      bytes: file(acTL(2), first, image, control(1), PNGBytes.frameData(2, [])),
      kinds: [.frameData], part: "fcTL"),
    Damage(
      name: "a middle frame without data",
      bytes: file(acTL(3), first, image, control(1), control(2), data(3)), kinds: [.frameData],
      part: "fcTL"),
    Damage(
      name: "fcTL without acTL", bytes: file(first, image), kinds: [.frameOrder], part: "fcTL"),
    Damage(
      name: "fdAT without acTL", bytes: file(image, data(0)), kinds: [.frameOrder], part: "fdAT"),
  ]

  @Test("each violation has its kind and its chunk", arguments: damages)
  func damage(_ damage: Damage) throws {
    let defects = PNGContainer(damage.bytes).defects
    #expect(defects.map(\.kind) == damage.kinds)
    let place = try #require(defects.first?.place)
    #expect(place.part == damage.part)
    let letters = Array(damage.bytes[place.offset + 4..<place.offset + 8])
    #expect(letters == Array(damage.part.utf8))
  }

  // The specification requires acTL before IDAT, but not before fcTL.
  @Test("the first fcTL may precede acTL")
  func controlFirst() {
    let png = PNGContainer(Self.file(Self.first, Self.acTL(1), Self.image))
    #expect(png.defects == [])
    #expect(png.animation?.frames.count == 1)
  }

  @Test("an invalid frame count and sequence number have their measured values")
  func measures() {
    let count = PNGContainer(Self.file(Self.acTL(5), Self.first, Self.image)).defects
    #expect(count.first?.measured == Quantity(5, .frames))
    #expect(count.first?.limit == Quantity(1, .frames))
    let sequence = PNGContainer(
      Self.file(Self.acTL(2), Self.first, Self.image, Self.control(9), Self.data(10))
    ).defects
    #expect(sequence.first?.measured == Quantity(9, .value))
    #expect(sequence.first?.limit == Quantity(1, .value))
  }

  @Test("a gap in the sequence is one defect at its place")
  func oneSlip() {
    let bytes = Self.file(
      Self.acTL(3), Self.first, Self.image, Self.control(2), Self.data(3), Self.control(4),
      Self.data(5))
    // The second fcTL follows IHDR, acTL, fcTL and IDAT: 33 + 20 + 38 + 91.
    #expect(PNGContainer(bytes).defects.map(\.place) == [Place("fcTL", offset: 182)])
  }

  @Test("a file cut off at any byte has a defect", arguments: 0..<sound.count)
  func truncated(_ length: Int) throws {
    let png = PNGContainer(Array(Self.sound[..<length]))
    #expect(try #require(png.defects.first).kind == .truncated)
  }

  @Test("flipping any byte is a defect", arguments: sound.indices)
  func flipped(_ index: Int) {
    var bytes = Self.sound
    bytes[index] ^= 0xFF
    #expect(!PNGContainer(bytes).defects.isEmpty)
  }
}
