import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// The rules about metadata, color spaces and encodings, at their limits.
@Suite("Metadata and encoding rules")
struct MetadataRuleTests {
  func findings(_ bytes: [UInt8]) -> [Finding] {
    Linter(jobs: 1).check(PackFacts([AssetFacts(bytes)])).findings
      .filter { $0.rule != "wrong-extension" }
  }

  /// A good sticker with additional chunks before its image data.
  func png(_ chunks: [UInt8]) -> [UInt8] {
    PNGBytes.file(300, 300, chunks, image: PNGBytes.solid(300, 300, [255, 0, 0, 128]))
  }

  func found(_ chunks: [UInt8]) -> [String] { findings(png(chunks)).map(\.rule) }

  // MARK: Privacy

  @Test(
    "a GPS position needs both latitude and longitude",
    arguments: [([2, 4], true), ([2, 3], false)])
  func position(_ tags: [Int], _ expected: Bool) {
    let exif = MetadataBytes.position(tags)
    #expect(found(PNGBytes.chunk("eXIf", exif)) == (expected ? ["gps-position"] : []))
    let segment = JPEGBytes.segment(0xE1, Array("Exif\0\0".utf8) + exif)
    let jpeg = findings(JPEGBytes.inserting(segment)).filter { $0.rule == "gps-position" }
    #expect(jpeg.map(\.place) == (expected ? [Place("APP1", offset: 20)] : []))
  }

  @Test(
    "XMP properties are read from attributes and elements",
    arguments: [
      (#"<d exif:GPSLatitude="1,2N" exif:GPSLongitude="3,4E"/>"#, ["gps-position"]),
      (
        "<exif:GPSLatitude>1</exif:GPSLatitude><exif:GPSLongitude>2</exif:GPSLongitude>",
        ["gps-position"]
      ),
      (#"<d exif:GPSLatitude="1,2N" exif:GPSLongitude=""/>"#, []),
      (#"<d exif:GPSLatitudeRef="N" exif:GPSLongitudeRef="E"/>"#, []),
      (#"<d aux:SerialNumber="7"/>"#, ["device-data"]), (#"<d tiff:Models="7"/>"#, []),
      (#"<d exif:GPSLatitude="1"#, []), ("exif:GPSLatitude", []),
    ])
  func xmp(_ packet: String, _ expected: [String]) {
    let text = Array("XML:com.adobe.xmp\0\0\0\0\0\(packet)".utf8)
    #expect(found(PNGBytes.chunk("iTXt", text)) == expected)
    let segment = JPEGBytes.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8))
    let rules = ["gps-position", "device-data"]
    #expect(
      findings(JPEGBytes.inserting(segment)).map(\.rule).filter(rules.contains) == expected)
    let block = GIFBytes.application("XMP DataXMP", [Array(packet.utf8)])
    var gif = GIFBytes.screen(8, 8) + block
    gif += GIFBytes.image(8, 8, [UInt8](repeating: 1, count: 64)) + GIFBytes.trailer
    #expect(findings(gif).map(\.rule).filter(rules.contains) == expected)
  }

  @Test("a device is reported with its quoted name but without its serial number")
  func device() throws {
    let long = "\u{201C}" + String(repeating: "m", count: 99)
    // The directory has 2 + 36 + 4 bytes from 8 on, so the text starts at 50.
    let main = MetadataBytes.directory([
      .text(0x010F, "A\u{7}B", at: 0), .text(0x0110, long, at: 50),
      .init(0x8769, type: 4, count: 1, PNGBytes.number(160)),
    ])
    var exif: [UInt8] = MetadataBytes.tiff + main + Array(long.utf8)
    exif += [UInt8](repeating: 0, count: 160 - exif.count)
    exif += MetadataBytes.directory([.text(0xA431, "77", at: 0), .text(0xA430, "", at: 0)])
    let result = findings(png(PNGBytes.chunk("eXIf", exif)))
    #expect(result.map(\.rule) == ["device-data"])
    // Truncated to 64 bytes, three of which are the quotation mark.
    let model = "???" + String(repeating: "m", count: 61)
    #expect(
      try #require(result.first).message
        == "The file names the device that it was made with: \"A?B\", \"\(model)\", a serial number."
    )
  }

  @Test("corrupt and circular Exif is ignored", arguments: 8..<60)
  func damagedExif(_ length: Int) {
    let exif = MetadataBytes.position([2, 4])
    #expect(found(PNGBytes.chunk("eXIf", Array(exif.prefix(length)))).count <= 1)
    let ring =
      MetadataBytes.tiff
      + MetadataBytes.directory(
        [
          .init(0x8825, type: 4, count: 1, PNGBytes.number(8)),
          .init(0x8769, type: 4, count: 1, PNGBytes.number(8)),
        ], next: 8)
    #expect(found(PNGBytes.chunk("eXIf", ring)) == [])
    let far = MetadataBytes.tiff.prefix(4) + [UInt8](repeating: 255, count: length)
    #expect(found(PNGBytes.chunk("eXIf", Array(far))) == [])
  }

  @Test("metadata of at least 10,000 bytes and 10% of the file is reported")
  func heavy() throws {
    func text(_ count: Int, fileOf total: Int? = nil) -> [Finding] {
      let chunk = PNGBytes.chunk("tEXt", [UInt8](repeating: 65, count: count))
      let padding = total.map { $0 - png(chunk).count - 12 }
      return findings(
        png(
          chunk + (padding.map { PNGBytes.chunk("paDd", [UInt8](repeating: 0, count: $0)) } ?? [])))
    }
    #expect(text(9_999) == [])
    #expect(text(10_000).map(\.rule) == ["heavy-metadata"])
    #expect(text(10_000, fileOf: 100_000).first?.measured == Quantity(10_000, .bytes))
    #expect(text(10_000, fileOf: 100_001) == [])
  }

  // Photos of current phones.
  @Test("a JPEG with additional pictures is a still, and only large ones are reported")
  func multiPicture() {
    let rules = ["animation-unsupported", "trailing-bytes", "heavy-metadata", "corrupt-file"]
    let small = findings(JPEGBytes.multiPicture([JPEGBytes.gray]))
    #expect(small.filter { rules.contains($0.rule) } == [])
    let gainMap = JPEGBytes.inserting(
      JPEGBytes.segment(0xFE, [UInt8](repeating: 65, count: 20_000)), into: JPEGBytes.gray)
    let found = findings(JPEGBytes.multiPicture([gainMap])).filter { rules.contains($0.rule) }
    #expect(found.map(\.rule) == ["heavy-metadata"])
    #expect(found.first?.message.contains("additional pictures 20,") == true)
  }

  @Test("a JPEG without its last scans is a warning that counts what is missing")
  func missingScans() {
    let found = findings(JPEGBytes.firstScans(9)).filter { $0.rule == "jpeg-missing-scans" }
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.map(\.message) == [
        "The picture is blurred, blocky or gray, because details are missing: the scans leave 63 of 192"
          + " coefficients incomplete."
      ])
    #expect(!findings(JPEGBytes.progressive).contains { $0.rule == "jpeg-missing-scans" })
  }

  @Test("a thumbnail is counted once and separately from Exif")
  func thumbnail() throws {
    // Two directories, of 6 and 30 bytes from 8 on; the thumbnail starts at 44.
    let exif =
      MetadataBytes.tiff + MetadataBytes.directory([], next: 14)
      + MetadataBytes.directory([
        .init(0x0201, type: 4, count: 1, PNGBytes.number(44)),
        .init(0x0202, type: 4, count: 1, PNGBytes.number(12_000)),
      ]) + [UInt8](repeating: 1, count: 12_000)
    let message = try #require(findings(png(PNGBytes.chunk("eXIf", exif))).first).message
    #expect(message.contains("thumbnail 12,000 bytes, Exif 44 bytes"))
  }

  // MARK: Colors

  static let sRGB = [
    [0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]
  static let displayP3 = [
    [0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841],
  ]
  // Adobe RGB (1998) Color Image Encoding, 4.3.8, adapted to D50.
  static let adobe = [
    [0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446],
  ]

  @Test(
    "a color profile is classified by its values and reported by its name",
    arguments: [
      ("c2", sRGB, 2.2, nil), ("Screen", displayP3, 2.2, nil), ("Adobe", adobe, 2.2, "\"Adobe\""),
      ("sRGB", adobe, 2.2, "\"sRGB\""), ("Linear", sRGB, 1, "\"Linear\""),
      ("Mac", sRGB, 1.8, "\"Mac\""),
    ])
  func profile(_ name: String, _ colorants: [[Double]], _ gamma: Double, _ expected: String?) {
    let profile = MetadataBytes.profile(name, colorants, gamma: gamma)
    let jpeg = JPEGBytes.inserting(
      JPEGBytes.profileSegment(profile[..<100], number: 1, of: 2)
        + JPEGBytes.profileSegment(profile[100...], number: 2, of: 2))
    for file in [png(MetadataBytes.iCCP(profile)), jpeg] {
      let result = findings(file).filter { $0.rule == "not-srgb" }
      #expect(result.count == (expected == nil ? 0 : 1))
      if let expected { #expect(result.first?.message.contains(expected) == true) }
    }
  }

  @Test("a malformed color chunk is reported, unless another one has precedence")
  func brokenChunk() {
    let gamma = PNGBytes.chunk("gAMA", [0, 1])
    #expect(
      findings(png(gamma)).map(\.message) == [
        "The color information cannot be read: invalid gAMA length: expected 4 bytes, found 2."
      ])
    #expect(found(gamma + PNGBytes.chunk("sRGB", [0])) == [])
  }

  @Test("an invalid, oversized or truncated color profile is reported")
  func brokenProfile() {
    let profile = MetadataBytes.profile("Adobe", Self.adobe, gamma: 2.2)
    for chunk in [
      PNGBytes.chunk("iCCP", Array("p\0\0".utf8) + [1, 2, 3]),
      MetadataBytes.iCCP(Array(profile.prefix(140))),
      MetadataBytes.iCCP([0, 0x20, 0, 0] + profile.dropFirst(4)),
    ] {
      let result = findings(png(chunk)).filter { $0.rule == "not-srgb" }
      #expect(result.first?.message.contains("cannot be read") == true)
    }
    for count in 0..<profile.count {
      let segment = JPEGBytes.profileSegment(profile[..<count])
      #expect(findings(JPEGBytes.inserting(segment)).filter { $0.rule == "not-srgb" }.count <= 1)
    }
  }

  @Test(
    "color chunks apply in order of precedence",
    arguments: [
      ([("gAMA", [0, 0, 0xB1, 0x8F])], nil), ([("gAMA", [0, 1, 0x86, 0xA0])], "a gamma of 1.00"),
      ([("gAMA", [0, 1, 0x86, 0xA0]), ("sRGB", [0])], nil),
      ([("cICP", [9, 16, 0, 1]), ("sRGB", [0])], "BT.2100 PQ"),
      ([("cICP", [12, 13, 0, 1])], nil),
      ([("cHRM", [UInt8](repeating: 0, count: 32))], "custom primaries"),
    ] as [([(String, [UInt8])], String?)])
  func chunks(_ chunks: [(String, [UInt8])], _ expected: String?) {
    let result = findings(png(chunks.flatMap { PNGBytes.chunk($0.0, $0.1) }))
    #expect(result.map(\.rule) == (expected == nil ? [] : ["not-srgb"]))
    if let expected { #expect(result.first?.message.contains(expected) == true) }
  }

  @Test("cHRM primaries are recognized as sRGB, Display P3 or another space")
  func primaries() {
    let white = [31270, 32900]
    for (rest, expected) in [
      ([64000, 33000, 30000, 60000, 15000, 6000], nil),
      ([68000, 32000, 26500, 69000, 15000, 6000], nil),
      ([64000, 33000, 21000, 71000, 15000, 6000], "Adobe RGB"),
    ] as [([Int], String?)] {
      let result = findings(png(PNGBytes.chunk("cHRM", (white + rest).flatMap(PNGBytes.number))))
      #expect(result.count == (expected == nil ? 0 : 1))
      if let expected { #expect(result.first?.message.contains(expected) == true) }
    }
  }

  // MARK: Encodings

  @Test("16-bit, interlaced and animated palette PNGs are reported")
  func encodings() {
    let pixels = Array(repeatElement([200, 0, 128, 0] as [UInt8], count: 300).joined())
    let row: [UInt8] = [0] + pixels
    let deep = PNGBytes.still(
      300, 300, depth: 16, color: 4, rows: Array(repeatElement(row, count: 300).joined()))
    #expect(findings(deep).map(\.rule).contains("sixteen-bits"))
    // A canvas of one pixel has a single pass.
    let one = PNGBytes.still(1, 1, depth: 8, color: 4, interlace: 1, rows: [0, 9, 128])
    #expect(findings(one).map(\.rule).contains("interlaced-png"))
    let palette =
      PNGBytes.chunk("PLTE", [9, 9, 9, 90, 90, 90]) + PNGBytes.chunk("tRNS", [99, 0])
    func indexed(_ control: [UInt8], _ more: [UInt8]) -> [UInt8] {
      PNGBytes.signature + PNGBytes.header(1, 1, depth: 8, color: 3) + control + palette
        + PNGBytes.chunk("IDAT", PNGBytes.zlib([0, 0])) + more + PNGBytes.chunk("IEND")
    }
    let moving = indexed(
      PNGBytes.animationControl(frames: 2) + PNGBytes.frameControl(0, 1, 1),
      PNGBytes.frameControl(1, 1, 1) + PNGBytes.frameData(2, PNGBytes.zlib([0, 1])))
    let result = findings(moving).filter { $0.rule == "indexed-apng" }
    #expect(
      result.map(\.message) == [
        "iOS 17 and some apps show animations with a palette wrongly; this one has 2 colors."
      ])
    #expect(!findings(indexed([], [])).map(\.rule).contains("indexed-apng"))
  }

  @Test("stills from 16,384 bytes are reported if a tenth can be saved; noise is not")
  func recompression() throws {
    func stored(_ side: Int, noise: Int = 0) -> [Finding] {
      var state: UInt32 = 1
      var rows: [UInt8] = []
      for _ in 0..<side {
        rows.append(0)
        for index in 0..<side * 4 {
          state = state &* 1_664_525 &+ 1_013_904_223
          rows.append(index % 4 < noise ? UInt8(state >> 24) : index % 4 == 3 ? 128 : 200)
        }
      }
      return findings(PNGBytes.still(side, side, depth: 8, color: 6, rows: rows))
        .filter { $0.rule == "loose-compression" }
    }
    // 64 rows of 257 bytes are 16,448. A zlib stream of one stored block adds 2 + 5 + 4.
    let found = try #require(stored(64).first)
    #expect(found.measured == Quantity(16_459, .bytes))
    #expect(try #require(found.limit).value < 1000)
    // 63 rows of 253 bytes are 15,939.
    #expect(stored(63) == [])
    // A quarter of the bytes is flat: no tenth is left of a file that stores the others.
    #expect(stored(300, noise: 4) == [])
    #expect(stored(300, noise: 2) != [])
  }

  @Test("a still image that the optimizer compressed is not reported again")
  func tightStill() throws {
    var random = SplitMix(state: 4)
    // Few colors in irregular rows, of which a sample of a sixteenth shows little.
    for side in [140, 180, 300, 500] {
      let art = Bitmap(width: side, height: side) { x, y in
        x / 8 % 3 == y / 32 % 2
          ? .clear : Pixel(red: UInt8(random.next() % 4), green: UInt8(y % 90), blue: UInt8(x % 50))
      }
      let loose = findings(PNGBytes.stored([art])).filter { $0.rule == "loose-compression" }
      #expect(!loose.isEmpty)
      let tight = findings(try LosslessOptimizer().png(art)).map(\.rule)
      #expect(!tight.contains("loose-compression"))
    }
  }

  @Test(
    "a small animation is only reported if each frame stores the whole canvas",
    arguments: [100, 99])
  func looseAnimation(_ width: Int) throws {
    func data(_ width: Int) -> [UInt8] {
      let row: [UInt8] = [0] + [UInt8](repeating: 128, count: width * 4)
      return PNGBytes.zlib(Array(repeatElement(row, count: 100).joined()))
    }
    let file =
      PNGBytes.signature + PNGBytes.header(100, 100) + PNGBytes.animationControl(frames: 2)
      + PNGBytes.frameControl(0, 100, 100) + PNGBytes.chunk("IDAT", data(100))
      + PNGBytes.frameControl(1, width, 100) + PNGBytes.frameData(2, data(width))
      + PNGBytes.chunk("IEND")
    let found = findings(file).first { $0.rule == "loose-compression" }
    #expect((found != nil) == (width == 100))
    if let found { #expect(found.measured == Quantity(2 * data(100).count, .bytes)) }
  }

  @Test("the estimate for loosely compressed files is 19% too small to 51% too large")
  func estimatedRecompression() throws {
    func imageBytes(_ file: [UInt8]) -> Double {
      let png = PNGContainer(file)
      let hidden = png.animation?.defaultImageIsFrame == false
      let frames = png.animation?.frames.reduce(0) { $0 + $1.entry.byteCount } ?? 0
      let image = png.imageData.reduce(0) { $0 + $1.count }
      return Double(png.animation == nil || hidden ? frames + image : frames)
    }
    let canvases = (0..<9).map { Bitmap.disc(side: 400, step: $0) }
    let delay = Delay(numerator: 1, denominator: 10)
    let animation = CanvasAnimation(canvases: canvases, delays: canvases.map { _ in delay })
    for (loose, tight) in [
      (PNGBytes.stored([canvases[0]]), try ImageEncoder.png(canvases[0])),
      (PNGBytes.stored(canvases), try ImageEncoder.apng(animation, loop: .forever)),
      (
        PNGBytes.stored(canvases, hidden: canvases[3]),
        try ImageEncoder.apng(animation, loop: .forever, hiddenImage: canvases[3])
      ),
    ] {
      let found = try #require(findings(loose).first { $0.rule == "loose-compression" })
      #expect(found.measured?.value == imageBytes(loose))
      let estimate = try #require(found.limit).value / imageBytes(tight)
      #expect((0.81...1.51).contains(estimate))
    }
  }

  @Test("a file whose sample saves nothing is not reported")
  func tightSample() throws {
    // The encoder would save the first 28 of 364 rows, which a sample leaves out.
    var random = SplitMix(state: 1)
    let canvas = Bitmap(width: 364, height: 364) { _, y in
      y < 28 ? .clear : Pixel(packed: .random(in: 0...UInt32.max, using: &random))
    }
    let image = try #require(AssetFacts(PNGBytes.stored([canvas])).image)
    #expect(image.isDecoded)
    #expect(image.recompression == nil)
  }
}
