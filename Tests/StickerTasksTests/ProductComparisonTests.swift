import Basics
import Foundation
import StickerPacks
import StickerTasks
import TestSupport
import Testing

/// Compiled packs whose `Info.plist` is written here, and bundles that are built from the same art.
@Suite("LintTask with a product and a bundle")
struct ProductComparisonTests {
  private typealias P = PNGBytes
  private static let labels = ["wave": "Waves", "hug": "Hugs", "dance": "Dances"]
  private static let pixels: [[UInt8]] = [[200, 0, 0, 160], [0, 90, 0, 128]]

  let folder: TemporaryFolder
  private let art = [
    "wave.png": P.still(408, 408, pixels[0]), "hug.png": P.still(408, 408, pixels[1]),
    "dance.png": P.animation(408, 408, pixels),
  ]

  init() async throws {
    folder = try TemporaryFolder()
    for (name, bytes) in art { try folder.write(bytes, to: "Art/\(name)") }
    try await build(
      """
      { "name": "Biscuit", "gridSize": "regular", "stickers": [
        { "file": "wave.png", "label": "Waves", "translations": { "de": "Winkt" } },
        { "file": "hug.png", "label": "Hugs", "translations": { "de": "Umarmt" } },
        { "file": "dance.png", "label": "Dances", "translations": { "de": "Tanzt" } } ] }
      """)
  }

  private func build(_ configuration: String, from art: String = "Art", to name: String = "Bundle")
    async throws
  {
    try folder.write(configuration, to: "\(art)/stickerpack.json")
    var options = BuildOptions()
    (options.isForced, options.isArchived) = (true, true)
    let path = "\(folder.path)/\(name)"
    _ = try await BuildTask("\(folder.path)/\(art)", to: path, options: options).run()
  }

  /// Writes a compiled pack with some art, a list of files in order and the labels of the bundle.
  @discardableResult
  private func product(
    _ art: [String: [UInt8]], _ list: [String] = ["wave.png", "hug.png", "dance.png"],
    labels: [String: String] = labels, size: String = "Regular", named name: String = "Biscuit"
  ) throws -> String {
    let entries = list.map { file in
      let label = labels[String(file.prefix { $0 != "." })]
      return "<dict><key>IMStickerFileName</key><string>\(file)</string>"
        + (label.map { "<key>IMStickerAccessibilityLabel</key><string>\($0)</string>" } ?? "")
        + "</dict>"
    }
    let pack = "\(name).stickerpack"
    try folder.write(
      """
      <plist><dict><key>IMStickerPackLayout</key><string>MSStickerSizeClass\(size)</string>
      <key>IMStickers</key><array>\(entries.joined())</array></dict></plist>
      """, to: "\(pack)/Info.plist")
    for (name, bytes) in art { try folder.write(bytes, to: "\(pack)/\(name)") }
    return pack
  }

  /// The findings about differences: the name of the file and the message.
  private func differences(
    _ product: String = "Biscuit.stickerpack", against bundle: String = "Bundle"
  ) async throws(LintError) -> [String] {
    var task = LintTask("\(folder.path)/\(product)")
    task.against = "\(folder.path)/\(bundle)"
    return try await task.run().findings.filter { $0.rule == "product-differs" }
      .map { "\(FilePath($0.file).name): \($0.message)" }.sorted()
  }

  @Test(
    "a product with the bundle's art has no difference, even with its PNGs stored in another way"
  )
  func same() async throws {
    try product(art)
    #expect(try await differences() == [])
    #expect(try await differences(against: "Bundle.zip") == [])
    #expect(try await differences(against: "Bundle/manifest.json") == [])
    // A chunk before the last one, of 12 bytes.
    let others = art.mapValues {
      Array($0.dropLast(12)) + P.chunk("tEXt", Array("Software\0actool".utf8)) + $0.suffix(12)
    }
    try product(others)
    #expect(try await differences() == [])
    // Without the images of the bundle, pixels cannot be compared.
    try FileManager.default.removeItem(atPath: folder.path + "/Bundle/images")
    let unknown =
      "The bytes differ from the bundle's, whose image cannot be read to compare the pixels."
    #expect(
      try await differences() == ["dance", "hug", "wave"].map { "\($0).png: \(unknown)" })
  }

  @Test("each sticker whose art differs is a finding that says how")
  func otherArt() async throws {
    let prefix = "The art differs from the bundle's:"
    let other: [UInt8] = [200, 0, 1, 160]
    for (name, bytes, what) in [
      ("wave.png", P.still(408, 408, other), "\(prefix) the same size, but other pixels."),
      ("wave.png", P.still(300, 408, other), "\(prefix) 300 × 408 px instead of 408 × 408 px."),
      ("wave.png", Array("text".utf8), "\(prefix) it cannot be decoded."),
      (
        "dance.png", P.animation(408, 408, Self.pixels + [other]),
        "\(prefix) 3 frames instead of 2."
      ),
      ("dance.png", P.still(408, 408, Self.pixels[0]), "\(prefix) 1 frame instead of 2."),
      (
        "dance.png", P.animation(408, 408, Self.pixels, delay: (1, 11)),
        "\(prefix) the same size, but other pixels or delays."
      ),
      (
        "dance.png", P.animation(408, 408, Self.pixels, plays: 3),
        "The animation plays another number of times than the bundle's."
      ),
    ] {
      try product(art.merging([name: bytes]) { $1 })
      #expect(try await differences() == ["\(name): \(what)"])
    }
  }

  @Test("missing, additional and reordered stickers, labels and the size class are findings")
  func otherLists() async throws {
    try product(art.filter { $0.key != "hug.png" }, ["wave.png", "dance.png"])
    #expect(
      try await differences() == ["Info.plist: The sticker \"hug\" of the bundle is missing."])
    try product(
      art.merging(["cake.png": art["hug.png"] ?? []]) { $1 },
      ["hug.png", "cake.png", "wave.png", "dance.png"],
      labels: ["wave": "Winks", "dance": "Dances"], size: "Small")
    try folder.write(
      "\"hug.png.accessibilityLabel\" = \"Knuddelt\";\n\"wave\" = \"Winkt\";",
      to: "Biscuit.stickerpack/de.lproj/Biscuit.strings")
    #expect(
      try await differences() == [
        "Info.plist: The order differs: \"hug\" is where the bundle has \"wave\".",
        "Info.plist: The size class is small; the bundle's is regular.",
        "cake.png: The bundle has no sticker \"cake\".",
        "hug.png: The label in de is \"Knuddelt\"; the bundle's is \"Umarmt\".",
        "wave.png: The label is \"Winks\"; the bundle's is \"Waves\".",
      ])
    try product(["a.png": art["wave.png"] ?? []], ["a.png"], named: "Other")
    #expect(
      try await differences("Other.stickerpack") == [
        "Info.plist: The product has no sticker of the bundle \"Biscuit\"."
      ])
  }

  @Test(
    "a file that the list does not name is not missing, and without a list the order is unknown")
  func lists() async throws {
    try product(art, ["wave.png", "dance.png"])
    #expect(try await differences() == [])
    try folder.write("<plist><dict/></plist>", to: "Biscuit.stickerpack/Info.plist")
    #expect(try await differences() == [])
  }

  @Test("only the size is compared of sequences and of PNGs that Xcode converted")
  func unknown() async throws {
    let header = P.chunk("IHDR", P.number(408) + P.number(408) + [8, 6, 0, 0, 0])
    // Deflate without the header and the checksum of zlib.
    let data = Array(P.solid(408, 408, [0, 0, 9, 9]).dropFirst(2).dropLast(4))
    let converted =
      P.signature + P.chunk("CgBI", [0x50, 0, 0x20, 6]) + header + P.chunk("IDAT", data)
      + P.chunk("IEND")
    try product(art.merging(["wave.png": converted]) { $1 })
    #expect(try await differences() == [])

    for index in 0...1 {
      try folder.write(P.still(408, 408, Self.pixels[index]), to: "Frames/dance/\(index + 1).png")
    }
    try await build(
      #"{ "gridSize": "regular", "stickers": [{ "frames": "dance", "fps": 5, "as": "sequence" }] }"#,
      from: "Frames", to: "Sequence")
    let slower = P.animation(408, 408, Self.pixels + Self.pixels, delay: (1, 4))
    try product(["dance.png": slower], ["dance.png"], named: "Sequence")
    #expect(try await differences("Sequence.stickerpack", against: "Sequence") == [])
    try product(
      ["dance.png": P.animation(300, 300, Self.pixels)], ["dance.png"], named: "Sequence")
    #expect(
      try await differences("Sequence.stickerpack", against: "Sequence") == [
        "dance.png: The art differs from the bundle's: 300 × 300 px instead of 408 × 408 px."
      ])
  }

  @Test("an .ipa is compared with the bundle of its art, and not with another one")
  func archives() async throws {
    let products = Repository.root.appending(path: "Tests/Products")
    let good = try ZipArchive(at: FilePath(products.appending(path: "good.ipa").path))
    for name in good.entries.keys where name.contains(".stickerpack/") && name.hasSuffix(".png") {
      try folder.write(
        good.bytes(of: name, limit: 1 << 20), to: "Ours/\(FilePath(name).name.string)")
    }
    try await build(
      """
      { "name": "Biscuit", "gridSize": "regular", "stickers": [
        { "file": "wave.png", "label": "Biscuit waves" },
        { "file": "hug.png", "label": "Biscuit wants a hug" } ] }
      """, from: "Ours", to: "Ours.bundle")
    for name in ["good.ipa", "stems.ipa", "stale.ipa"] {
      try folder.write(Repository.bytes(products.appending(path: name)), to: name)
    }
    #expect(try await differences("good.ipa", against: "Ours.bundle") == [])
    #expect(try await differences("stems.ipa", against: "Ours.bundle") == [])
    #expect(
      try await differences("stale.ipa", against: "Ours.bundle") == [
        "Info.plist: The sticker \"hug\" of the bundle is missing."
      ])
    let same = "The art differs from the bundle's: the same size, but other pixels."
    #expect(
      try await differences("good.ipa") == [
        "Info.plist: The sticker \"dance\" of the bundle is missing.",
        "hug.png: \(same) The label is \"Biscuit wants a hug\"; the bundle's is \"Hugs\".",
        "wave.png: \(same) The label is \"Biscuit waves\"; the bundle's is \"Waves\".",
      ])
  }

  @Test("in a folder of several bundles, the pack with the same stickers is compared")
  func collection() async throws {
    try folder.write(art["hug.png"] ?? [], to: "Art/more/cake.png")
    try folder.write(art["wave.png"] ?? [], to: "Art/more/tea.png")
    try folder.write(#"{ "name": "More" }"#, to: "Art/more/stickerpack.json")
    var options = BuildOptions()
    options.isForced = true
    _ = try await BuildTask("\(folder.path)/Art", to: "\(folder.path)/Both", options: options).run()
    try product(art)
    #expect(try await differences(against: "Both") == [])
  }

  @Test("without a product or a bundle, the error says what is expected")
  func errors() async throws {
    try product(art)
    try folder.write("text", to: "notes.txt")
    for (path, bundle, reason) in [
      ("Art", "Bundle", "none of the paths is a built product"),
      ("Biscuit.stickerpack", "Art", "Art is not a bundle: it has no manifest.json"),
      ("Biscuit.stickerpack", "none", "none does not exist"),
      ("Biscuit.stickerpack", "notes.txt", "notes.txt: "),
      (
        "Biscuit.stickerpack", "Biscuit.ipa",
        "Biscuit.ipa is a built product; expected a bundle that stickerpack build wrote"
      ),
    ] {
      await #expect {
        try await differences(path, against: bundle)
      } throws: { error in
        guard case .notComparable(let text)? = error as? LintError else { return false }
        return text.contains(reason)
      }
    }
  }
}
