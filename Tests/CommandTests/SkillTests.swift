import Foundation
import TestSupport
import Testing

@Suite("The skill for coding agents")
struct SkillTests {
  /// The commands of the page, with the exit status that it states.
  static func commands() throws -> [(arguments: [String], status: Int32)] {
    let page = Repository.root.appending(path: ".agents/skills/stickerpack/SKILL.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.matches(of: /(?m)^stickerpack (.+) # ([0-3])$/).compactMap { match in
      Int32(match.2).map { (match.1.split(separator: " ").map(String.init), $0) }
    }
  }

  @Test(
    "its script lints, fixes, fits, builds and undoes from JSON alone",
    .enabled(if: OtherProgram.jq.isHere, "jq is not installed, so this test is skipped"))
  func script() throws {
    let page = Repository.root.appending(path: ".agents/skills/stickerpack/SKILL.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let script = try #require(text.firstMatch(of: /(?s)```bash\n(.*?)```/)).1
    let folder = try TemporaryFolder()
    var before: [String: Int] = [:]
    for name in ["file-too-large.png", "heavy-metadata.png"] {
      let art = try Repository.bytes(
        Repository.root.appending(path: "SampleStickers/Broken/\(name)"))
      before[name] = art.count
      try folder.write(art, to: "Stickers/\(name)")
    }
    let program = "stickerpack() { '\(Program.stickerpack.path)' \"$@\"; }\n"
    try folder.write(Array((program + script).utf8), to: "script.sh")
    let output = try OtherProgram(URL(filePath: "/bin/bash")).run(["script.sh"], in: folder.url)
    func size(_ path: String) throws -> Int { try folder.bytes(path).count }
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines.contains("Stickers/stickerpack.json 2"))
    #expect(lines.contains("Stickers/file-too-large.png file-too-large unsafe"), "\(output)")
    let metadata = try size("Fitted/heavy-metadata.png")
    #expect(
      lines.contains(
        "Stickers/heavy-metadata.png \(before["heavy-metadata.png"] ?? 0) \(metadata) remove metadata"
      ))
    #expect(
      lines.contains(
        "Stickers/file-too-large.png \(before["file-too-large.png"] ?? 0) \(try size("Fitted/file-too-large.png")) true"
      ))
    #expect(lines.contains("true") && lines.contains("heavy-metadata.png restored"))
    #expect(try size("Stickers/heavy-metadata.png") == before["heavy-metadata.png"])
    #expect(lines.last == "2 Missing: no such file or folder")
    #expect(try folder.files().contains("Build/Stickers/manifest.json"))
  }

  @Test("every command exits with the stated status, and JSON has the named keys")
  func runs() throws {
    let folder = try TemporaryFolder()
    for name in ["file-too-large.png", "heavy-metadata.png"] {
      let art = Repository.root.appending(path: "SampleStickers/Broken/\(name)")
      try folder.write(try Repository.bytes(art), to: "Stickers/\(name)")
    }
    let commands = try Self.commands()
    #expect(
      Set(commands.map(\.arguments[0])) == [
        "lint", "explain", "rules", "fix", "fit", "init", "build", "verify", "check-upload",
      ])
    for (arguments, status) in commands {
      let run = try Program.stickerpack.run(arguments, in: folder.url)
      #expect(run.status == status, "\(arguments): \(run.errors)")
      guard arguments.contains("json") else { continue }
      let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
      switch arguments[0] {
      case "lint":
        let report = try #require(json as? [String: Any])
        let findings = try #require(report["findings"] as? [[String: Any]])
        #expect(report["summary"] != nil && !findings.isEmpty)
        let keys: Set = ["rule", "severity", "file", "message", "fix"]
        #expect(findings.allSatisfy { keys.isSubset(of: $0.keys) })
      case "check-upload":
        let report = try #require(json as? [String: Any])
        #expect(report["checks"] != nil && report["notChecked"] != nil)
      case "fit":
        let report = try #require(json as? [String: Any])
        let stickers = try #require(report["stickers"] as? [[String: Any]])
        let keys: Set = ["bytesBefore", "bytesAfter", "fits"]
        #expect(stickers.count == 2 && stickers.allSatisfy { keys.isSubset(of: $0.keys) })
        let fits = stickers.compactMap { $0["fit"] as? [String: Any] }
        #expect(fits.count == 1 && fits.allSatisfy { $0["quality"] != nil && $0["changes"] != nil })
      default: break
      }
    }
    #expect(try folder.files().contains("Build/Stickers/manifest.json"))
  }
}
