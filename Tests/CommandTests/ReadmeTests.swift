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

  @Test("has at most 900 words")
  func words() throws {
    #expect(try #require(text).split(whereSeparator: \.isWhitespace).count <= 900)
  }

  @Test("names the number of rules")
  func rules() throws {
    #expect(try #require(text).contains("with \(Rule.all.count) [rules]"))
  }

  @Test("shows a terminal picture whose lines are printed")
  func picture() throws {
    let picture = Repository.root.appending(path: "Documentation/Images/lint.svg")
    let svg = try String(contentsOf: picture, encoding: .utf8)
    let lines = svg.matches(of: /<text [^>]*>(.*)<\/text>/).map {
      $0.1.replacing(/<[^>]*>/, with: "").replacing("&gt;", with: ">").replacing("&lt;", with: "<")
        .replacing("&amp;", with: "&").replacing("\u{A0}", with: " ")
    }
    let command = try #require(lines.first).split(separator: " ").map(String.init)
    let broken = Repository.root.appending(path: "SampleStickers/Broken")
    let run = try Program.stickerpack.run(Array(command.dropFirst(2)), in: broken)
    #expect(run.status == 1)
    #expect(run.output == lines.dropFirst().joined(separator: "\n") + "\n")
  }
}
