import Basics
import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// Catalog rules: each test changes one thing in a valid catalog.
@Suite("Catalog rules")
struct CatalogTests {
  let folder: TemporaryFolder
  static let catalog = "Art.xcstickers"
  static let pack = "\(catalog)/Cats.stickerpack"
  static let sequence = "\(pack)/run.stickersequence"
  static let icons = "\(catalog)/iMessage App Icon.stickersiconset"

  static let slots: [(idiom: String, size: String, scale: Int, width: Int, height: Int)] = [
    ("iphone", "29x29", 2, 58, 58), ("iphone", "29x29", 3, 87, 87),
    ("iphone", "60x45", 2, 120, 90), ("iphone", "60x45", 3, 180, 135),
    ("ipad", "29x29", 2, 58, 58), ("ipad", "67x50", 2, 134, 100), ("ipad", "74x55", 2, 148, 110),
    ("ios-marketing", "1024x1024", 1, 1024, 1024), ("universal", "27x20", 2, 54, 40),
    ("universal", "27x20", 3, 81, 60), ("universal", "32x24", 2, 64, 48),
    ("universal", "32x24", 3, 96, 72), ("ios-marketing", "1024x768", 1, 1024, 768),
  ]

  /// A white icon for each slot, encoded once for all tests.
  static let whiteIcons = Result {
    try slots.map { slot in
      let samples = [UInt8](repeating: 255, count: slot.width * slot.height * 4)
      return try ImageEncoder.png(
        Bitmap(width: slot.width, height: slot.height, samples: samples))
    }
  }

  static let info = #""info": { "author": "xcode", "version": 1 }"#
  static let glass: [UInt8] = [200, 30, 30, 160]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("{ \(Self.info) }", to: "\(Self.catalog)/Contents.json")
    try writePack()
    for (name, side) in [("sit", 300), ("jump", 300)] {
      try folder.write(
        PNGBytes.still(side, side, name == "sit" ? Self.glass : [240, 150, 30, 168]),
        to: "\(Self.pack)/\(name).sticker/\(name).png")
      try writeSticker(name)
    }
    try folder.write(
      PNGBytes.still(300, 300, [9, 90, 9, 128]), to: "\(Self.sequence)/1.png")
    try folder.write(
      PNGBytes.still(300, 300, [9, 99, 9, 128]), to: "\(Self.sequence)/2.png")
    try writeSequence()
    for (slot, icon) in zip(Self.slots, try Self.whiteIcons.get()) {
      try folder.write(icon, to: "\(Self.icons)/\(slot.idiom)-\(slot.size)-\(slot.scale).png")
    }
    try writeIcons()
  }

  func writePack(
    _ properties: String = #""grid-size": "small""#,
    stickers: [String] = ["sit.sticker", "jump.sticker", "run.stickersequence"], more: String = ""
  ) throws {
    let list = stickers.map { #"{ "filename": "\#($0)" }"# }.joined(separator: ", ")
    try folder.write(
      """
      { \(Self.info),
        "properties": { \(properties) },
        "stickers": [\(list)]\(more) }
      """, to: "\(Self.pack)/Contents.json")
  }

  func writeSticker(_ name: String, filename: String? = nil, label: String? = nil) throws {
    try folder.write(
      """
      { \(Self.info), "properties": {
        "accessibility-label": "\(label ?? "The cat likes to \(name)")",
        "filename": "\(filename ?? name + ".png")" } }
      """, to: "\(Self.pack)/\(name).sticker/Contents.json")
  }

  func writeSequence(
    frames: String = #"[{ "filename": "1.png" }, { "filename": "2.png" }]"#,
    duration: String = #""duration": 15, "duration-type": "fps""#, repetitions: String = "0"
  ) throws {
    try folder.write(
      """
      { \(Self.info), "frames": \(frames),
        "properties": { "accessibility-label": "The cat runs", \(duration),
          "repetitions": \(repetitions) } }
      """, to: "\(Self.sequence)/Contents.json")
  }

  func writeIcons(_ change: (Int, inout [String: String]) -> Void = { _, _ in }) throws {
    let images = Self.slots.enumerated().map { index, slot in
      var image = [
        "filename": "\(slot.idiom)-\(slot.size)-\(slot.scale).png", "idiom": slot.idiom,
        "size": slot.size, "scale": "\(slot.scale)x",
      ]
      if slot.idiom == "universal" || slot.size == "1024x768" { image["platform"] = "ios" }
      change(index, &image)
      return "{ "
        + image.sorted { $0.key < $1.key }.map { #""\#($0)": "\#($1)""# }
        .joined(separator: ", ") + " }"
    }
    try folder.write(
      #"{ \#(Self.info), "images": [\#(images.joined(separator: ",\n"))] }"#,
      to: "\(Self.icons)/Contents.json")
  }

  func lint(_ path: String = Self.catalog) async throws -> LintResult {
    try await Linter(jobs: 2).lint(try PackDiscovery(at: ["\(folder.path)/\(path)"]).packs)
  }

  func ids(_ path: String = Self.catalog) async throws -> [String] {
    try await lint(path).findings.map(\.rule).sorted()
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder.path + "/" + name)
  }

  @Test("a catalog as Xcode writes it has no findings, and its sequence is a sticker")
  func good() async throws {
    let result = try await lint()
    #expect(result.findings == [])
    #expect(result.stickerCount == 3)
    #expect(result.packs.map(\.facts.icons.count) == [13])
    // Also with the folder above, and with the pack alone, whose icons are unknown then.
    #expect(try await ids("") == [])
    #expect(try await ids(Self.pack) == [])
  }

  // MARK: JSON

  @Test(
    "invalid JSON is reported with its place",
    arguments: [
      ("{ // a comment\n}", 1, 3), ("{\n  \"properties\": {},\n}", 3, 1), ("{ \"a\": }", 1, 8),
      ("{\n\"properties\": 1, \"properties\": 2 }", 2, 18), ("", 1, 1),
    ])
  func broken(_ text: String, _ line: Int, _ column: Int) async throws {
    try folder.write(text, to: "\(Self.pack)/sit.sticker/Contents.json")
    let found = try await lint().findings
    #expect(found.map(\.rule) == ["invalid-catalog"])
    #expect(found.first?.place?.line == line)
    #expect(found.first?.place?.column == column)
    #expect(found.first?.file == "\(Self.pack)/sit.sticker/Contents.json")
  }

  @Test("a misspelled key, as in Apple's examples, is reported with the correct one")
  func keys() async throws {
    try writePack(#""grid-space": "small""#)
    let key = try #require(try await lint().findings.first)
    #expect(key.rule == "catalog-unknown-key")
    #expect(
      key.message == "Unknown key \"grid-space\"; did you mean \"grid-size\"?")
    #expect(key.place == Place("properties.grid-space", offset: 65, line: 2, column: 19))
    try writePack()
    try writeSequence(duration: #""repetions": 0, "duration": 15, "duration-type": "fps""#)
    #expect(try await lint().findings.map(\.message).first?.contains("\"repetitions\"") == true)
  }

  @Test("an unknown key is reported in each file and at each depth")
  func unknown() async throws {
    try writePack(more: #", "x": 1"#)
    try folder.write(
      #"{ "info": { "author": "a", "version": 1, "xyz": 1 } }"#, to: "\(Self.catalog)/Contents.json"
    )
    try writeIcons { index, image in if index == 0 { image["xyz"] = "1" } }
    try writeSequence(frames: #"[{ "filename": "1.png", "xyz": 1 }, { "filename": "2.png" }]"#)
    let found = try await lint().findings
    #expect(Set(found.map(\.rule)) == ["catalog-unknown-key"])
    #expect(
      Set(found.compactMap(\.place?.part)) == ["x", "info.xyz", "images[0].xyz", "frames[0].xyz"])
  }

  @Test(
    "invalid pack properties",
    arguments: [
      (
        #""grid-size": "medium""#,
        #""properties.grid-size" is "medium"; expected "small", "regular" or "large"."#
      ),
      (
        #""grid-size": 3"#, #""properties.grid-size" is 3; expected "small", "regular" or "large"."#
      ),
    ])
  func packValues(_ properties: String, _ message: String) async throws {
    try writePack(properties)
    let found = try await lint().findings
    #expect(found.map(\.rule) == ["catalog-bad-value"])
    #expect(found.first?.message == message)
    #expect(found.first?.severity == .warning)
  }

  @Test(
    "invalid sequence properties",
    arguments: [
      (
        #""duration": 0, "duration-type": "fps""#, "0",
        #"duration" is 0; expected a number above 0."#
      ),
      (
        #""duration": -1, "duration-type": "fps""#, "0",
        #"duration" is -1; expected a number above 0."#
      ),
      (
        #""duration": "15", "duration-type": "fps""#, "0",
        #"duration" is "15"; expected a number above 0."#
      ),
      (
        #""duration": 15, "duration-type": "fpms""#, "0",
        #"duration-type" is "fpms"; expected "fps" or "fixed"."#
      ),
      (
        #""duration": 15, "duration-type": "fps""#, "-1",
        #"repetitions" is -1; expected a whole number, 0 or more."#
      ),
      (
        #""duration": 15, "duration-type": "fps""#, "0.5",
        #"repetitions" is 0.5; expected a whole number, 0 or more."#
      ),
    ])
  func sequenceValues(_ duration: String, _ repetitions: String, _ message: String) async throws {
    try writeSequence(duration: duration, repetitions: repetitions)
    let found = try await lint().findings
    #expect(found.map(\.rule) == ["catalog-bad-value"])
    #expect(found.first?.message == "\"properties." + message)
  }

  @Test("the only valid version is 1")
  func version() async throws {
    for (version, expected) in [("1", []), ("2", ["catalog-bad-value"])] {
      try folder.write(
        #"{ "info": { "author": "a", "version": \#(version) } }"#,
        to: "\(Self.catalog)/Contents.json")
      #expect(try await ids() == expected)
    }
  }

  @Test("a hostile file has at most 64 findings")
  func many() async throws {
    let members = (0..<5000).map { #""k\#($0)": 0"# }.joined(separator: ", ")
    try writePack(#""grid-size": "small", \#(members)"#)
    #expect(try await lint().findings.count == 64)
  }

  // MARK: Lists

  @Test(
    "a filename has no folders",
    arguments: ["/abs/sit.png", "../sit.sticker/sit.png", "sub/sit.png", "", ".", ".."])
  func paths(_ name: String) async throws {
    try writeSticker("sit", filename: name)
    // The image is there, but no file refers to it.
    #expect(try await ids() == ["filename-is-path", "unused-catalog-entry"])
  }

  @Test("listed stickers without a folder, and folders without a list entry")
  func lists() async throws {
    try writePack(stickers: ["gone.sticker", "sit.sticker", "run.stickersequence"])
    try folder.write([1], to: "\(Self.pack)/sit.sticker/old.png")
    try folder.write([1], to: "\(Self.pack)/Other/a.txt")
    let found = try await lint()
    let rules = Dictionary(grouping: found.findings, by: \.rule).mapValues { $0.map(\.file) }
    #expect(
      rules == [
        "listed-file-missing": ["\(Self.pack)/Contents.json"],
        "sticker-not-listed": ["\(Self.pack)/jump.sticker"],
        "unused-catalog-entry": ["\(Self.pack)/Other", "\(Self.pack)/sit.sticker/old.png"],
      ])
    // A sticker that is not listed is linted too.
    #expect(found.stickerCount == 3)
  }

  @Test("a missing image and a missing frame are errors")
  func files() async throws {
    try remove("\(Self.pack)/sit.sticker/sit.png")
    try remove("\(Self.sequence)/2.png")
    let found = try await lint().findings
    #expect(found.map(\.rule) == ["listed-file-missing", "listed-file-missing"])
    #expect(
      found.compactMap(\.place?.part).sorted() == ["frames[1].filename", "properties.filename"])
  }

  @Test("a sticker that is listed twice is one sticker")
  func twice() async throws {
    try writePack(stickers: ["sit.sticker", "sit.sticker", "jump.sticker", "run.stickersequence"])
    let found = try await lint()
    #expect(found.findings.map(\.place?.part) == ["stickers[1]"])
    #expect(found.stickerCount == 3)
  }

  @Test("a name that differs in case finds its file, with a warning")
  func wrongCase() async throws {
    try writePack(stickers: ["Sit.sticker", "jump.sticker", "run.stickersequence"])
    try writeSticker("jump", filename: "Jump.PNG")
    let found = try await lint()
    #expect(found.findings.map(\.rule) == ["name-in-other-case", "name-in-other-case"])
    #expect(found.findings.allSatisfy { $0.severity == .warning })
    #expect(found.packs[0].facts.assets.map(\.source.id) == ["sit", "jump"])
    #expect(found.packs[0].facts.assets.allSatisfy { $0.image != nil })
  }

  @Test("a catalog has one pack at most, in groups too")
  func packs() async throws {
    try folder.write(
      #"{ "stickers": [] }"#, to: "\(Self.catalog)/Group/Dogs.stickerpack/Contents.json")
    let result = try await lint()
    #expect(result.findings.map(\.rule).sorted() == ["empty-pack", "several-packs"])
    #expect(
      result.findings.map(\.message).contains(
        "The catalog has 2 packs (limit: 1): \"Cats\", \"Dogs\"."))
  }

  @Test("an icon set outside a catalog has icons and no stickers")
  func looseIcons() async throws {
    let set = "Drafts/Icons.stickersiconset"
    let slot = #"{ "idiom": "iphone", "scale": "2x", "size": "60x45", "filename": "a.png" }"#
    try folder.write(#"{ "images": [\#(slot)] }"#, to: "\(set)/Contents.json")
    try folder.write(PNGBytes.still(300, 300, Self.glass), to: "\(set)/a.png")
    let found = try await lint("Drafts")
    #expect(found.stickerCount == 0)
    #expect(
      found.findings.map { "\($0.rule) \($0.file)" }.sorted() == [
        "icon-missing \(set)/Contents.json", "icon-not-opaque \(set)/a.png",
        "icon-slot-empty \(set)/Contents.json", "icon-square-missing \(set)/Contents.json",
        "icon-wrong-size \(set)/a.png",
      ])
  }

  @Test("a catalog without stickers is not a pack")
  func other() throws {
    try folder.write("no JSON", to: "App.xcassets/AppIcon.appiconset/Contents.json")
    try folder.write("a note", to: "App.xcassets/readme.txt")
    #expect(try PackDiscovery(at: [FilePath(folder.path + "/App.xcassets")]).packs.isEmpty)
  }

  // MARK: Sequences

  @Test(
    "empty frames, as Xcode writes them, are an info",
    arguments: [
      (#"[{}, { "filename": "1.png" }, { "filename": "2.png" }]"#, "frames[0]"),
      ("[]", "frames"),
    ])
  func unnamed(_ frames: String, _ part: String) async throws {
    try writeSequence(frames: frames)
    let found = try await lint().findings.filter { $0.rule != "unused-catalog-entry" }
    #expect(found.map(\.rule) == ["sequence-frame-unnamed"])
    #expect(found.map(\.severity) == [.info])
    #expect(found.first?.place?.part == part)
  }

  @Test("frames of different sizes")
  func sizes() async throws {
    try folder.write(PNGBytes.still(300, 299, Self.glass), to: "\(Self.sequence)/2.png")
    let found = try await lint().findings.filter { $0.file == Self.sequence }
    #expect(found.map(\.rule) == ["sequence-frame-sizes"])
    #expect(found.first?.message == "The frames have 2 sizes: 300 × 300 px, 300 × 299 px.")
  }

  @Test(
    "frames are checked as stickers are, with one finding for all of a sequence",
    arguments: [
      ("not-srgb", PNGBytes.chunk("gAMA", PNGBytes.number(100_000))),
      ("gps-position", PNGBytes.chunk("eXIf", MetadataBytes.position([2, 4]))),
    ])
  func framesLikeStickers(_ rule: String, _ chunk: [UInt8]) async throws {
    let frames = ["\(Self.sequence)/1.png", "\(Self.sequence)/2.png"]
    for (name, green) in zip(frames, [90, 99] as [UInt8]) {
      let data = PNGBytes.solid(300, 300, [9, green, 9, 128])
      try folder.write(PNGBytes.file(300, 300, chunk, image: data), to: name)
    }
    var found = try await lint().findings
    #expect(found.map(\.rule) == [rule])
    #expect(found.map(\.file) == [frames[0]] && found.map(\.related) == [[frames[1]]])
    #expect(found.first?.message.hasSuffix(" 2 of 2 frames are affected.") == true)
    try folder.write(PNGBytes.still(300, 300, [9, 90, 9, 128]), to: frames[0])
    found = try await lint().findings
    #expect(found.map(\.rule) == [rule])
    #expect(found.map(\.file) == [frames[1]] && found.map(\.related) == [[]])
    #expect(found.first?.message.contains("affected") == false)
  }

  @Test(
    "the canvas and the hidden color of frames are checked",
    arguments: [
      (299, 299, "canvas-too-small"), (619, 619, "canvas-too-large"), (400, 400, "canvas-off-size"),
      (300, 400, "canvas-not-square"), (408, 408, "grid-size-mismatch"),
    ])
  func frameCanvas(_ width: Int, _ height: Int, _ rule: String) async throws {
    for (name, green) in [("1.png", 90), ("2.png", 99)] as [(String, UInt8)] {
      try folder.write(
        PNGBytes.still(width, height, [9, green, 9, 128]), to: "\(Self.sequence)/\(name)")
    }
    #expect(try await ids().contains(rule))
    for name in ["1.png", "2.png"] {
      let smear = Bitmap(width: 300, height: 300) { x, y in
        let isArt = (50..<250).contains(x) && (50..<250).contains(y)
        return Pixel(
          red: UInt8(x * 7 & 255), green: UInt8(y * 5 & 255), blue: 9, alpha: isArt ? 128 : 0)
      }
      try folder.write(PNGBytes.file(smear), to: "\(Self.sequence)/\(name)")
    }
    #expect(try await ids().contains("hidden-color"))
  }

  @Test("a sequence is an animated PNG in a pack that is shared with all apps")
  func sharedSequence() async throws {
    try folder.write(
      #"{ "project": { "bundleId": "com.example.cats", "sharingLevel": "OS" } }"#,
      to: "stickerpack.json")
    let found = try await lint("").findings
    #expect(found.map(\.rule) == ["apng-system-sharing"])
    #expect(
      found.first?.message == "The pack is shared with all apps, and 1 sticker is an animated PNG.")
    #expect(found.flatMap(\.related).map { $0.hasSuffix(Self.sequence) } == [true])
  }

  @Test("rules about a whole animation do not apply to its frames")
  func frameOfAnimation() async throws {
    // The art moves from the left to the right, and a frame is blank.
    for (name, range) in [("1.png", 0..<60), ("2.png", 290..<290)] {
      let frame = Bitmap(width: 300, height: 300) { x, y in
        range.contains(x) && (9..<200).contains(y) ? Pixel(red: 9, green: 90, blue: 9) : .clear
      }
      try folder.write(PNGBytes.file(frame), to: "\(Self.sequence)/\(name)")
    }
    #expect(try await ids() == [])
  }

  @Test(
    "the limit is 20 frames per second, even for a fixed duration",
    arguments: [
      (#""duration": 20, "duration-type": "fps""#, []),
      (#""duration": 21, "duration-type": "fps""#, ["sequence-frame-rate"]),
      (#""duration": 0.1, "duration-type": "fixed""#, []),
      (#""duration": 0.099, "duration-type": "fixed""#, ["sequence-frame-rate"]),
      (#""duration": 1e-300, "duration-type": "fps""#, []),
      (#""duration": 1e300, "duration-type": "fps""#, ["sequence-frame-rate"]),
    ])
  func rate(_ duration: String, _ expected: [String]) async throws {
    try writeSequence(duration: duration)
    #expect(try await ids() == expected)
  }

  @Test("a sequence that stops is an info")
  func stops() async throws {
    try writeSequence(repetitions: "3")
    let found = try await lint().findings
    #expect(found.map(\.rule) == ["sequence-stops"])
    #expect(found.first?.measured == Quantity(3, .value))
  }

  @Test("frames are decoded, and a corrupt one is reported")
  func damaged() async throws {
    var png = PNGBytes.still(300, 300, Self.glass)
    png[29] ^= 0xFF
    try folder.write(png, to: "\(Self.sequence)/2.png")
    let found = try await lint().findings
    #expect(found.map(\.rule) == ["corrupt-file"])
    #expect(found.map(\.file) == ["\(Self.sequence)/2.png"])
  }

  @Test("the size estimate counts a frame each time it is shown")
  func estimate() async throws {
    // Noise hardly compresses: each frame takes about its 3 bytes a pixel.
    var state: UInt32 = 1
    let samples = (0..<300 * 300 * 4).map { index -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return index % 4 == 3 ? 255 : UInt8(state >> 24)
    }
    let noise = try ImageEncoder.png(Bitmap(width: 300, height: 300, samples: samples))
    #expect((250_000...290_000).contains(noise.count))
    for name in ["1.png", "2.png"] { try folder.write(noise, to: "\(Self.sequence)/\(name)") }
    let once = #"{ "filename": "1.png" }"#
    #expect(try await !ids().contains("sequence-size") == (noise.count * 2 <= 512_000))
    try writeSequence(frames: "[\(once)]")
    #expect(try await !ids().contains("sequence-size"))
    try writeSequence(frames: "[\(once), \(once), \(once)]")
    let found = try #require(try await lint().findings.first { $0.rule == "sequence-size" })
    #expect(found.measured == Quantity(noise.count * 3, .bytes))
    #expect(found.severity == .info)
  }

  @Test("the size limit of stickers does not apply to frames")
  func largeFrame() async throws {
    let png = PNGBytes.still(300, 300, Self.glass)
    let padding = PNGBytes.chunk("paDd", [UInt8](repeating: 0, count: 520_000))
    try folder.write(png.prefix(33) + padding + png.dropFirst(33), to: "\(Self.sequence)/1.png")
    #expect(try await ids() == [])
  }

  // MARK: Icons

  @Test("the nine required icons and the four optional ones")
  func missing() async throws {
    for (index, slot) in Self.slots.enumerated() {
      try writeIcons { if $0 == index { $1["filename"] = nil } }
      let found = try await lint().findings.filter { $0.rule != "unused-catalog-entry" }
      let rule =
        switch slot.size {
        case "29x29": "icon-slot-empty"
        case "1024x1024": "icon-square-missing"
        default: "icon-missing"
        }
      #expect(found.map(\.rule) == [rule])
      #expect(found.map(\.severity) == [rule == "icon-missing" ? .error : .info])
      let name =
        rule == "icon-square-missing" ? "1024" : "\(slot.idiom) \(slot.size)@\(slot.scale)x"
      #expect(found.first?.message.replacing(",", with: "").contains(name) == true)
      let code = slot.size == "1024x768" ? "(ITMS-90642)" : "(ITMS-90649)"
      #expect(found.first?.message.contains(code) == (rule == "icon-missing"))
    }
  }

  @Test(
    "an icon set without images is an error, whether its slots are listed or not",
    arguments: ["[]", "[{ \"idiom\": \"iphone\", \"size\": \"60x45\", \"scale\": \"2x\" }]"])
  func emptySet(images: String) async throws {
    try remove(Self.icons)
    try folder.write(
      #"{ \#(Self.info), "images": \#(images) }"#, to: "\(Self.icons)/Contents.json")
    let found = try await lint().findings.filter { $0.severity == .error }
    #expect(found.map(\.rule) == ["icon-missing"])
    #expect(found.first?.message.contains("9 required icons") == true)
    #expect(found.first?.message.contains("(ITMS-90649, ITMS-90642)") == true)
  }

  @Test(
    "an icon without the platform is not in its slot, and neither is one with the idiom universal")
  func misplaced() async throws {
    try writeIcons { $1["platform"] = nil }
    var found = try await lint().findings
    #expect(found.map(\.rule) == ["icon-wrong-slot"])
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.place?.part == "images[8]")
    #expect(found.first?.message.contains("5 icons without \"platform\" : \"ios\"") == true)
    #expect(found.first?.message.contains("(ITMS-90649, ITMS-90642)") == true)
    // As Xcode's editor writes the slots of iPhone and iPad.
    try writeIcons {
      if [2, 3, 5, 6].contains($0) { ($1["idiom"], $1["platform"]) = ("universal", "ios") }
    }
    found = try await lint().findings
    #expect(found.map(\.rule) == ["icon-wrong-slot"])
    #expect(
      found.first?.message.contains(
        "iphone 60x45@2x, iphone 60x45@3x, ipad 67x50@2x, ipad 74x55@2x. App Store Connect") == true
    )
    #expect(found.first?.message.contains("(ITMS-90649)") == true)
  }

  @Test(
    "an icon of another platform leaves its slot empty, and a second entry for a slot is ignored")
  func otherPlatform() async throws {
    try writeIcons { if $0 == 8 { $1["platform"] = "macos" } }
    #expect(try await ids() == ["icon-missing"])
    // Both entries have the image.
    try writeIcons { if $0 == 0 { ($1["size"], $1["idiom"]) = ("60x45", "universal") } }
    #expect(try await ids().contains("icon-wrong-slot") == false)
  }

  @Test("slots of iPhone and iPad may have a platform, and Xcode 8 had slots at @1x")
  func otherSets() async throws {
    try writeIcons { index, image in
      if [0, 2, 5, 7].contains(index) { image["platform"] = "ios" }
    }
    #expect(try await ids() == [])
    try writeIcons { if $0 == 0 { ($1["size"], $1["scale"]) = ("67x50", "1x") } }
    #expect(try await ids() == ["icon-slot-empty", "icon-wrong-size"])
  }

  @Test("an unknown slot is an invalid value and leaves its own slot empty")
  func slots() async throws {
    try writeIcons { if $0 == 2 { $1["idiom"] = "iPhone" } }
    #expect(try await ids() == ["catalog-bad-value", "icon-missing"])
    try writeIcons { if $0 == 2 { $1["size"] = "60x46" } }
    #expect(try await ids() == ["catalog-bad-value", "icon-missing"])
  }

  @Test("a catalog without an icon set")
  func noSet() async throws {
    try remove(Self.icons)
    let found = try await lint().findings
    #expect(found.map(\.rule) == ["icon-set-missing"])
    #expect(found.first?.severity == .info)
  }

  @Test("a problem of most icons is one finding about their folder, so reports name them")
  func sharedByIcons() async throws {
    let names = Self.slots.map { "\(Self.icons)/\($0.idiom)-\($0.size)-\($0.scale).png" }
    for (slot, name) in zip(Self.slots, names) {
      try folder.write(PNGBytes.still(slot.width, slot.height, [9, 9, 9, 254]), to: name)
    }
    let found = try await lint().findings.filter { $0.rule == "icon-not-opaque" }
    #expect(found.map(\.file) == [Self.icons])
    #expect(Set(found.flatMap(\.related)) == Set(names))
  }

  @Test("icons of the wrong size, with transparency, in grayscale, with a palette")
  func images() async throws {
    let name = "\(Self.icons)/iphone-60x45-2.png"
    func rules(_ bytes: [UInt8]) async throws -> [String] {
      try folder.write(bytes, to: name)
      let found = try await lint().findings
      #expect(found.allSatisfy { $0.file == name })
      return found.map(\.rule)
    }
    #expect(try await rules(PNGBytes.still(120, 91, [9, 9, 9, 255])) == ["icon-wrong-size"])
    #expect(try await rules(PNGBytes.still(120, 90, [9, 9, 9, 254])) == ["icon-not-opaque"])
    // An alpha channel alone matters only for the App Store.
    #expect(try await rules(PNGBytes.still(120, 90, [9, 9, 9, 255])) == [])
    let row = [UInt8](repeating: 0, count: 121)
    let rows = (0..<90).flatMap { _ in row }
    let gray = PNGBytes.still(120, 90, depth: 8, color: 0, rows: rows)
    #expect(try await rules(gray) == ["icon-not-rgb"])
    let palette = PNGBytes.chunk("PLTE", [1, 2, 3])
    let indexed = PNGBytes.still(120, 90, depth: 8, color: 3, palette, rows: rows)
    #expect(try await rules(indexed) == ["icon-not-rgb"])
    #expect(try await rules([]) == ["empty-file"])
  }

  @Test("an opaque App Store icon with an alpha channel is a warning")
  func alphaChannel() async throws {
    try folder.write(
      PNGBytes.still(1024, 768, [9, 9, 9, 255]), to: "\(Self.icons)/ios-marketing-1024x768-1.png")
    let found = try await lint().findings
    #expect(found.map(\.rule) == ["icon-alpha-channel"])
    #expect(found.map(\.severity) == [.warning])
  }

  @Test("a missing icon file")
  func iconFile() async throws {
    try remove("\(Self.icons)/iphone-60x45-2.png")
    let found = try await lint().findings
    #expect(found.map(\.rule) == ["listed-file-missing"])
    #expect(found.first?.place?.part == "images[2].filename")
  }
}
