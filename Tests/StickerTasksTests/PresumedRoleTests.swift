import Basics
import Foundation
import StickerFit
import StickerPacks
import StickerTasks
import TestSupport
import Testing

@Suite("Roles that only the names of files state")
struct PresumedRoleTests {
  let folder: TemporaryFolder
  /// Large enough for an icon, with metadata that a fix would remove.
  private let icon: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    let still = PNGBytes.still(1024, 1024, [9, 120, 200, 255])
    let text = PNGBytes.chunk(
      "tEXt", Array("Software\0".utf8) + [UInt8](repeating: 65, count: 90_000))
    icon = Array(still.dropLast(12) + text + still.suffix(12))
    try folder.write(icon, to: "Art/icon.png")
    try folder.write(PNGBytes.still(408, 408, [200, 30, 30, 160]), to: "Art/wave.png")
  }

  private func template(of name: String = "Art") throws -> String {
    try InitTask(FilePath(folder.path).appending(FilePath(name))).run { _ in }.files.map(\.text)
      .joined()
  }

  @Test("no command changes the icon, in any order, and init names it")
  func order() async throws {
    let fitted = try await FitTask(folder.path + "/Art", to: folder.path + "/Fitted").run()
    #expect(fitted.changes.map { FilePath($0.file).name } == ["wave.png"])
    var fix = FixTask(folder.path + "/Fitted")
    fix.allowsUnsafe = true
    _ = try await fix.run()
    #expect(try folder.bytes("Fitted/icon.png") == icon)
    let text = try template(of: "Fitted")
    #expect(text.contains("\n  \"icon\": \"icon.png\",\n"))
    #expect(
      text.split(separator: "\n").filter { $0.hasPrefix("    { ") } == [
        "    { \"file\": \"wave.png\", \"label\": \"Wave\", \"draft\": true },"
      ])
    let lint = try await LintTask(folder.path + "/Fitted").run()
    #expect(!lint.findings.contains { $0.rule.hasPrefix("canvas-") })
    let built = try await BuildTask(folder.path + "/Fitted", to: folder.path + "/out").run()
    #expect(built.packs.map(\.stickers) == [["wave"]])
  }

  @Test("a configured icon is fixed, and a listed image is a sticker")
  func configured() async throws {
    try folder.write(
      #"{ "stickers": [{ "file": "icon.png", "label": "An icon" }] }"#, to: "Art/stickerpack.json")
    let lint = try await LintTask(folder.path + "/Art").run()
    #expect(lint.findings.contains { $0.rule == "canvas-too-large" })
    try folder.write(#"{ "icon": "icon.png" }"#, to: "Art/stickerpack.json")
    _ = try await FixTask(folder.path + "/Art").run()
    #expect(try folder.bytes("Art/icon.png").count < icon.count)
  }

  @Test("init leaves numbered images in a pack out, which may be the frames of one sticker")
  func frames() throws {
    for number in 1...3 {
      let image = PNGBytes.still(300, 300, [UInt8(number * 60), 30, 30, 160])
      try folder.write(image, to: "Art/dance/\(number).png")
    }
    let task = InitTask(FilePath(folder.path).appending("Art"))
    let suggestion = try task.run { _ in }
    #expect(suggestion.files.count == 1 && suggestion.frameFolders.count == 1)
    let text = try #require(suggestion.files.first?.text)
    #expect(text.contains("// If \"dance\" holds 3 frames of one sticker:"))
    #expect(text.contains("// { \"frames\": \"dance\", \"label\": \"\" },"))
    // Named, it is a pack.
    #expect(try template(of: "Art/dance").contains("\"file\": \"3.png\""))
  }
}

@Suite("Drafts of labels")
struct LabelDraftTests {
  /// The entry that `init` writes for a file of a name, without its file.
  private func entry(of name: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Pack/\(name).png")
    let suggestion = try InitTask(FilePath(folder.path).appending("Pack")).run { _ in }
    let line = suggestion.files[0].text.split(separator: "\n").first {
      $0.hasPrefix("    { \"file\"")
    }
    return String(
      try #require(line).dropFirst(
        name.utf8.count == 0 ? 0 : "    { \"file\": \"\(name).png\"".count))
  }

  @Test(
    "a label from the name is marked as a draft",
    arguments: [("good-morning_2", "Good morning 2"), ("pandaWaves", "Panda waves"), ("no", "No")])
  func drafts(_ name: String, _ label: String) throws {
    #expect(try entry(of: name) == ", \"label\": \"\(label)\", \"draft\": true },")
  }

  @Test(
    "a name that says nothing about the art becomes no label",
    arguments: [
      "Untitled_Artwork 3", "Screenshot 2026-11-27 at 07.10.22", "Final FINAL v3", "Bild 3",
      "IMG_0412", "12",
    ])
  func placeholders(_ name: String) throws { #expect(try entry(of: name) == " },") }

  @Test("an emoji in the name is the emoji, and no part of the label")
  func emoji() throws {
    #expect(
      try entry(of: "happy 😀") == ", \"label\": \"Happy\", \"draft\": true, \"emoji\": [\"😀\"] },")
    #expect(try entry(of: "👩🏽‍🚀") == ", \"emoji\": [\"👩🏽‍🚀\"] },")
    // Shown as text.
    #expect(try entry(of: "wave ©") == ", \"label\": \"Wave ©\", \"draft\": true },")
  }

  @Test("a draft is a missing label until its mark is removed")
  func confirming() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Pack/big-hug.png")
    let suggestion = try InitTask(FilePath(folder.path).appending("Pack")).run { _ in }
    let text = suggestion.files[0].text
    try folder.write(text, to: "Pack/stickerpack.json")
    func messages() async throws -> [String] {
      try await LintTask(folder.path + "/Pack").run().findings
        .filter { $0.rule.hasPrefix("label-") }.map(\.message)
    }
    #expect(try await messages() == ["1 of 1 label is a draft from the file name."])
    try folder.write(
      text.replacing("Big hug\", \"draft\": true", with: "Two bears hug\""),
      to: "Pack/stickerpack.json")
    #expect(try await messages() == [])
  }
}
