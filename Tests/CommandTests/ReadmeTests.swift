import Foundation
import StickerLint
import TestSupport
import Testing

@Suite("README.md")
struct ReadmeTests {
  let text = try? String(
    contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)

  /// Expects that a run succeeded and that the page shows its output.
  func expectShown(_ run: Program.Run) throws {
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.output.isEmpty)
    #expect(try #require(text).contains(run.output))
  }

  @Test("shows the output of the demo")
  func demo() throws {
    try expectShown(try Program.stickerpack.run(["lint", "SampleStickers/Biscuit"]))
    let folder = try TemporaryFolder()
    let biscuit = Repository.root.appending(path: "SampleStickers/Biscuit").path
    try expectShown(
      try Program.stickerpack.run(["build", biscuit, "-o", "Build/Biscuit"], in: folder.url))
  }

  @Test("shows findings as printed")
  func findings() throws {
    let readme = try #require(text)
    let lint = try Program.stickerpack.run(["lint", "SampleStickers/Broken"])
    #expect(lint.status == 1)
    let start = try #require(readme.range(of: "$ stickerpack lint SampleStickers/Broken\n"))
    let end = try #require(readme[start.upperBound...].range(of: "\n```"))
    let shown = readme[start.upperBound..<end.lowerBound].split(separator: "\n")
    #expect(shown.count > 8)
    for line in shown where line != "…" {
      #expect(lint.output.contains(line + "\n"), "\(line)")
    }
  }

  @Test("shows the output of inspect, and the number of rules")
  func inspection() throws {
    let readme = try #require(text)
    let file = "SampleStickers/Biscuit/laughing.png"
    try expectShown(try Program.stickerpack.run(["inspect", file]))
    #expect(readme.contains("CI: \(Rule.all.count) rules"))
  }
}
