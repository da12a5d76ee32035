import Foundation
import StickerPacks
import TestSupport
import Testing

@Suite("Other stores")
struct StoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: folder.url)
  }

  @Test("all files of the folder are profiles of the program, named by their ids")
  func files() throws {
    let folder = Repository.root.appending(path: "Sources/StickerPacks/Profiles")
    let files = try Repository.names(in: folder, endingIn: ".json")
    #expect(StoreProfile.all.map { "\($0.id).json" } == files)
  }

  @Test("each limit of a profile has a source", arguments: StoreProfile.all)
  func sources(_ profile: StoreProfile) {
    let known = Set(profile.sources.flatMap(\.of))
    func has(_ key: String, _ value: Any?) {
      #expect(value == nil || known.contains(key), "\(profile.id): \(key)")
    }
    has("formats", profile.formats)
    has("bytes", profile.bytes)
    has("animation", profile.animation)
    has("count", profile.count)
    has("shown", profile.shown)
    #expect(profile.checked.hasPrefix("20") && profile.sources.allSatisfy { !$0.says.isEmpty })
  }

  @Test("a profile is old a year after its sources were read")
  func age() {
    var profile = StoreProfile(id: "a", name: "A")
    profile.checked = "2026-11-22"
    #expect(!profile.isOld(on: "2027-11-22") && profile.isOld(on: "2027-11-23"))
  }

  @Test("a key is uncertain if it or what it is in is listed")
  func certainty() {
    var profile = StoreProfile(id: "a", name: "A")
    profile.uncertain = ["canvas", "bytes.still"]
    #expect(!profile.isCertain("canvas.exact") && !profile.isCertain("bytes.still"))
    #expect(profile.isCertain("bytes.maximum") && profile.isCertain("canvases"))
  }

  @Test("a store has findings of its own, and none about Messages")
  func one() throws {
    try folder.write(PNGBytes.still(700, 700, [200, 30, 30, 160]), to: "Pack/hello.png")
    let messages = try run("lint", "Pack")
    #expect(messages.status == 1 && messages.output.contains("canvas-too-large"))
    let signal = try run("lint", "Pack", "--target", "signal")
    #expect(signal.status == 0 && !signal.output.contains("canvas-too-large"))
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
      markdown.output.split(separator: "\n").count { $0.contains("stickers can be uploaded") } == 17
    )
  }

  @Test(
    "what stores do not support, and unknown names, are refused",
    arguments: [
      (["--target", "sginal"], "did you mean \"signal\"?"),
      (["--target", "signal,"], "unknown target \"\""),
      (["--target", "signal", "--fix"], "--fix cannot be combined with --target"),
      (
        ["--target", "all", "--format", "html"],
        "--format html for several stores cannot be combined"
      ),
    ])
  func refused(_ arguments: [String], _ message: String) throws {
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Pack/hello.png")
    let run = try Program.stickerpack.run(["lint", "Pack"] + arguments, in: folder.url)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
  }

  @Test("a store's limits are shown with their sources")
  func targets() throws {
    let list = try run("targets")
    #expect(list.status == 0 && list.output.contains("\nsignal "))
    let signal = try run("targets", "signal")
    #expect(
      signal.output.contains("307,200") && signal.output.contains("Sources, read until 2026-11-26"))
    #expect(try run("targets", "nowhere").status == 2)
  }
}

@Suite(
  "JSON Schemas of stores",
  .enabled(if: JSONSchemaValidator.isHere, "Python's jsonschema is not installed"))
struct StoreSchemaTests {
  @Test("each profile and a report for all stores are valid")
  func valid() throws {
    let profiles = try StoreProfile.all.map {
      Array(try Program.stickerpack.run(["targets", $0.id, "--format", "json"]).output.utf8)
    }
    #expect(
      JSONSchemaValidator.complaints(aboutEach: profiles, schema: "profile")
        == profiles.map { _ in "" })
    let run = try Program.stickerpack.run(
      ["lint", "SampleStickers/Biscuit", "--target", "all", "--format", "json"])
    #expect(JSONSchemaValidator.complaints(about: run.output, schema: "targets") == "")
  }
}
