import Foundation
import StickerLint
import TestSupport
import Testing

@Suite("README.md")
struct ReadmeTests {
  let text = try? String(
    contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)

  @Test("shows what the demo prints")
  func demo() throws {
    let readme = try #require(text)
    let lint = try Program.stickerpack.run(["lint", "SampleStickers/Biscuit"])
    #expect(readme.contains(lint.output))
    let folder = try TemporaryFolder()
    let biscuit = Repository.root.appending(path: "SampleStickers/Biscuit").path
    let build = try Program.stickerpack.run(
      ["build", biscuit, "-o", "Build/Biscuit"], in: folder.url)
    #expect(readme.contains(build.output))
  }

  @Test("shows findings as they are printed")
  func findings() throws {
    let readme = try #require(text)
    let report = try Program.stickerpack.run(["lint", "SampleStickers/Broken"]).output
    let start = try #require(readme.range(of: "$ stickerpack lint SampleStickers/Broken\n"))
    let end = try #require(readme[start.upperBound...].range(of: "\n```"))
    let shown = readme[start.upperBound..<end.lowerBound].split(separator: "\n")
    #expect(shown.count > 8)
    for line in shown where line != "…" {
      #expect(report.contains(line + "\n"), "\(line)")
    }
  }

  @Test("shows an inspection as it is printed, and the number of rules")
  func inspection() throws {
    let readme = try #require(text)
    let file = "SampleStickers/Biscuit/laughing.png"
    #expect(readme.contains(try Program.stickerpack.run(["inspect", file]).output))
    #expect(readme.contains("CI: \(Rule.all.count) rules"))
  }
}
