import Basics
import Foundation
import Pixels
import StickerBuild
import StickerLint
import StickerManifest
import StickerPacks
import TestSupport
import Testing

/// Xcode's slots with their sizes in pixels, independent of the tool's own table.
private let slots: [(idiom: String, size: String, scale: String, width: Int, height: Int)] = [
  ("iphone", "29x29", "2x", 58, 58), ("iphone", "29x29", "3x", 87, 87),
  ("iphone", "60x45", "2x", 120, 90), ("iphone", "60x45", "3x", 180, 135),
  ("ipad", "29x29", "2x", 58, 58), ("ipad", "67x50", "2x", 134, 100),
  ("ipad", "74x55", "2x", 148, 110), ("ios-marketing", "1024x1024", "1x", 1024, 1024),
  ("universal", "27x20", "2x", 54, 40), ("universal", "27x20", "3x", 81, 60),
  ("universal", "32x24", "2x", 64, 48), ("universal", "32x24", "3x", 96, 72),
  ("ios-marketing", "1024x768", "1x", 1024, 768),
]

@Suite("Icons of a build")
struct IconTests {
  static let set = "out/Stickers.xcstickers/iMessage App Icon.stickersiconset"
  let folder: TemporaryFolder
  let glass: [UInt8] = [200, 30, 30, 160]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, glass), to: "Art/a.png")
  }

  func configure(_ icon: String) throws {
    try folder.write(#"{ "name": "Pack", "icon": \#(icon) }"#, to: "Art/stickerpack.json")
  }

  func images(in set: String = set) throws -> [[String: String]] {
    let json = try JSONSerialization.jsonObject(
      with: Data(folder.bytes("\(set)/Contents.json")))
    return try #require((json as? [String: Any])?["images"] as? [[String: String]])
  }

  /// Reads width, height, bit depth and color type where PNG Third Edition, 11.2.1, has them, and the
  /// types of all chunks.
  func header(_ png: [UInt8]) -> (size: [Int], kind: [UInt8], chunks: [String]) {
    func number(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var chunks: [String] = []
    var offset = 8
    while offset + 8 <= png.count {
      chunks.append(String(decoding: png[offset + 4..<offset + 8], as: UTF8.self))
      offset += 12 + number(offset)
    }
    return ([number(16), number(20)], Array(png[24...25]), chunks)
  }

  @Test("thirteen slots, each an opaque sRGB image of its size")
  func slots() async throws {
    try folder.write(PNGBytes.still(1200, 1000, [0, 90, 200, 90]), to: "Art/icon.png")
    try configure(#""icon.png""#)
    try await folder.build("Art")
    let images = try images()
    #expect(images.count == 13)
    for (image, slot) in zip(images, StickerBuildTests.slots) {
      #expect(image["idiom"] == slot.idiom && image["size"] == slot.size)
      #expect(image["scale"] == slot.scale)
      let isAny = slot.idiom == "universal" || slot.size == "1024x768"
      #expect(image["platform"] == (isAny ? "ios" : nil))
      let name = try #require(image["filename"])
      let found = header(try folder.bytes("\(Self.set)/\(name)"))
      #expect(found.size == [slot.width, slot.height], "\(name)")
      // Eight bits of red, green and blue, and nothing else that could be seen through.
      #expect(found.kind == [8, 2])
      #expect(Set(found.chunks) == ["IHDR", "sRGB", "IDAT", "IEND"])
    }
    #expect(Set(images.compactMap { $0["filename"] }).count == 13)
    // The set contains no other files, and its contents have Xcode's format.
    let files = try folder.files().filter { $0.hasPrefix(Self.set) }
    #expect(files.count == 14)
    let text = try folder.text("\(Self.set)/Contents.json")
    #expect(
      text.hasPrefix(
        """
        {
          "images" : [
            {
              "filename" : "iphone-29x29@2x.png",
              "idiom" : "iphone",
              "scale" : "2x",
              "size" : "29x29"
            },
        """))
    #expect(text.hasSuffix("  }\n}\n"))
    #expect(!(try folder.files().contains { $0.hasPrefix("out/images/icon") }))
  }

  @Test("the built catalog has no findings, including icons")
  func clean() async throws {
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 255]), to: "Art/icon.png")
    try configure(#""icon.png""#)
    try await folder.build("Art")
    let catalog = folder.path + "/out/Stickers.xcstickers"
    let findings = try await Linter(jobs: 2).lint(try PackDiscovery(at: [FilePath(catalog)]).packs)
      .findings
    #expect(findings.filter { $0.rule.contains("icon") || $0.rule.contains("catalog") } == [])
  }

  @Test("the background is the configured color, or white")
  func background() async throws {
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 0]), to: "Art/empty.png")
    var art = Bitmap(width: 1024, height: 1024)
    art.replace(
      with: Bitmap(width: 900, height: 900, filledWith: Pixel(red: 9, green: 9, blue: 9)), x: 0,
      y: 0)
    try folder.write(PNGBytes.file(art), to: "Art/icon.png")
    for (setting, color) in [
      (#""icon.png""#, Pixel(red: 255, green: 255, blue: 255)),
      (
        ##"{ "file": "icon.png", "background": "#20A0F0" }"##,
        Pixel(red: 0x20, green: 0xA0, blue: 0xF0)
      ),
    ] {
      try configure(setting)
      try await folder.build("Art", skipsUnusableFiles: true)
      for (image, slot) in zip(try images(), StickerBuildTests.slots) {
        let icon = try Decoded(folder.bytes("\(Self.set)/\(image["filename"] ?? "")")).canvases[0]
        let margin = min(slot.width, slot.height) / 10
        // A frame of the background around the art, and the art in the middle.
        #expect(
          (0..<slot.width).allSatisfy { icon[$0, margin - 1] == color && icon[$0, 0] == color })
        #expect(icon[slot.width / 2, slot.height / 2] == Pixel(red: 9, green: 9, blue: 9))
        #expect(icon[slot.width / 2, margin + 2] == Pixel(red: 9, green: 9, blue: 9))
      }
    }
  }

  /// An opaque PNG without an alpha channel.
  func opaque(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> [UInt8] {
    let row: [UInt8] = [0] + repeatElement(pixel, count: width).joined()
    return PNGBytes.still(
      width, height, depth: 8, color: 2, rows: Array(repeatElement(row, count: height).joined()))
  }

  @Test("an opaque image for a slot loses only its alpha channel")
  func alphaChannel() async throws {
    try folder.write(PNGBytes.still(120, 90, [1, 2, 3, 255]), to: "Art/wide.png")
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 255]), to: "Art/icon.png")
    try configure(#"{ "file": "icon.png", "slots": { "60x45@2x": "wide.png" } }"#)
    try await folder.build("Art")
    let bytes = try folder.bytes("\(Self.set)/iphone-60x45@2x.png")
    #expect(header(bytes).kind == [8, 2])
    #expect(
      try Decoded(bytes).canvases
        == [Bitmap(width: 120, height: 90, filledWith: Pixel(red: 1, green: 2, blue: 3))])
  }

  @Test("an image for a slot is used unchanged")
  func given() async throws {
    let wide = opaque(120, 90, [1, 2, 3])
    let small = opaque(58, 58, [4, 5, 6])
    try folder.write(wide, to: "Art/wide.png")
    try folder.write(small, to: "Art/small.png")
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 255]), to: "Art/icon.png")
    try configure(
      #"{ "file": "icon.png", "slots": { "60x45@2x": "wide.png", "29x29@2x": "small.png" } }"#)
    try await folder.build("Art")
    #expect(try folder.bytes("\(Self.set)/iphone-60x45@2x.png") == wide)
    #expect(try folder.bytes("\(Self.set)/iphone-29x29@2x.png") == small)
    #expect(try folder.bytes("\(Self.set)/ipad-29x29@2x.png") == small)
    let made = try Decoded(folder.bytes("\(Self.set)/iphone-60x45@3x.png")).canvases[0]
    #expect(made[90, 60] == Pixel(red: 0, green: 90, blue: 200))
    #expect(try images().count == 13)
  }

  @Test("without an image the icons show a sticker, which is reported")
  func fallback() async throws {
    // The pack's order decides, not the name.
    try folder.write(PNGBytes.still(300, 300, [0, 200, 0, 255]), to: "Art/z.png")
    try folder.write(
      #"{ "name": "Pack", "stickers": [{ "file": "z.png" }] }"#, to: "Art/stickerpack.json")
    let outcome = try await folder.build("Art")
    #expect(outcome.stickersForIcons == ["Art/z.png"])
    let icon = try Decoded(folder.bytes("\(Self.set)/ios-marketing-1024x768@1x.png")).canvases[0]
    #expect(icon[512, 384] == Pixel(red: 0, green: 200, blue: 0))
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 255]), to: "Art/icon.png")
    try configure(#""icon.png""#)
    #expect(try await folder.build("Art").stickersForIcons == [nil])
  }

  @Test(
    "the icons are made from the cover, or else from the first still one of more than 256 colors")
  func choice() async throws {
    let solid = PNGBytes.still(300, 300, [0, 200, 0, 255])
    try folder.write(
      PNGBytes.animation(300, 300, [[0, 200, 0, 255], [9, 9, 9, 255]]), to: "Art/1.png")
    try folder.write(
      GIFBytes.file(300, 300, [.init(width: 300, height: 300, index: 1)]), to: "Art/2.gif")
    try folder.write(solid, to: "Art/3.png")
    #expect(try await folder.build("Art").stickersForIcons == ["Art/3.png"])
    try folder.write(
      #"{ "name": "Pack", "cover": "1.png" }"#, to: "Art/stickerpack.json")
    #expect(try await folder.build("Art").stickersForIcons == ["Art/1.png"])
  }

  @Test("the icons of an animation show its most opaque frame", arguments: [false, true])
  func animation(_ isGiven: Bool) async throws {
    // The first of the two opaque frames.
    let fadeIn: [[UInt8]] = [[0, 0, 0, 0], [200, 0, 0, 99], [0, 200, 0, 255], [9, 9, 9, 255]]
    try folder.write(
      PNGBytes.animation(300, 300, fadeIn), to: isGiven ? "Art/icon.png" : "Art/a.png")
    if isGiven { try configure(#""icon.png""#) }
    try await folder.build("Art")
    let icon = try Decoded(folder.bytes("\(Self.set)/iphone-29x29@3x.png")).canvases[0]
    #expect(icon[43, 43] == Pixel(red: 0, green: 200, blue: 0))
  }

  @Test("an image for icons that cannot be decoded fails the build, or is skipped and reported")
  func damaged() async throws {
    try folder.write(PNGBytes.signature + PNGBytes.header(1024, 1024), to: "Art/icon.png")
    try configure(#""icon.png""#)
    let failure = await #expect(throws: BuildError.self) { try await folder.build("Art") }
    #expect(
      failure?.description.hasPrefix(
        "Art/icon.png cannot be built: no icon can be made from it: ") == true)
    let outcome = try await folder.build("Art", skipsUnusableFiles: true)
    #expect(outcome.skipped.map(\.displayPath) == ["Art/icon.png"])
    #expect(outcome.stickersForIcons == ["Art/a.png"])
    #expect(try images().count == 13)
  }

  @Test("a pack without a visible pixel has no icons, which is reported")
  func nothing() async throws {
    try folder.write(PNGBytes.still(300, 300, [0, 0, 0, 0]), to: "Art/a.png")
    let failure = await #expect(throws: BuildError.self) { try await folder.build("Art") }
    #expect(
      failure?.description
        == "Art cannot be built: it has no icon, and no sticker that one could be"
        + " made from")
    let outcome = try await folder.build("Art", skipsUnusableFiles: true)
    #expect(outcome.skipped.map(\.displayPath) == ["Art"])
    #expect(!(try folder.files().contains { $0.contains("stickersiconset") }))
  }

  @Test("each of several packs has its own icons")
  func several() async throws {
    for (name, blue) in [("One", 50), ("Two", 250)] as [(String, UInt8)] {
      try folder.write(PNGBytes.still(300, 300, glass), to: "All/\(name)/a.png")
      try folder.write(PNGBytes.still(1024, 1024, [0, 0, blue, 255]), to: "All/\(name)/icon.png")
      try folder.write(#"{ "icon": "icon.png" }"#, to: "All/\(name)/stickerpack.json")
    }
    try await folder.build("All")
    for (name, blue) in [("One", 50), ("Two", 250)] as [(String, UInt8)] {
      let set = "out/\(name)/Stickers.xcstickers/iMessage App Icon.stickersiconset"
      #expect(try images(in: set).count == 13)
      let icon = try Decoded(folder.bytes("\(set)/universal-27x20@2x.png")).canvases[0]
      #expect(icon[27, 20].blue == blue)
    }
  }

  @Test("a catalog keeps its icons, and missing ones are made from the largest")
  func catalog() async throws {
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 255]), to: "Art/icon.png")
    try configure(#""icon.png""#)
    try await folder.build("Art")
    let set = Self.set
    var json = try folder.text("\(set)/Contents.json")
    json.replace("\"filename\" : \"universal-27x20@3x.png\",", with: "")
    try folder.write(json, to: "\(set)/Contents.json")
    let kept = try folder.bytes("\(set)/iphone-60x45@3x.png")
    let outcome = try await folder.build("out/Stickers.xcstickers", to: "again")
    #expect(outcome.stickersForIcons == [nil])
    let again = set.replacingOccurrences(of: "out/", with: "again/")
    #expect(try folder.bytes("\(again)/iphone-60x45@3x.png") == kept)
    let made = try Decoded(folder.bytes("\(again)/universal-27x20@3x.png")).canvases[0]
    #expect(made[40, 30] == Pixel(red: 0, green: 90, blue: 200))
  }

  @Test("the icons are the same for any number of jobs, and the manifest lists them")
  func reproducible() async throws {
    try folder.write(PNGBytes.file(FramedArt.rings(700)), to: "Art/icon.png")
    try configure(#""icon.png""#)
    try await folder.build("Art", jobs: 1, to: "one")
    try await folder.build("Art", jobs: 7, to: "many")
    func sums(_ name: String) throws -> [String: String] {
      let manifest = try JSONDecoder().decode(
        Manifest.self, from: Data(folder.bytes("\(name)/manifest.json")))
      let files = try #require(manifest.files).filter { $0.file.contains("stickersiconset") }
      for file in files {
        #expect(Digest.sha256(try folder.bytes("\(name)/\(file.file)")) == file.sha256)
      }
      return Dictionary(uniqueKeysWithValues: files.map { ($0.file, $0.sha256) })
    }
    let one = try sums("one")
    #expect(one.count == 14)
    #expect(try sums("many") == one)
  }

  @Test("a circle is a circle in every slot")
  func circle() async throws {
    try folder.write(PNGBytes.file(FramedArt.rings(1024)), to: "Art/icon.png")
    try configure(##"{ "file": "icon.png", "background": "#FFFFFF" }"##)
    try await folder.build("Art")
    for image in try images() {
      let icon = try Decoded(folder.bytes("\(Self.set)/\(image["filename"] ?? "")")).canvases[0]
      let (cx, cy) = (icon.width / 2, icon.height / 2)
      // From the middle outward, as far as it is dark.
      let across = (cx..<icon.width).prefix { icon[$0, cy].red < 128 }.count
      let down = (cy..<icon.height).prefix { icon[cx, $0].red < 128 }.count
      #expect(abs(across - down) <= 1)
      #expect(abs(Double(down) - 0.4 * Double(min(icon.width, icon.height))) <= 1.5)
    }
  }
}

/// Art that reveals distortion.
private enum FramedArt {
  /// A dark disc that touches all four edges.
  static func rings(_ side: Int) -> Bitmap {
    Bitmap(width: side, height: side) { x, y in
      let (dx, dy) = (2 * x + 1 - side, 2 * y + 1 - side)
      return dx * dx + dy * dy <= side * side ? Pixel(red: 60, green: 20, blue: 20) : .clear
    }
  }
}
