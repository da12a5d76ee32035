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
