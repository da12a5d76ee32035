import Foundation
import StickerPacks
import TestSupport
import Testing

@Suite("Destinations")
struct DestinationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: folder.url)
  }

  @Test("all files of the folder are destinations of the program, named by their ids")
  func files() throws {
    let folder = Repository.root.appending(path: "Sources/StickerPacks/Destinations/Files")
    let files = try Repository.names(in: folder, endingIn: ".json")
    #expect(Destination.all.map { "\($0.id).json" } == files)
  }

  @Test("each limit has a source, and a source states a limit", arguments: Destination.all)
  func sources(_ destination: Destination) {
    let known = Set(destination.sources.flatMap(\.of))
    let limits = Set(destination.limits.keys.map(\.rawValue))
    #expect(limits.subtracting(known).isEmpty, "\(destination.id)")
    #expect(
      known.subtracting(limits).isSubset(of: ["icons", "shown", "fileExtensions", "delays"]))
    #expect(destination.checked?.hasPrefix("20") == true)
    #expect(destination.sources.allSatisfy { !$0.says.isEmpty && $0.seen.hasPrefix("20") })
  }

  @Test("a destination is old a year after its sources were read")
  func age() {
    var destination = Destination(id: "a", name: "A")
    destination.checked = "2026-11-22"
    #expect(!destination.isOld(on: "2027-11-22") && destination.isOld(on: "2027-11-23"))
    destination.checked = nil
    #expect(!destination.isOld(on: "2027-11-23"))
  }

  @Test("a store has findings of its own, and none about Messages")
  func one() throws {
    try folder.write(PNGBytes.still(700, 700, [200, 30, 30, 160]), to: "Pack/hello.png")
    let messages = try run("lint", "Pack")
    #expect(messages.status == 1 && messages.output.contains("canvas-too-large"))
    let signal = try run("lint", "Pack", "--target", "signal")
    #expect(signal.status == 1 && !signal.output.contains("canvas-too-large"))
    #expect(signal.output.contains("store-emoji"))
    let line = try run("lint", "Pack", "--target", "line-emoji")
    #expect(line.status == 1)
    #expect(line.output.contains("The canvas is 700 × 700 px (LINE emoji: exactly 180 × 180 px)."))
  }

  @Test("several stores are a table, JSON or Markdown")
  func several() throws {
    try folder.write(PNGBytes.still(180, 180, [200, 30, 30, 160]), to: "Pack/hello.png")
    try folder.write(PNGBytes.still(320, 320, [200, 30, 30, 160]), to: "Pack/wave.png")
    let text = try run("lint", "Pack", "--target", "line-emoji,discord-sticker")
    #expect(text.status == 1)
    let lines = text.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines[0] == "Pack: 2 stickers")
    #expect(lines[1].split(separator: " ") == ["line-emoji", "discord-sticker"])
    #expect(lines[2].split(separator: " ") == ["hello.png", "✓", "✗", "canvas"])
    #expect(lines[3].split(separator: " ") == ["wave.png", "✗", "canvas", "✓"])
    #expect(lines.contains("→ 180 px (wave.png)"))
    #expect(lines.contains { $0.hasPrefix("→ 320 px, enlarged from 180 to 320 px") })
    let json = try run(
      "lint", "Pack", "--target", "line-emoji,discord-sticker", "--format", "json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let targets = try #require(report["targets"] as? [[String: Any]])
    #expect(targets.map { $0["id"] as? String } == ["line-emoji", "discord-sticker"])
    let packs = try #require(targets[0]["packs"] as? [[String: Any]])
    let stickers = try #require(packs[0]["stickers"] as? [[String: Any]])
    #expect(stickers.map { $0["changes"] as? [String] } == [nil, ["180 px"]])
    let table = try run(
      "lint", "Pack", "--target", "line-emoji,discord-sticker", "--format", "markdown")
    #expect(table.output.contains("| `wave.png` | ✗ canvas<br>→ 180 px | ✓ |"))
    let markdown = try run("lint", "Pack", "--target", "all", "--format", "markdown")
    #expect(
      markdown.output.split(separator: "\n").count { $0.contains("stickers can be uploaded") } == 18
    )
  }

  @Test(
    "what stores do not support, and unknown names, are refused",
    arguments: [
      (["--target", "sginal"], "did you mean \"signal\"?"),
      (["--target", "what"], "did you mean \"whatsapp\"?"),
      (["--target", "none.json"], "none.json: "),
      (["--target", "signal,"], "unknown target \"\""),
      (["--target", "signal", "--fix"], "--fix cannot be combined with --target"),
      (
        ["--target", "all", "--format", "html"],
        "--format html for several destinations cannot be combined"
      ),
    ])
  func refused(_ arguments: [String], _ message: String) throws {
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Pack/hello.png")
    let run = try Program.stickerpack.run(["lint", "Pack"] + arguments, in: folder.url)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
  }

  @Test("a file changes one number of a destination, or of Messages")
  func own() throws {
    try folder.write(PNGBytes.still(128, 128, [200, 30, 30, 160]), to: "Pack/hello.png")
    try folder.write(
      #"{ "extends": "slack-emoji", "limits": { "maximumBytes": 100 } }"#, to: "mine.json")
    let slack = try run("lint", "Pack", "--target", "slack-emoji")
    #expect(slack.status == 0, "\(slack.output)")
    let mine = try run("lint", "Pack", "--target", "./mine.json")
    #expect(mine.status == 1 && mine.output.contains(" bytes (mine: at most 100)."))
    #expect(!mine.output.contains("not certain"))
    try folder.write(
      #"{ "extends": "imessage", "id": "team", "limits": { "maximumBytes": 200, "minimumSide": 100 } }"#,
      to: "Limits/team.json")
    let team = try run("lint", "Pack", "--target", "Limits/team.json")
    #expect(team.status == 1 && team.output.contains("(limit: 200 bytes)"), "\(team.output)")
    #expect(!team.output.contains("canvas-too-small"))
    // From the folder of the configuration.
    try folder.write(#"{ "targets": ["../mine.json"] }"#, to: "Pack/stickerpack.json")
    let listed = try run("lint", "Pack", "--target", "listed")
    #expect(listed.status == 1 && listed.output.contains("(mine: at most 100)"))
    let bundle = try run("build", "Pack", "-o", "Out", "--target", "Limits/team.json")
    #expect(bundle.status == 1 && bundle.output.contains("(limit: 200 bytes)"))
    let copy = try run("targets", "slack-emoji", "--format", "json")
    try folder.write(copy.output, to: "copy.json")
    #expect(try run("lint", "Pack", "--target", "copy.json").status == 0)
    #expect(try run("targets", "copy.json", "--format", "json").output == copy.output)
  }

  @Test("--fix takes a file with other limits of Messages, and no file of another kind")
  func fixed() throws {
    let art = PNGBytes.file(.disc(side: 200))
    try folder.write(art + [1, 2, 3], to: "Pack/hello.png")
    try folder.write(#"{ "extends": "slack-emoji" }"#, to: "emoji.json")
    let emoji = try run("lint", "Pack", "--fix", "--target", "emoji.json")
    #expect(emoji.status == 2)
    #expect(emoji.errors.contains("--fix cannot be combined with --target"), "\(emoji.errors)")
    #expect(try folder.bytes("Pack/hello.png") == art + [1, 2, 3])
    try folder.write(
      #"{ "extends": "imessage", "id": "team", "limits": { "maximumBytes": 400 } }"#,
      to: "team.json")
    let team = try run("lint", "Pack", "--fix", "--target", "team.json")
    #expect(team.status == 1 && team.output.contains("(limit: 400 bytes)"), "\(team.output)")
    #expect(
      try folder.bytes("Pack/hello.png").suffix(4).elementsEqual(PNGBytes.chunk("IEND").suffix(4)))
  }

  @Test(
    "a name for several destinations takes those that take the art",
    arguments: [
      ("telegram", ["telegram-static"]), ("whatsapp", ["whatsapp-static"]),
      ("line", ["line-static"]), ("discord", ["discord-sticker"]), ("twitch", ["twitch-static"]),
    ])
  func family(_ name: String, _ ids: [String]) throws {
    try folder.write(PNGBytes.still(128, 128, [200, 30, 30, 160]), to: "Pack/hello.png")
    let packs = try PackDiscovery(at: ["\(folder.path)/Pack"]).packs
    #expect(try Destination.named(name, for: packs).map(\.id) == ids)
  }

  @Test("a name for several destinations takes two for stills and animations")
  func mixedFamily() throws {
    try folder.write(PNGBytes.still(128, 128, [200, 30, 30, 160]), to: "Pack/hello.png")
    try folder.write(
      PNGBytes.animation(128, 128, [[9, 9, 9, 9], [8, 8, 8, 8]]), to: "Pack/wave.png")
    let packs = try PackDiscovery(at: ["\(folder.path)/Pack"]).packs
    #expect(
      try Destination.named("whatsapp", for: packs).map(\.id)
        == ["whatsapp-animated", "whatsapp-static"])
  }

  @Test("a store's limits are shown with their sources")
  func targets() throws {
    let list = try run("targets")
    #expect(list.status == 0 && list.output.contains("\nsignal "))
    let signal = try run("targets", "signal")
    #expect(
      signal.output.contains("307,200") && signal.output.contains("Sources, read until 2026-11-27"))
    #expect(try run("targets", "nowhere").status == 2)
  }
}

@Suite(
  "JSON Schemas of destinations",
  .enabled(if: JSONSchemaValidator.isHere, "Python's jsonschema is not installed"))
struct DestinationSchemaTests {
  @Test("each destination and a report for all of them are valid")
  func valid() throws {
    let destinations = try Destination.all.map {
      Array(try Program.stickerpack.run(["targets", $0.id, "--format", "json"]).output.utf8)
    }
    #expect(
      JSONSchemaValidator.complaints(aboutEach: destinations, schema: "destination")
        == destinations.map { _ in "" })
    let run = try Program.stickerpack.run(
      ["lint", "SampleStickers/Biscuit", "--target", "all", "--format", "json"])
    #expect(JSONSchemaValidator.complaints(about: run.output, schema: "targets") == "")
  }

  @Test("the schema has each limit of the program, and no other")
  func limitKeys() throws {
    let file = Repository.root.appending(path: "Sources/stickerpack/Schemas/destination.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let properties = schema?["properties"] as? [String: Any]
    let limits = (properties?["limits"] as? [String: Any])?["properties"] as? [String: Any]
    let keys = Set(Limit.Key.allCases.map(\.rawValue))
    #expect(Set(try #require(limits).keys) == keys)
    let definitions = schema?["definitions"] as? [String: Any]
    let named = (definitions?["limit"] as? [String: Any])?["enum"] as? [String]
    #expect(Set(try #require(named)) == keys)
    let empty =
      "{ \"extends\": \"signal\", \"limits\": { \(keys.map { "\"\($0)\": null" }.joined(separator: ", ")) } }"
    #expect(JSONSchemaValidator.complaints(about: empty, schema: "destination") == "")
  }
}
