import Basics
import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import StickerManifest
import StickerPacks
import TestSupport
import Timing

/// An input that mutations start from.
package struct Seed: Sendable {
  /// A file name.
  package var name: String
  /// The input.
  package var bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

extension FuzzTarget {
  /// Small images of all formats, with names that are unique.
  private static func imageSeeds(most: Int) -> [Seed] {
    let seeds = [("png", pngSeeds()), ("gif", gifSeeds()), ("jpeg", jpegSeeds())]
    return seeds.flatMap { format, seeds in
      seeds.filter { $0.bytes.count <= most }.map { Seed("\(format)-\($0.name)", $0.bytes) }
    }
  }

  private static var stringsSeeds: [Seed] {
    let text =
      "/* Labels */\n\"wave\" = \"Ein \\\"Hund\\\" winkt\\U00E9\";\nhug = bark; // bare\n\"sit\";\n"
    let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    return [
      Seed("utf8", Array(text.utf8)), Seed("utf16", [0xFF, 0xFE] + units),
      Seed("xml", Array("<?xml version=\"1.0\"?>".utf8)),
    ]
  }

  /// Small inputs that together reach most of the code.
  package func seeds() throws -> [Seed] {
    switch self {
    case .containers: Self.containerSeeds()
    // The sample PNGs are too large: each takes as long as a hundred small ones.
    case .png, .decoders: Self.pngSeeds()
    case .repairs, .fit, .preview: Self.imageSeeds(most: largestInput)
    case .webp: try Self.webPSeeds()
    case .stores:
      try Self.imageSeeds(most: largestInput) + Self.webPSeeds() + Self.destinationSeeds()
    case .gif: try Self.gifSeeds() + Self.samples("gif", most: largestInput)
    case .jpeg: try Self.jpegSeeds() + Self.samples("jpg", most: largestInput)
    case .configuration: try Self.configurationSeeds + Self.destinationSeeds()
    case .baseline: try Self.baselineSeeds()
    case .strings: Self.stringsSeeds
    case .catalog: try Self.catalogSeeds()
    case .manifest: try Self.manifestSeeds()
    case .archive: try Self.archiveSeeds()
    case .project: Self.projectSeeds
    case .propertyList: try Self.propertyListSeeds()
    case .product: try Self.productSeeds()
    }
  }

  /// Words of the format, which random mutations would rarely produce.
  package var words: [[UInt8]] {
    switch self {
    case .containers:
      ["IHDR", "PLTE", "tRNS", "acTL", "fcTL", "fdAT", "IDAT", "IEND", "CgBI", "iCCP", "RIFF"]
        .map { Array($0.utf8) } + Self.gifWords + Self.jpegWords
    case .png, .decoders, .repairs, .fit, .preview: []
    case .webp: Self.webPWords
    case .stores:
      Self.webPWords + Self.gifWords + Self.jpegWords + Self.destinationWords
    case .gif: Self.gifWords
    case .jpeg: Self.jpegWords
    case .configuration:
      [
        "\"name\"", "\"gridSize\"", "\"regular\"", "\"stickers\"", "\"file\"", "\"label\"",
        "\"suppress\"", "\"$schema\"", "\"overrides\"", "\"files\"", "\"exclude\"", "\"**/*\"",
        "\"[!a-z]\"", "\"{a,b}\"", "//", "/*", "*/", "\\u0000", "\\ud83d\\ude00", "\u{FEFF}",
        "\u{301}", "/\u{301}", "null", "true", "-1e9",
      ].map { Array($0.utf8) } + Self.destinationWords
    case .baseline:
      [
        "\"schema\"", "\"stickerpack.baseline/1\"", "\"entries\"", "\"rule\"", "\"hash\"",
        "\"count\"", "\"file\"", "1e6", "1.5",
      ].map { Array($0.utf8) }
    case .strings:
      [
        "\"a\" = \"b\";", "/*", "*/", "//", "\\U", "\\u0041", "\\n", "\\\"", "\u{FEFF}", "<?xml",
        "bplist",
      ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0xFE, 0xFF]]
    case .catalog:
      [
        "\"info\"", "\"author\"", "\"version\"", "\"properties\"", "\"grid-size\"",
        "\"stickers\"", "\"filename\"", "\"accessibility-label\"", "\"frames\"", "\"duration\"",
        "\"duration-type\"", "\"repetitions\"", "\"images\"", "\"idiom\"", "\"scale\"", "\"size\"",
        "null", "1e308", ".stickerpack/", ".sticker/", ".stickersequence/", ".stickersiconset/",
        "Contents.json\n", "\0", "link:..", ".png",
      ].map { Array($0.utf8) }
    case .manifest:
      [
        "\"schema\"", "\"stickerpack.manifest/2\"", "\"name\"", "\"gridSize\"", "\"stickers\"",
        "\"animation\"", "\"delaysMilliseconds\"", "\"scales\"", "\"plays\"", "1e308", "-0.0",
        "\"stickerpack.collection/1\"", "\"packs\"", "\"files\"",
      ].map { Array($0.utf8) }
    case .archive: Self.archiveWords
    case .product:
      Self.archiveWords
        + ["<dict>", "</dict>", "<key>", "<array>", "<string>", "<true/>"]
        .map { Array($0.utf8) } + Self.productWords
    case .propertyList:
      [
        "bplist00", "<plist>", "</plist>", "<dict>", "</dict>", "<key>", "<array>", "<string>",
        "<integer>", "<true/>", "<![CDATA[", "<!--", "&#x26;",
      ].map { Array($0.utf8) }
    case .project:
      [
        "/*", "*/", "//", " = ", ";", "{", "}", "(", ")", "\"<group>\"", "SOURCE_ROOT", "$(A)",
        "${A}",
        "$(inherited)", "..", "- ", ": ", "|", "#", "[sdk=iphoneos*]",
        "GENERATE_INFOPLIST_FILE = YES;",
        "app-extension", "path = ", "sourceTree = ", "\\U00e9", "\0", "templates: ", "configs: ",
        ".target(", "product: ", "[:", "\"\"\"", "\\(", "let a = ", "glob([", "#include ", "**",
        "'", "isa = PBXVariantGroup;", "isa = PBXFileSystemSynchronizedRootGroup;",
        "isa = PBXCopyFilesBuildPhase;", "exceptions = (", "membershipExceptions = (",
        "productReference = ", "baseConfigurationReference = ",
      ].map { Array($0.utf8) }
    }
  }

  private static let archiveWords: [[UInt8]] = [
    [0x50, 0x4B, 3, 4], [0x50, 0x4B, 1, 2], [0x50, 0x4B, 5, 6],
  ]
  private static let productWords = [
    "Info.plist\n", "PlugIns/", ".app/", ".appex/", ".stickerpack/", ".ipa/Payload/", ".framework/",
    ".lproj/P.strings\n", "com.apple.message-payload-provider", "StickerBrowserViewController",
    "CFBundleIdentifier", "CFBundleExecutable", "CFBundlePackageType", "MinimumOSVersion",
    "DTPlatformName", "DTPlatformVersion", "DTXcodeBuild", "LSApplicationLaunchProhibited",
    "LSApplicationIsStickerProvider", "NSExtension", "NSExtensionPointIdentifier",
    "NSExtensionPrincipalClass", "MSMessagesExtensionStoreIconName", "IMStickers",
    "IMStickerFileName", "IMStickerAccessibilityLabel", "IMStickerPackLayout", "link:..", "\0",
  ].map { Array($0.utf8) }

  private static let gifWords: [[UInt8]] = [
    Array("GIF89a".utf8), Array("NETSCAPE2.0".utf8), Array("ICCRGBG1012".utf8), [0x21, 0xF9, 4],
    [0x21, 0xFF, 11], [0x21, 0xFE], [0x21, 0x01], [0x2C, 0, 0, 0, 0], [0, 0x3B],
  ]
  private static let webPWords = [
    "RIFF", "WEBP", "VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP",
  ]
  .map { Array($0.utf8) }
  private static let destinationWords =
    (Limit.Key.allCases.map { "\"\($0.rawValue)\":" }
    + Destination.all.map { "\"extends\":\"\($0.id)\"," }
    + ["{file}", "{files}", "{emojis}", "[{\"a\":\"{file}\"}]", "[1,1]", "4096", "1e308", "1e-308"])
    .map { Array($0.utf8) }
  private static let jpegWords: [[UInt8]] =
    [0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC8, 0xC9, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xE1, 0xEE]
    .map { [0xFF, $0] } + [Array("Exif\0\0".utf8), Array("II*\0".utf8), [0x01, 0x12, 0, 3]]

  // MARK: Images

  private static func containerSeeds() -> [Seed] {
    let images = [("png", pngSeeds()), ("gif", gifSeeds()), ("jpeg", jpegSeeds())]
    let named = images.flatMap { format, seeds in
      seeds.map { Seed("\(format)-\($0.name)", $0.bytes) }
    }
    return named + [
      Seed("pointer", Array("version https://git-lfs.github.com/spec/v1\n".utf8)),
      Seed("webp", Array("RIFF\0\0\0\0WEBPVP8X\0\0\0\0\u{2}".utf8)),
      Seed("heic", [0, 0, 0, 24] + Array("ftypheic".utf8)),
      Seed("svg", Array("<?xml version=\"1.0\"?><svg/>".utf8)),
      Seed("bmp", bmp),
      Seed("exif", Array("II*\0\u{8}\0\0\0\u{1}\0\u{12}\u{1}\u{3}\0\u{1}\0\0\0\u{6}\0".utf8)),
    ]
  }

  /// A BMP of more bytes than a signature needs.
  private static let bmp: [UInt8] = {
    let info: [UInt8] = [40, 0, 0, 0, 36, 0, 0, 0, 36, 0, 0, 0, 1, 0, 32, 0]
    let head = Array("BM".utf8) + [0x76, 0x14, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + info
    return head + [UInt8](repeating: 0, count: 5238 - head.count)
  }()

  private static func pngSeeds() -> [Seed] {
    typealias P = PNGBytes
    let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 0, 0]]
    var seeds = [
      Seed("still", P.still(4, 3, colors[1])), Seed("animation", P.animation(4, 3, colors)),
      Seed("roomy", P.animation(16, 12, colors)),
      Seed("trailing", P.still(2, 2, colors[0]) + [1, 2, 3]),
    ]
    for (color, depths) in [
      (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
    ] {
      for (depth, interlace) in depths.flatMap({ [($0, 0), ($0, 1)] }) {
        let geometry = PNGFile.Geometry(
          width: 9, height: 7, depth: depth, color: color, interlaced: interlace == 1)
        let rows = geometry.rowLengths.enumerated().flatMap { row, length in
          [UInt8(row % 5)] + (1..<length).map { UInt8(truncatingIfNeeded: 37 * $0 + row) }
        }
        let transparency = [0: P.chunk("tRNS", [0, 1]), 2: P.chunk("tRNS", [0, 1, 0, 2, 0, 3])]
        let palette =
          color == 3 ? P.chunk("PLTE", [1, 2, 3, 4, 5, 6]) + P.chunk("tRNS", [9, 99]) : []
        seeds.append(
          Seed(
            "color\(color)-\(depth)-\(interlace)",
            P.still(
              9, 7, depth: depth, color: color, interlace: interlace,
              palette + (transparency[color] ?? []), rows: rows)))
      }
    }
    return seeds + [Seed("hidden", hiddenImage), Seed("operations", operations())]
  }

  /// A static image that is not a frame, in two IDAT chunks, before frames that lie on parts of it.
  private static let hiddenImage: [UInt8] = {
    typealias P = PNGBytes
    let image = P.solid(5, 5, [9, 8, 7, 6])
    var bytes = P.signature + P.header(5, 5) + P.animationControl(frames: 2, plays: 3)
    bytes += P.chunk("IDAT", Array(image[..<9])) + P.chunk("IDAT", Array(image[9...]))
    bytes += P.frameControl(0, 5, 5, dispose: 1) + P.frameData(1, P.solid(5, 5, [1, 2, 3, 4]))
    bytes += P.frameControl(2, 2, 3, x: 3, y: 2, dispose: 2, blend: 1)
    bytes += P.frameData(3, Array(P.solid(2, 3, [5, 5, 5, 200])[..<4]))
    bytes += P.frameData(4, Array(P.solid(2, 3, [5, 5, 5, 200])[4...]))
    return bytes + P.chunk("IEND")
  }()

  /// Every pair of dispose and blend operation, each over another.
  private static func operations() -> [UInt8] {
    typealias P = PNGBytes
    var bytes = P.signature + P.header(6, 6) + P.animationControl(frames: 7)
    bytes += P.frameControl(0, 6, 6) + P.chunk("IDAT", P.solid(6, 6, [200, 100, 50, 150]))
    for index in 0..<6 {
      bytes += P.frameControl(
        1 + 2 * index, 3, 4, x: index % 3, y: index / 3, delay: (index, 0), dispose: index / 2,
        blend: index % 2)
      bytes += P.frameData(2 + 2 * index, P.solid(3, 4, [UInt8(40 * index), 9, 200, 99]))
    }
    return bytes + P.chunk("IEND")
  }

  private static func webPSeeds() throws -> [Seed] {
    let colors =
      [(200, 100, 50, 255), (0, 255, 0, 128), (0, 0, 0, 0)] as [(UInt8, UInt8, UInt8, UInt8)]
    let canvases = colors.enumerated().map { index, color in
      var canvas = Bitmap(width: 6, height: 5)
      for place in index..<6 {
        canvas[place, place % 5] = Pixel(
          red: color.0, green: color.1, blue: color.2, alpha: color.3)
      }
      return canvas
    }
    let delays = canvases.indices.map { Delay(numerator: 40 + $0, denominator: 1000) }
    func file(_ count: Int, _ quality: Int?) throws -> [UInt8] {
      let animation = CanvasAnimation(
        canvases: CanvasList(Array(canvases.prefix(count))), delays: Array(delays.prefix(count)))
      var encoder = WebPEncoder(animation, loop: .times(3), jobs: 1)
      return try encoder.encode(quality: quality)
    }
    return [
      Seed("webp-lossless", try file(1, nil)), Seed("webp-lossy", try file(1, 50)),
      Seed("webp-animation", try file(3, nil)), Seed("webp-lossy-animation", try file(3, 50)),
    ]
  }

  private static func gifSeeds() -> [Seed] {
    typealias G = GIFBytes
    let indices = (0..<36).map { UInt8($0 % 4) }
    let loop = G.application("NETSCAPE2.0", [[1, 0, 0]])
    let frames = [
      G.Frame(width: 6, height: 6, index: 1, disposal: 2),
      G.Frame(x: 2, y: 2, width: 3, height: 3, index: 2, disposal: 3, transparent: 3),
      G.Frame(x: 5, y: 5, width: 6, height: 6, index: 3, disposal: 1),
    ]
    return [
      Seed("one-frame", G.screen(6, 6) + G.image(6, 6, indices) + G.trailer),
      Seed("frames", G.file(6, 6, frames)),
      Seed(
        "interlaced",
        G.screen(6, 6, globalPalette: false) + loop + G.control(transparent: 1)
          + G.image(6, 6, indices, interlaced: true, localPalette: G.palette) + G.trailer),
      Seed(
        "extensions",
        G.screen(6, 6, version: "GIF87a") + G.comment("hello")
          + G.application("ICCRGBG1012", [[1, 2, 3], [4]]) + G.control(disposal: 3)
          + [0x21, 0x01, 1, 65, 0] + G.image(x: 1, y: 1, 2, 2, [0, 1, 2, 3]) + G.trailer),
    ]
  }

  private static func jpegSeeds() -> [Seed] {
    typealias J = JPEGBytes
    let profile = J.profile(colorSpace: "RGB ")[...]
    return [
      Seed("color", J.color), Seed("cmyk", J.cmyk), Seed("gray", J.gray),
      Seed("progressive", J.progressive),
      Seed("turned", J.inserting(J.orientation(6, littleEndian: true))),
      Seed("mirrored", J.inserting(J.orientation(7, littleEndian: false), into: J.progressive)),
      Seed("profile", J.inserting(J.profileSegment(profile))),
      Seed("several", J.multiPicture([J.gray, J.gray])), Seed("first-scans", J.firstScans(4)),
    ]
  }

  /// The sample stickers of a format, whole and broken ones, that are small enough to be decoded and changed often.
  private static func samples(_ suffix: String, most: Int) throws -> [Seed] {
    try ["Biscuit", "Broken"].flatMap { pack in
      let folder = Repository.root.appending(path: "SampleStickers/\(pack)")
      return try Repository.names(in: folder, endingIn: "." + suffix).compactMap { name in
        let bytes = try Repository.bytes(folder.appending(path: name))
        let canvas = ImageContainer(bytes)?.canvas
        let pixels = canvas.map { $0.width * $0.height } ?? 0
        return bytes.count <= most && pixels <= ImageInvariants.limits.pixels
          ? Seed(name, bytes) : nil
      }
    }
  }

  // MARK: Texts

  private static let configurationSeeds: [Seed] = [
    Seed("empty", Array("{}".utf8)),
    Seed(
      "whole",
      Array(
        """
        {
          // a comment
          "$schema": "https://example.org/x", /* another */
          "name": "Biscuit \\u00e9 \\ud83d\\ude00",
          "gridSize": "large",
          "stickers": [
            { "file": "a.png", "label": "A\\n", "suppress": { "gif-hard-edges": "on purpose" } },
            { "file": "b.png", },
          ],
        }
        """.utf8)),
    Seed(
      "globs",
      Array(
        #"""
        { "root": true, "exclude": ["a/**", "*.gi?", "[!a-z]x"],
          "overrides": [{ "files": ["{a,b*}/**/c\*"], "rules": { "loop-jump": "off" } }] }
        """#.utf8)),
    Seed("kinds", Array(#"{ "name": null, "x": [true, false, -1.5e3, "\/"] }"#.utf8)),
    Seed("slip", Array("\u{FEFF}{ \"nmae\": \"x\" }".utf8)),
  ]

  /// The files that are part of the program, and one that extends another.
  private static func destinationSeeds() throws -> [Seed] {
    let folder = Repository.root.appending(path: "Sources/StickerPacks/Destinations/Files")
    let files = try Repository.names(in: folder, endingIn: ".json").map { name in
      Seed("destination-\(name)", try Repository.bytes(folder.appending(path: name)))
    }
    return files + [
      Seed(
        "destination-extends",
        Array(
          #"""
          { "extends": "line-animated", "id": "own", "limits": { "canvas": [32, 30], "maximumRatio": 1.5,
            "maximumFrames": 2, "durations": [100, 900], "maximumDuration": null, "evenSides": true },
            "delays": { "longestMistake": 10, "replacement": 100, "shortest": { "gif": 20 } },
            "icons": [{ "name": "tab", "canvas": [9, 8], "bytes": 900, "formats": ["apng"] }],
            "output": { "still": "jpeg", "animated": "gif", "sides": [28, 14], "file": "{number}-{name}",
              "name": { "separator": "_", "shortest": 2, "longest": 9 }, "icons": { "tab": "tab.png" },
              "lists": { "a.json": [{ "f": "{files}", "l": "{label}" }], "b.txt": "{pack} {author}" },
              "listed": 1, "archive": "zip" } }
          """#.utf8))
    ]
  }

  private static func baselineSeeds() throws -> [Seed] {
    let entries = ["a.png", "é.png"].map {
      #"{ "rule": "loop-jump", "hash": "00ff", "count": 2, "file": "\#($0)" }"#
    }
    return try [("empty", ""), ("entries", entries.joined(separator: ","))].map { name, entries in
      let text = #"{ "schema": "stickerpack.baseline/1", "entries": [\#(entries)] }"#
      return Seed(name, try Baseline(parsing: Array(text.utf8)).bytes())
    }
  }

  private static func manifestSeeds() throws -> [Seed] {
    let scale = Manifest.Scale(
      scale: 3, file: "a@3x.png", width: 300, height: 300, bytes: 99, sha256: "00ff")
    let sticker = Manifest.Sticker(
      id: "a", label: "A", format: "apng", animated: true,
      animation: .init(
        delays: [.init(numerator: 1, denominator: 10), .init(numerator: 1, denominator: 30)],
        loop: .forever), scales: [scale])
    return [
      Seed(
        "manifest",
        JSONStream.bytes(
          of: Manifest(
            toolVersion: "1.0", name: "P", version: "1.0", gridSize: .small, stickers: [sticker]))),
      Seed(
        "collection",
        JSONStream.bytes(
          of: CollectionManifest(
            packs: [.init(name: "P", manifest: "P/manifest.json", stickers: 1)],
            files: [
              .init(file: "P/a@3x.png", bytes: 99, sha256: String(repeating: "0f", count: 32))
            ]
          ))),
      Seed("header", Array(#"{"schema":"stickerpack.manifest/9"}"#.utf8)),
    ]
  }
}
