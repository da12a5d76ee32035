import Foundation
import TestSupport
import Testing

@Suite("stickerpack diff")
struct DiffTests {
  let world: TemporaryFolder

  init() throws { world = try TemporaryFolder() }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: world.url)
  }

  /// The lines that `diff` prints, without the last, which sums up.
  func rows(_ old: String = "old", _ new: String = "new") throws -> [String] {
    let result = try run("diff", old, new)
    #expect(result.status == 0)
    #expect(result.errors == "")
    return result.output.split(separator: "\n").dropLast().map { String($0) }
  }

  /// A sticker as a manifest has it. The art is what the digest at @3x is made of.
  func sticker(
    _ id: String, art: String? = nil, bytes: Int = 3000, label: String? = nil
  ) -> [String: Any] {
    [
      "id": id, "label": label ?? id, "format": "png", "animated": false,
      "scales": [3, 2, 1].map { scale in
        [
          "scale": scale, "file": "images/\(id)@\(scale)x.png", "width": 100 * scale,
          "height": 100 * scale, "bytes": scale == 3 ? bytes : 10,
          "sha256": Digest.sha256(Array("\(art ?? id) \(scale)".utf8)),
        ] as [String: Any]
      },
    ]
  }

  func write(
    _ stickers: [[String: Any]], named name: String = "Pack", gridSize: String = "small",
    files: [[String: Any]]? = nil, to folder: String
  ) throws {
    var manifest: [String: Any] = [
      "schema": "stickerpack.manifest/1", "name": name, "gridSize": gridSize, "stickers": stickers,
    ]
    manifest["files"] = files
    let bytes = try JSONSerialization.data(withJSONObject: manifest)
    try world.write(Array(bytes), to: folder + "/manifest.json")
  }

  func size(_ name: String) throws -> Int { try world.bytes(name).count }

  @Test("every kind of difference in two builds, in text, Markdown and JSON")
  func builds() throws {
    for (name, red) in [("a", 10), ("b", 20), ("c", 30), ("d", 40)] {
      try world.write(PNGBytes.still(300, 300, [UInt8(red), 0, 0, 128]), to: "Pack/\(name).png")
    }
    func configure(_ stickers: String...) throws {
      try world.write(
        """
        { "name": "Pack", "project": { "bundleId": "com.example.pack" },
          "stickers": [\(stickers.joined(separator: ","))] }
        """,
        to: "Pack/stickerpack.json")
    }
    try configure(
      #"{ "file": "a.png", "label": "One" }"#, #"{ "file": "b.png", "label": "Two" }"#,
      #"{ "file": "c.png", "label": "Three" }"#, #"{ "file": "d.png", "label": "Four" }"#)
    #expect(try run("build", "Pack", "-o", "old").status == 0)
    for (from, to) in [("b", "renamed"), ("d", "gone")] {
      try FileManager.default.moveItem(
        atPath: world.path + "/Pack/\(from).png", toPath: world.path + "/Pack/\(to).png")
    }
    let animation = PNGBytes.animation(
      408, 408, [[9, 9, 9, 128], [99, 9, 9, 128]], plays: 0, delay: (1, 10))
    try world.write(animation, to: "Pack/c.png")
    try FileManager.default.removeItem(atPath: world.path + "/Pack/gone.png")
    try world.write(PNGBytes.still(300, 300, [1, 2, 3, 128]), to: "Pack/new.png")
    try configure(
      #"{ "file": "a.png", "label": "1 | *one*", "translations": { "de": "Eins" } }"#,
      #"{ "file": "new.png", "label": "New" }"#,
      #"{ "file": "renamed.png", "label": "Two" }"#, #"{ "file": "c.png", "label": "Three" }"#)
    #expect(try run("build", "Pack", "-o", "new", "--emit", "swift").status == 0)

    func all(_ folder: String) throws -> Int {
      try world.files().filter { $0.hasPrefix(folder) && $0 != folder + "manifest.json" }
        .reduce(0) { try $0 + size($1) }
    }
    func grouped(_ number: Int) -> String {
      let digits = String(number)
      return digits.count > 3 ? "\(digits.dropLast(3)),\(digits.suffix(3))" : digits
    }
    func signed(_ number: Int) -> String { (number < 0 ? "-" : "+") + grouped(abs(number)) }
    let art = try ["a", "b", "c", "d"].map { try size("old/images/\($0)@3x.png") }
    let newArt = try ["a", "new", "renamed", "c"].map { try size("new/images/\($0)@3x.png") }
    let (before, after) = (art.reduce(0, +), newArt.reduce(0, +))
    let swift = try #require(
      try world.files().first { $0.hasPrefix("new/") && $0.hasSuffix(".swift") })
    let expected = [
      "added|\"new\", \(grouped(newArt[1])) bytes, PNG, 300 × 300 px, still",
      "removed|\"d\", \(grouped(art[3])) bytes, PNG, 300 × 300 px, still",
      "renamed|\"b\" → \"renamed\"",
      "changed|\"c\", \(grouped(art[2])) → \(grouped(newArt[3])) bytes (\(signed(newArt[3] - art[2]))),"
        + " PNG → APNG, 300 × 300 px → 408 × 408 px, still → 2 frames in 200 ms forever",
      "relabeled|\"a\", label \"One\" → \"1 | *one*\", label in \"de\" none → \"Eins\"",
      "added|file \"\(swift.dropFirst(4))\", \(grouped(try size(swift))) bytes",
    ]
    let title =
      "\"Pack\": 4 stickers, art \(grouped(before)) → \(grouped(after)) bytes (\(signed(after - before)))"
    let sum = try (old: all("old/"), new: all("new/"))
    let summary =
      "1 added, 1 removed, 1 renamed, 1 changed, 1 relabeled, 1 other file; all files"
      + " \(grouped(sum.old)) → \(grouped(sum.new)) bytes (\(signed(sum.new - sum.old)))"

    let text = try run("diff", "old", "new")
    #expect(text.status == 0)
    let lines = expected.map { row in
      let parts = row.split(separator: "|", maxSplits: 1)
      return "  " + parts[0] + String(repeating: " ", count: 12 - parts[0].count) + parts[1]
    }
    #expect(
      text.output == ([title] + lines + ["", summary]).joined(separator: "\n") + "\n")

    let markdown = try run("diff", "old/", "new/manifest.json", "--format", "markdown").output
    #expect(markdown.hasPrefix("**\(summary)**\n\n#### \(title)\n\n| Change | What |\n"))
    #expect(markdown.contains("\n| renamed | \"b\" → \"renamed\" |\n"))
    #expect(
      markdown.contains(
        #"| relabeled | `"a", label "One" → "1 \u{7C} *one*", label in "de" none → "Eins"` |"#))

    struct Document: Decodable {
      struct Pair<Value: Decodable>: Decodable {
        var old: Value?
        var new: Value?
      }
      struct Placed: Decodable {
        struct Sticker: Decodable { var id: String }
        var place: Int
        var sticker: Sticker
      }
      struct Change: Decodable {
        var kinds: [String]
        var old: Placed?
        var new: Placed?
      }
      struct Pack: Decodable {
        var artBytes: Pair<Int>
        var stickers: [Change]
      }
      var same: Bool
      var fileBytes: Pair<Int>
      var packs: [Pack]
    }
    let json = try run("diff", "old", "new", "--format", "json").output
    let document = try JSONDecoder().decode(Document.self, from: Data(json.utf8))
    #expect(!document.same)
    #expect(document.fileBytes.old == sum.old)
    #expect(document.packs[0].artBytes.new == after)
    let changes = document.packs[0].stickers
    #expect(
      changes.map(\.kinds) == [["added"], ["removed"], ["renamed"], ["changed"], ["relabeled"]])
    #expect(changes[2].old?.sticker.id == "b")
    #expect(changes[2].new?.place == 3)
    #expect(changes[0].old == nil)
    guard JSONSchemaValidator.isHere else { return }
    let same = try run("diff", "old", "old", "--format", "json").output
    for document in [json, same] {
      #expect(
        JSONSchemaValidator.complaints(
          about: Array(document.utf8),
          schema: "Sources/StickerReports/Bundle/difference.schema.json")
          == "")
    }
  }

  @Test(
    "the status is 0 with differences and without, and 1 for differences where that is asked for")
  func status() throws {
    try write([sticker("a")], to: "old")
    try write([sticker("a"), sticker("b")], to: "new")
    #expect(try run("diff", "old", "new").status == 0)
    #expect(try run("diff", "old", "new", "--exit-code").status == 1)
    let same = try run("diff", "old", "old", "--exit-code")
    #expect(same.status == 0)
    #expect(same.output == "✓ no differences\n")
  }

  @Test(
    "what was moved is as few lines as can be",
    arguments: [
      ("abcdefgh", "habcdefg", ["\"h\", place 8 → 1"]),
      ("abcdefgh", "bcdefgha", ["\"a\", place 1 → 8"]),
      ("abcdefgh", "abfcdegh", ["\"f\", place 6 → 3"]),
      ("abcdefgh", "abcdefgh", []),
      ("abc", "cba", ["\"c\", place 3 → 1", "\"b\", place 2"]),
    ])
  func moves(_ old: String, _ new: String, _ expected: [String]) throws {
    try write(old.map { sticker("\($0)") }, to: "old")
    try write(new.map { sticker("\($0)") }, to: "new")
    #expect(
      try rows().dropFirst().map { $0 } == expected.map { "  moved       " + $0 })
  }

  @Test("a sticker that comes or goes moves no other")
  func noMoves() throws {
    try write("abcdef".map { sticker("\($0)") }, to: "old")
    try write("xbcydef".map { sticker("\($0)") }, to: "new")
    #expect(try rows().dropFirst().allSatisfy { !$0.hasPrefix("  moved") })
    #expect(try rows().count == 4)
  }

  @Test("a name that stays is the sticker, and copies that are renamed are told apart by order")
  func names() throws {
    // The image of a goes on under the name of b, and b is drawn anew as a.
    try write([sticker("a", art: "A"), sticker("b", art: "B", bytes: 1000)], to: "old")
    try write([sticker("a", art: "C"), sticker("b", art: "A", bytes: 2000)], to: "new")
    #expect(
      try rows().dropFirst().map { $0 } == [
        "  changed     \"a\", 3,000 bytes", "  changed     \"b\", 1,000 → 2,000 bytes (+1,000)",
      ])
    try write(["1", "2", "3"].map { sticker($0, art: "copy", label: "Same") }, to: "old")
    try write(["2", "x", "y"].map { sticker($0, art: "copy", label: "Same") }, to: "new")
    #expect(
      try rows().dropFirst().map { $0 } == [
        "  renamed     \"1\" → \"x\"", "  renamed     \"3\" → \"y\"",
        "  moved       \"2\", place 2 → 1",
      ])
  }

  @Test("packs are found again by their folders, and then by what they share")
  func collections() throws {
    func collect(_ packs: [(folder: String, stickers: [String])], in root: String) throws {
      for pack in packs {
        try write(
          pack.stickers.map { sticker($0) }, named: pack.folder, to: "\(root)/\(pack.folder)")
      }
      let entries = packs.map {
        [
          "name": $0.folder, "manifest": $0.folder + "/manifest.json",
          "stickers": $0.stickers.count,
        ] as [String: Any]
      }
      let collection: [String: Any] = ["schema": "stickerpack.collection/1", "packs": entries]
      try world.write(
        Array(JSONSerialization.data(withJSONObject: collection)), to: root + "/manifest.json")
    }
    try collect([("Cats", ["a", "b"]), ("Dogs", ["c", "d"]), ("Owls", ["e"])], in: "old")
    try collect([("Cats", ["a", "b"]), ("Hounds", ["c"]), ("Rats", ["f"])], in: "new")
    #expect(
      try rows() == [
        "\"Dogs\" → \"Hounds\": 2 → 1 sticker, art 6,000 → 3,000 bytes (-3,000)",
        "  removed     \"d\", 3,000 bytes, PNG, 300 × 300 px, still",
        "\"Rats\": new pack, 1 sticker, art 3,000 bytes, grid size small",
        "\"Owls\": removed pack, 1 sticker, art 3,000 bytes, grid size small",
      ])
    #expect(try run("diff", "old", "old/manifest.json").output == "✓ no differences\n")
    #expect(try rows("old/Cats", "new/Cats") == [])
    // A pack that becomes several.
    try write("abcd".map { sticker("\($0)") }, named: "Cats", to: "single")
    #expect(
      try rows("single", "new").prefix(3) == [
        "\"Cats\": 4 → 2 stickers, art 12,000 → 6,000 bytes (-6,000)",
        "  removed     \"c\", 3,000 bytes, PNG, 300 × 300 px, still",
        "  removed     \"d\", 3,000 bytes, PNG, 300 × 300 px, still",
      ])
  }

  @Test("files that no sticker explains are named, wherever they lie")
  func files() throws {
    func file(_ name: String, _ bytes: Int) -> [String: Any] {
      ["file": name, "bytes": bytes, "sha256": Digest.sha256(Array("\(bytes)".utf8))]
    }
    let catalog = "Stickers.xcstickers"
    func images(_ stickers: [[String: Any]]) -> [[String: Any]] {
      stickers.flatMap { $0["scales"] as? [[String: Any]] ?? [] }.map { scale in
        scale.filter { ["file", "bytes", "sha256"].contains($0.key) }
      }
    }
    let (old, new) = ([sticker("a"), sticker("b")], [sticker("a"), sticker("b", art: "x")])
    func write(_ stickers: [[String: Any]], _ size: Int, to folder: String) throws {
      let names = [
        "\(catalog)/Pack.stickerpack/Contents.json",
        "\(catalog)/Pack.stickerpack/a.sticker/Contents.json",
        "\(catalog)/Pack.stickerpack/b.sticker/Contents.json",
        "\(catalog)/iMessage App Icon.stickersiconset/icon.png", "de.lproj/Pack.strings",
      ]
      try self.write(
        stickers, files: images(stickers) + names.map { file($0, size) }, to: folder)
    }
    try write(old, 7, to: "old")
    try write(new, 8, to: "new")
    #expect(
      try rows().dropFirst().map { $0 } == [
        "  changed     \"b\", 3,000 bytes",
        "  changed     file \"\(catalog)/Pack.stickerpack/a.sticker/Contents.json\", 7 → 8 bytes (+1)",
        "  changed     file \"\(catalog)/iMessage App Icon.stickersiconset/icon.png\","
          + " 7 → 8 bytes (+1)",
      ])
    // Without a sticker that differs nothing explains them.
    try write(old, 8, to: "new")
    #expect(try rows().count == 6)
    #expect(try run("diff", "old", "new", "--exit-code").status == 1)
  }

  @Test("names and labels steer neither a terminal nor a page")
  func hostileNames() throws {
    let name = "\u{1B}[31m\n| @all <b>`x`</b> \u{202E}\u{301}"
    try write([sticker("a")], to: "old")
    try write(
      [
        sticker("a", label: name), sticker("x" + name),
        sticker(String(repeating: "w", count: 4000)),
      ],
      named: name, to: "new")
    let text = try run("diff", "old", "new").output
    #expect(text.split(separator: "\n").count == 5)
    #expect(!text.unicodeScalars.contains { "\u{1B}\u{202E}".unicodeScalars.contains($0) })
    #expect(text.utf8.count < 2000)
    let markdown = try run("diff", "old", "new", "--format", "markdown").output
    let lines = markdown.split(separator: "\n")
    #expect(lines.count == 7)
    for line in lines.dropFirst(4) {
      // Cells: what is outside is in a code span of its own.
      #expect(line.split(separator: "|").count == 2)
    }
    #expect(lines.filter { $0.contains("@all") }.allSatisfy { $0.split(separator: "`").count >= 2 })
    #expect(!markdown.contains("`x`"))
  }

  @Test("Markdown fits into a comment and says what does not")
  func longMarkdown() throws {
    try write([], to: "old")
    try write((1...3000).map { sticker("sticker number \($0)") }, to: "new")
    let markdown = try run("diff", "old", "new", "--format", "markdown").output
    #expect(markdown.utf8.count <= 65_536)
    #expect(markdown.utf8.count > 60_000)
    let shown = markdown.split(separator: "\n").count { $0.hasPrefix("| added |") }
    let rest = markdown.split(separator: "\n").last ?? ""
    let hidden = 3000 - shown
    #expect(
      rest.hasPrefix("\(hidden / 1000),\(String(hidden % 1000 + 1000).dropFirst()) lines more"))
  }

  @Test(
    "a manifest that cannot be used is refused with its file and the place in it",
    arguments: [
      (#""bytes":3000"#, #""bytes":9223372036854775807"#, "stickers[0].scales[0].bytes is"),
      (#""id":"b""#, #""id":"a""#, "stickers[1].id is that of another sticker"),
      (#""width":300"#, #""width":-1"#, "stickers[0].scales[0].width is -1"),
      (#""label":"a""#, #""label":7"#, "stickers[0].label is missing or of the wrong kind"),
      (#""scale":3"#, #""scale":4"#, "stickers[0].scales are not those"),
      ("stickerpack.manifest/1", "stickerpack.manifest/9", "a newer stickerpack wrote it"),
      ("stickerpack.manifest/1", "other", "it is not the manifest of a bundle"),
      ("{", "", "it is damaged or cut short: it is not JSON"),
    ])
  func refused(_ text: String, _ other: String, _ reason: String) throws {
    try write([sticker("a"), sticker("b")], to: "old")
    let manifest = try JSONSerialization.data(
      withJSONObject: JSONSerialization.jsonObject(with: Data(world.bytes("old/manifest.json"))),
      options: [.sortedKeys, .withoutEscapingSlashes])
    let edited = String(decoding: manifest, as: UTF8.self)
    try #require(edited.contains(text))
    let range = try #require(edited.range(of: text))
    try world.write(edited.replacingCharacters(in: range, with: other), to: "new/manifest.json")
    for arguments in [["diff", "old", "new"], ["diff", "new/manifest.json", "old"]] {
      let result = try Program.stickerpack.run(arguments, in: world.url)
      #expect(result.status == 2)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("stickerpack: new/manifest.json: "))
      #expect(result.errors.contains(reason))
    }
  }

  @Test("what is no bundle is said to be none, and no name leads out of a collection")
  func usage() throws {
    func complaint(_ path: String) throws -> String {
      try write([sticker("a")], to: "old")
      let result = try run("diff", path, "old")
      #expect(result.status == 2)
      return result.errors
    }
    #expect(try complaint("nowhere") == "stickerpack: nowhere does not exist\n")
    try world.write("", to: "Empty/file")
    #expect(
      try complaint("Empty") == "stickerpack: Empty is not a bundle: it has no manifest.json\n")
    #expect(try complaint("Empty/file").contains("Empty/file: it is damaged or cut short"))
    for (manifest, reason) in [
      ("../old/manifest.json", "packs[0].manifest does not name a file of the folder"),
      (
        "link/manifest.json",
        "packs[0].manifest is \"link/manifest.json\", and there is no such file"
      ),
      ("manifest.json", "it is the manifest of several packs, and not of one"),
    ] {
      try world.link("Many/link", to: "../old")
      defer { try? FileManager.default.removeItem(atPath: world.path + "/Many") }
      try world.write(
        #"{ "schema": "stickerpack.collection/1", "packs": [{ "name": "x", "stickers": 1,"#
          + #" "manifest": "\#(manifest)" }] }"#, to: "Many/manifest.json")
      let message = try complaint("Many")
      #expect(message.hasSuffix(": \(reason)\n"), "\(message)")
    }
  }
}
