import Foundation
import TestSupport
import Testing

@Suite("Documentation/Reports.md")
struct ReportsPageTests {
  let page = try? String(
    contentsOf: Repository.root.appending(path: "Documentation/Reports.md"), encoding: .utf8)

  @Test("its examples match the output")
  func examples() throws {
    let page = try #require(page)
    let prompt = "```console\n$ stickerpack "
    let examples = page.components(separatedBy: prompt).dropFirst()
    #expect(examples.count == 2)
    for example in examples {
      let shown = try #require(example.components(separatedBy: "\n```").first)
        .components(separatedBy: "\n")
      let command = try #require(shown.first)
      let output = try Program.stickerpack.run(command.components(separatedBy: " ")).output
      var rest = output.components(separatedBy: "\n")[...]
      // An ellipsis stands for omitted lines.
      let parts = shown.dropFirst().split(separator: "…", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        guard !part.isEmpty else { continue }
        let place = try #require(rest.firstRange(of: part), "\(command): \(part.joined())")
        #expect(index > 0 || place.lowerBound == rest.startIndex, "\(command)")
        rest = rest[place.upperBound...]
      }
    }
  }

  @Test("lists every format")
  func formats() throws {
    let page = try #require(page)
    for format in ReportOptionsTests.beginnings.keys {
      #expect(page.contains("| `\(format)` |"), "\(format)")
    }
  }
}
