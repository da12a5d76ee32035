import Basics
import StickerPacks
import TestSupport
import Testing

@Suite("Icons in stickerpack.json")
struct IconConfigurationTests {
  let folder: TemporaryFolder
  let png = PNGBytes.still(4, 4, [200, 0, 0, 255])

  init() throws { folder = try TemporaryFolder() }

  func parse(_ text: String) throws -> PackConfiguration {
    try PackConfiguration(parsing: Array(text.utf8))
  }

  @Test("a name alone is the picture that icons are made from")
  func name() throws {
    let icon = try parse(#"{ "icon": "icon.png" }"#).settings.icon
    #expect(icon.file == "icon.png")
    #expect(icon.background == nil && icon.inset == 10 && icon.fit == nil && icon.slots == [:])
    #expect(try parse("{}").settings.icon == IconSettings())
  }

  @Test("an object says more: a color, a margin, images for slots")
  func object() throws {
    let icon = try parse(
      """
      { "icon": { "file": "i.png", "background": "#08FFa0", "inset": 12.5, "fit": "cover",
        "slots": { "60x45@2x": "wide.png", "29x29@2x": "small.png" } } }
      """
    ).settings.icon
    let color = try #require(icon.background)
    #expect([color.red, color.green, color.blue] == [8, 255, 160])
    #expect(icon.inset == 12.5 && icon.fit == .cover)
    #expect(icon.slots == ["60x45@2x": "wide.png", "29x29@2x": "small.png"])
  }

  @Test(
    "invalid values are reported with their place and what is expected",
    arguments: [
      (
        #"{ "icon": 3 }"#,
        "line 1, column 11: expected a string or an object for icon, found a number"
      ),
      (
        #"{ "icon": "../i.png" }"#,
        "line 1, column 11: icon is \"../i.png\"; expected the name of a file in the pack's folder"
      ),
      (#"{ "icon": "" }"#, "icon is \"\"; expected the name of a file"),
      (#"{ "icon": { "file": "a\u0000b" } }"#, "expected the name of a file"),
      (
        "{ \"icon\": {\n  \"background\": \"red\" } }",
        "line 2, column 17: background is \"red\"; expected a color such as \"#FFD9A0\""
      ),
      (##"{ "icon": { "background": "#12345" } }"##, "background is \"#12345\""),
      (##"{ "icon": { "background": "#12345G" } }"##, "background is \"#12345G\""),
      (##"{ "icon": { "background": "#1234567" } }"##, "background is \"#1234567\""),
      (##"{ "icon": { "background": "#12345é" } }"##, "background is \"#12345é\""),
      (#"{ "icon": { "inset": 41 } }"#, "expected a number from 0.0 to 40.0 for inset, found 41.0"),
      (#"{ "icon": { "inset": -1 } }"#, "expected a number from 0.0 to 40.0 for inset, found -1.0"),
      (
        #"{ "icon": { "slots": { "60x45": "a.png" } } }"#,
        "unknown icon slot \"60x45\"; expected one of 29x29@2x, 29x29@3x, 60x45@2x, 60x45@3x, 67x50@2x,"
          + " 74x55@2x, 1024x1024@1x, 27x20@2x, 27x20@3x, 32x24@2x, 32x24@3x, 1024x768@1x"
      ),
      (#"{ "icon": { "slots": { "60x45@2x": "a/b.png" } } }"#, "60x45@2x is \"a/b.png\""),
      (##"{ "icon": { "backgruond": "#000000" } }"##, "did you mean \"background\"?"),
    ])
  func refused(_ text: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) { try parse(text) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("a file that is configured as an icon is a sticker only if it is listed as one")
  func noSticker() throws {
    for name in ["a.png", "b.png", "icon.png", "wide.png"] {
      try folder.write(png, to: "Pack/\(name)")
    }
    func read(_ stickers: String) throws -> PackSource {
      try folder.write(
        """
        { "icon": { "file": "icon.png",
            "slots": { "60x45@2x": "wide.png", "29x29@2x": "b.png" } },
          "stickers": [\(stickers)] }
        """, to: "Pack/stickerpack.json")
      return try #require(try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs.first)
    }
    let pack = try read("")
    #expect(pack.stickers.map(\.id) == ["a"])
    #expect(pack.icons.art?.displayPath == "Pack/icon.png")
    #expect(pack.icons.given.map(\.file.displayPath) == ["Pack/b.png", "Pack/wide.png"])
    // One image for iPhone and iPad.
    #expect(
      pack.icons.given.map { $0.slots.map(\.name) } == [
        ["iphone 29x29@2x", "ipad 29x29@2x"], ["iphone 60x45@2x"],
      ])
    #expect(pack.observations == [])
    let both = try read(#"{ "file": "icon.png" }"#)
    #expect(both.stickers.map(\.id) == ["icon", "a"])
    #expect(both.icons.art?.displayPath == "Pack/icon.png")
  }

  @Test(
    "without a configuration, the name of an image says that it is the icon",
    arguments: [
      (["Icon.PNG"], "Icon.PNG"), (["app_icon.png"], "app_icon.png"),
      (["AppIcon-1024.jpg"], "AppIcon-1024.jpg"),
      (["App Store Icon 1024x1024.png"], "App Store Icon 1024x1024.png"),
      (["icon.png", "icon@2x.png", "icon@3x.png"], "icon@3x.png"),
      // One in a series, an animation, and a picture of icons.
      (["icon1.png", "icon2.png"], nil), (["icon.gif"], nil), (["icons.png"], nil),
    ] as [([String], String?)])
  func presumed(_ names: [String], _ icon: String?) throws {
    for name in names + ["a.png"] { try folder.write(png, to: "Pack/\(name)") }
    let path = FilePath(folder.path + "/Pack")
    for paths in [[path], (names + ["a.png"]).map { path.appending(FilePath($0)) }] {
      let pack = try #require(try PackDiscovery(at: paths).packs.first)
      #expect(pack.icons.art?.path.name.string == icon)
      #expect(pack.icons.art?.isPresumed ?? true && pack.presumesIcon == (icon != nil))
      #expect(pack.stickers.contains { $0.path.name.string == "a.png" })
      #expect(pack.stickers.count == (icon == nil ? names.count + 1 : 1))
    }
  }

  @Test(
    "an image that the pack lists, or whose pack has another icon, is a sticker whatever its name")
  func listed() throws {
    for name in ["a.png", "icon.png"] { try folder.write(png, to: "Pack/\(name)") }
    func read(_ text: String) throws -> PackSource {
      try folder.write(text, to: "Pack/stickerpack.json")
      return try #require(try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs.first)
    }
    #expect(try read(#"{ "stickers": [{ "file": "icon.png" }] }"#).stickers.count == 2)
    #expect(try read(#"{ "icon": "a.png" }"#).stickers.map(\.id) == ["icon"])
    // A color alone names no image.
    #expect(try read(##"{ "icon": { "background": "#FFD9A0" } }"##).presumesIcon)
  }

  @Test("an icon that no pack uses is left out: the second one, and one without stickers")
  func unused() throws {
    for name in ["Pack/a.png", "Pack/AppIcon.png", "Pack/icon.png", "icon.png"] {
      try folder.write(png, to: "Art/\(name)")
    }
    let found = try PackDiscovery(at: [FilePath(folder.path + "/Art")])
    #expect(found.packs.map(\.displayPath) == ["Art/Pack"])
    #expect(found.packs[0].stickers.map(\.id) == ["a"])
    #expect(found.packs[0].icons.art?.id == "AppIcon")
    #expect(found.leftOut.map(\.displayPath) == ["Art/icon.png", "Art/Pack/icon.png"])
    #expect(found.leftOut.allSatisfy { $0.reason == .icon })
  }

  @Test("a missing file is noted with the configuration")
  func missing() throws {
    try folder.write(png, to: "Pack/a.png")
    try folder.write(
      #"{ "icon": { "file": "icon.png", "slots": { "27x20@2x": "tiny.png" } } }"#,
      to: "Pack/stickerpack.json")
    let pack = try #require(try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs.first)
    #expect(pack.icons.art == nil && pack.icons.given == [])
    #expect(
      pack.observations.map(\.kind) == [
        .missing("icon.png", .icon(slot: nil)), .missing("tiny.png", .icon(slot: "27x20@2x")),
      ])
    #expect(pack.observations.allSatisfy { $0.displayPath == "Pack/stickerpack.json" })
  }

  @Test("an icon that is linted as a single file is an icon")
  func alone() throws {
    try folder.write(png, to: "Pack/icon.png")
    try folder.write(png, to: "Pack/a.png")
    try folder.write(#"{ "icon": "icon.png" }"#, to: "Pack/stickerpack.json")
    let paths: [FilePath] = ["icon.png", "a.png"].map { "\(folder.path)/Pack/\($0)" }
    let pack = try #require(try PackDiscovery(at: paths).packs.first)
    #expect(pack.stickers.map(\.id) == ["a"])
    #expect(pack.icons.art?.id == "icon")
    let other = try #require(try PackDiscovery(at: [paths[1]]).packs.first)
    #expect(other.stickers.map(\.id) == ["a"] && other.icons.art == nil && other.observations == [])
  }
}
