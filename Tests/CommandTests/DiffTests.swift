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

  /// The lines of the text, without the summary.
  func rows(_ old: String = "old", _ new: String = "new") throws -> [String] {
    let result = try run("diff", old, new)
    #expect(result.status == 0)
    #expect(result.errors == "")
    return result.output.split(separator: "\n").dropLast().map { String($0) }
  }

  /// A sticker of a manifest. Stickers with the same `art` have the same image at @3x.
  func sticker(
    _ id: String, art: String? = nil, bytes: Int = 3000, label: String? = nil
  ) -> [String: Any] {
    [
      "id": id, "label": label ?? id, "format": "png", "mimeType": "image/png", "animated": false,
      "points": ["width": 100, "height": 100],
      "scales": [3, 2, 1].map { scale in
        [
          "scale": scale, "file": "images/\(id)@\(scale)x.png", "width": 100 * scale,
          "height": 100 * scale, "bytes": scale == 3 ? bytes : 10,
          "sha256": Self.digest("\(art ?? id) \(scale)"),
        ] as [String: Any]
      },
    ]
  }

  /// 64 hexadecimal digits that are different for each text of up to 32 bytes.
  private static func digest(_ text: String) -> String {
    let digits = text.utf8.map { String($0 + 0x10, radix: 16) }.joined()
    return String((digits + String(repeating: "0", count: 64)).prefix(64))
  }

  /// The changes that a build made to a sticker, as a member of a JSON object.
  private static func fit(before bytes: Int) -> String {
    """
    "fit":{"bytesBefore":\(bytes),"changes":[{"kind":"new"}],"indexed":false,\
    "quality":{"score":90},"meanQuality":{"score":95}}
    """
  }

  @Test("equal art is unchanged even if one of the builds has fitted it")
  func fitted() throws {
    try write([sticker("a")], to: "old")
    let manifest = String(decoding: try world.bytes("old/manifest.json"), as: UTF8.self)
    try world.write(
      manifest.replacing(#""format":"png""#, with: #""format":"png",\#(Self.fit(before: 9))"#),
      to: "new/manifest.json")
    #expect(try world.bytes("old/manifest.json") != world.bytes("new/manifest.json"))
    let run = try run("diff", "old", "new", "--exit-code")
    #expect(run.status == 0 && run.errors == "")
  }

  func write(
    _ stickers: [[String: Any]], named name: String = "Pack", gridSize: String = "small",
    files: [[String: Any]]? = nil, to folder: String
  ) throws {
    var manifest: [String: Any] = [
      "schema": "stickerpack.manifest/2", "toolVersion": "1.0", "name": name, "version": "1.0",
      "gridSize": gridSize, "stickers": stickers,
    ]
    manifest["files"] = files
    let bytes = try JSONSerialization.data(withJSONObject: manifest)
    try world.write(Array(bytes), to: folder + "/manifest.json")
  }

  // MARK: Pages

  /// The data of a page, and everything around it.
  func page(_ name: String) throws -> (data: Substring, frame: [Substring]) {
    let page = String(decoding: try world.bytes(name), as: UTF8.self)
    let start = try #require(page.range(of: #"id="data">"#)).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    return (page[start..<end], [page[..<start], page[end...]])
  }

  /// Builds a bundle with one sticker.
  func build(_ color: [UInt8], to bundle: String) throws {
    try world.write(PNGBytes.still(300, 300, color), to: "Pack/a.png")
    #expect(try run("build", "Pack", "-o", bundle, "--quiet").status == 0)
  }

  @Test("a page has both images of a changed sticker, unless a file is not that of the manifest")
  func images() throws {
    try build([200, 0, 0, 160], to: "old")
    try build([0, 0, 200, 160], to: "new")
    let result = try run("diff", "old", "new", "--report", "html=d.html")
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output == (try run("diff", "old", "new").output))
    let data = try page("d.html").data
    #expect(data.contains(#""kinds":["changed"]"#))
    #expect(data.ranges(of: #""type":"image/png""#).count == 2)
    #expect(data.contains(#""image":0"#) && data.contains(#""image":1"#))
    #expect(
      try run("diff", "old", "new", "--format", "html").output.utf8.elementsEqual(
        world.bytes("d.html")))
    let file = try #require(
      try world.files().first { $0.hasPrefix("new/images/") && $0.contains("@3x") })
    try world.write(PNGBytes.still(300, 300, [0, 90, 0, 160]), to: file)
    _ = try run("diff", "old", "new", "--report", "html=d.html")
    #expect(try page("d.html").data.ranges(of: #""type":"image/png""#).count == 1)
  }

  @Test("a label changes nothing but the data of a page, which has no markup")
  func hostilePage() throws {
    var frames: [[Substring]] = []
    for label in ["harmless", "</script><script>alert(1)</script>", "{{style}}", "<!--<script>"] {
      try write([sticker("a")], to: "old")
      try write([sticker("a", label: label)], to: "new")
      _ = try run("diff", "old", "new", "--report", "html=d.html")
      let page = try page("d.html")
      #expect(!page.data.contains("<"))
      frames.append(page.frame)
    }
    #expect(frames.allSatisfy { $0 == frames[0] })
  }

  @Test("a report needs a known format and a file")
  func reportArguments() throws {
    let missing = "missing file; write html=FILE or html=-"
    let unknown = "unknown format \"pdf\"; the formats are text, json, markdown, html"
    for (argument, message) in [("html", missing), ("pdf=a", unknown), ("html=", missing)] {
      let result = try run("diff", "old", "new", "--report", argument)
      #expect(result.status == 2)
      #expect(result.errors.contains(message))
    }
  }

  func size(_ name: String) throws -> Int { try world.bytes(name).count }

  @Test("changed facts about a pack are differences, and the version of the program is not")
  func facts() throws {
    func write(_ facts: [String: Any], to folder: String) throws {
      let manifest: [String: Any] = [
        "schema": "stickerpack.manifest/2", "name": "Pack", "gridSize": "small",
        "stickers": [sticker("a")],
      ]
      let bytes = try JSONSerialization.data(
        withJSONObject: manifest.merging(facts) { first, _ in first })
      try world.write(Array(bytes), to: folder + "/manifest.json")
    }
    try write(["author": "Ann", "version": "1.0", "toolVersion": "1.0.0"], to: "old")
    try write(["version": "1.1", "license": "CC0-1.0", "toolVersion": "2.0.0"], to: "new")
    let result = try run("diff", "old", "new", "--exit-code")
    #expect(result.status == 1)
    #expect(
      result.output == """
        "Pack": 1 sticker, art 3,000 bytes, author "Ann" → none, license none → "CC0-1.0", version \
        "1.0" → "1.1"

        only facts about the packs differ

        """)
    #expect(
      JSONSchemaValidator.complaints(
        about: Array(try run("diff", "old", "new", "--format", "json").output.utf8),
        schema: "difference") == "")
    try write(["version": "1.1", "license": "CC0-1.0", "toolVersion": "1.0.0"], to: "old")
    #expect(try run("diff", "old", "new", "--exit-code").status == 0)
  }

  @Test("text, Markdown and JSON show all kinds of changes")
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
    #expect(try run("build", "Pack", "-o", "new", "--emit", "xcodegen").status == 0)

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
    let project = try world.files().filter {
      $0.hasPrefix("new/Project/") || $0 == "new/project.yml"
    }.sorted()
    #expect(project.count > 3)
    let expected =
      try [
        "added|\"new\", \(grouped(newArt[1])) bytes, PNG, 300 × 300 px, still",
        "removed|\"d\", \(grouped(art[3])) bytes, PNG, 300 × 300 px, still",
        "renamed|\"b\" → \"renamed\"",
        "changed|\"c\", \(grouped(art[2])) → \(grouped(newArt[3])) bytes (\(signed(newArt[3] - art[2]))),"
          + " PNG → APNG, 300 × 300 px → 408 × 408 px, still → 2 frames in 200 ms forever",
        "relabeled|\"a\", label \"One\" → \"1 | *one*\", label in \"de\" none → \"Eins\"",
      ] + project.map { "added|file \"\($0.dropFirst(4))\", \(grouped(try size($0))) bytes" }
    let title =
      "\"Pack\": 4 stickers, art \(grouped(before)) → \(grouped(after)) bytes (\(signed(after - before)))"
    let sum = try (old: all("old/"), new: all("new/"))
    let summary =
      "1 added, 1 removed, 1 renamed, 1 changed, 1 relabeled, \(project.count) other files; all files"
      + " \(grouped(sum.old)) → \(grouped(sum.new)) bytes (\(signed(sum.new - sum.old)))"

    let text = try run("diff", "old", "new")
    #expect(text.status == 0)
    let lines = expected.map { row in
      let parts = row.split(separator: "|", maxSplits: 1)
      return "  " + parts[0] + String(repeating: " ", count: 11 - parts[0].count) + parts[1]
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
    let same = try run("diff", "old", "old", "--format", "json").output
    for document in [json, same] {
      #expect(JSONSchemaValidator.complaints(about: document, schema: "difference") == "")
    }
  }

  @Test(
    "the exit status is 1 only for differences with --exit-code")
  func status() throws {
    try write([sticker("a")], to: "old")
    try write([sticker("a"), sticker("b")], to: "new")
    #expect(try run("diff", "old", "new").status == 0)
    #expect(try run("diff", "old", "new", "--exit-code").status == 1)
    let same = try run("diff", "old", "old", "--exit-code")
    #expect(same.status == 0)
    #expect(same.output == "✓ no differences\n")
  }

  @Test("packs are matched by folder, then by the images that they share")
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
        "  removed    \"d\", 3,000 bytes, PNG, 300 × 300 px, still",
        "\"Rats\": new pack, 1 sticker, art 3,000 bytes, grid size small",
        "\"Owls\": removed pack, 1 sticker, art 3,000 bytes, grid size small",
      ])
    #expect(try run("diff", "old", "old/manifest.json").output == "✓ no differences\n")
    #expect(try rows("old/Cats", "new/Cats") == [])
    // One pack that becomes several.
    try write("abcd".map { sticker("\($0)") }, named: "Cats", to: "single")
    #expect(
      try rows("single", "new").prefix(3) == [
        "\"Cats\": 4 → 2 stickers, art 12,000 → 6,000 bytes (-6,000)",
        "  removed    \"c\", 3,000 bytes, PNG, 300 × 300 px, still",
        "  removed    \"d\", 3,000 bytes, PNG, 300 × 300 px, still",
      ])
  }

  @Test("changed files are listed unless a changed sticker explains them")
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
        "  changed    \"b\", 3,000 bytes",
        "  changed    file \"\(catalog)/Pack.stickerpack/a.sticker/Contents.json\", 7 → 8 bytes (+1)",
        "  changed    file \"\(catalog)/iMessage App Icon.stickersiconset/icon.png\","
          + " 7 → 8 bytes (+1)",
      ])
    // Without changed stickers, all changed files are listed.
    try write(old, 8, to: "new")
    #expect(try rows().count == 6)
    #expect(try run("diff", "old", "new", "--exit-code").status == 1)
  }

  @Test("names and labels are escaped for terminals and Markdown")
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
      // Two cells: pipes in names are escaped.
      #expect(line.split(separator: "|").count == 2)
    }
    #expect(lines.filter { $0.contains("@all") }.allSatisfy { $0.split(separator: "`").count >= 2 })
    #expect(!markdown.contains("`x`"))
  }

  @Test("Markdown fits into a comment and counts the omitted lines")
  func longMarkdown() throws {
    try write([], to: "old")
    try write((1...2000).map { sticker("sticker number \($0)") }, to: "new")
    let markdown = try run("diff", "old", "new", "--format", "markdown").output
    #expect(markdown.utf8.count <= 65_536)
    #expect(markdown.utf8.count > 60_000)
    let shown = markdown.split(separator: "\n").count { $0.hasPrefix("| added |") }
    let rest = markdown.split(separator: "\n").last ?? ""
    let hidden = 2000 - shown
    #expect(
      rest.hasPrefix("\(hidden / 1000),\(String(hidden % 1000 + 1000).dropFirst()) more lines do"))
  }

  @Test(
    "an invalid manifest is rejected with its path and the invalid value",
    arguments: [
      (
        #""bytes":3000"#, #""bytes":9223372036854775807"#,
        "stickers[0].scales[0].bytes is out of range"
      ),
      (#""id":"b""#, #""id":"a""#, "stickers[1].id is not unique"),
      (#""width":300"#, #""width":-1"#, "stickers[0].scales[0].width is out of range: -1"),
      (
        #""format":"png""#, #""format":"png",\#(Self.fit(before: -1))"#,
        "stickers[0].fit.bytesBefore is out of range: -1"
      ),
      (#""label":"a""#, #""label":7"#, "stickers[0].label is missing or has the wrong type"),
      (#""scale":3"#, #""scale":4"#, "stickers[0].scales must be @3x"),
      (
        "stickerpack.manifest/2", "stickerpack.manifest/9",
        "written by a newer version of stickerpack"
      ),
      ("stickerpack.manifest/2", "other", "not a manifest that stickerpack wrote"),
      ("{", "", "invalid JSON: the file is corrupt or truncated"),
    ])
  func rejected(_ text: String, _ other: String, _ reason: String) throws {
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

  @Test("other files and paths outside of a collection are rejected")
  func unsupported() throws {
    func error(_ path: String) throws -> String {
      try write([sticker("a")], to: "old")
      let result = try run("diff", path, "old")
      #expect(result.status == 2)
      return result.errors
    }
    #expect(try error("nowhere") == "stickerpack: nowhere does not exist\n")
    try world.write("", to: "Empty/file")
    #expect(try error("Empty") == "stickerpack: Empty is not a bundle: it has no manifest.json\n")
    #expect(try error("Empty/file").contains("Empty/file: invalid JSON"))
    for (manifest, reason) in [
      ("../old/manifest.json", "packs[0].manifest is not a path inside the folder"),
      (
        "link/manifest.json",
        "packs[0].manifest is \"link/manifest.json\", which does not exist"
      ),
      ("manifest.json", "expected the manifest of a single pack"),
    ] {
      try world.link("Many/link", to: "../old")
      defer { try? FileManager.default.removeItem(atPath: world.path + "/Many") }
      try world.write(
        #"{ "schema": "stickerpack.collection/1", "packs": [{ "name": "x", "stickers": 1,"#
          + #" "manifest": "\#(manifest)" }] }"#, to: "Many/manifest.json")
      let message = try error("Many")
      #expect(message.hasSuffix(": \(reason)\n"), "\(message)")
    }
  }
}
