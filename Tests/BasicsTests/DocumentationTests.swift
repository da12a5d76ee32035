import Foundation
import TestSupport
import Testing

/// The manual for users is in `Documentation`, the measurements for contributors are in `Tests/Measurements`.
@Suite("Documentation")
struct DocumentationTests {
  static let folder = Repository.root.appending(path: "Documentation")

  /// The pages of the manual. `Rules.md`, the index of the rules' generated pages, is not one of them.
  static func manual() throws -> [String] {
    try Repository.names(in: folder, endingIn: ".md").filter { $0 != "Rules.md" }
  }

  @Test("the manual has at most ten pages, and the table of README.md lists each of them once")
  func table() throws {
    let manual = try Self.manual()
    #expect((5...10).contains(manual.count), "\(manual)")
    let readme = try PublicationTests.text(of: "README.md")
    let table = try #require(readme.components(separatedBy: "## Documentation\n").last)
      .components(separatedBy: "\n## ")[0]
    let listed = table.matches(of: /\n\| \[[^\]]*\]\(Documentation\/([^)#]*)\)/).map {
      String($0.1)
    }
    #expect(listed.sorted() == (manual + ["Rules.md"]).sorted())
  }

  @Test("the manual has at most 15,000 words, and CONTRIBUTING.md 1,500")
  func words() throws {
    func words(_ file: String) throws -> Int {
      try PublicationTests.text(of: file).split(whereSeparator: \.isWhitespace).count
    }
    let pages = try Self.manual() + ["Rules.md"]
    #expect(try pages.reduce(0) { try $0 + words("Documentation/\($1)") } <= 15_000)
    #expect(try words("CONTRIBUTING.md") <= 1_500)
  }

  @Test("each note about measurements is listed once, and has a date or is written by a test")
  func notes() throws {
    let notes = Repository.root.appending(path: "Tests/Measurements")
    let index = try PublicationTests.text(of: "Tests/Measurements/README.md")
    let names = try Repository.names(in: notes, endingIn: ".md").filter { $0 != "README.md" }
    #expect(names.count > 5)
    for name in names {
      #expect(index.split(separator: "\n").count { $0.contains("](\(name))") } == 1, "\(name)")
      let text = try PublicationTests.text(of: "Tests/Measurements/\(name)")
      let isDated = text.split(separator: "\n").contains {
        $0.contains(" 20") && $0.contains(/\d [A-Z][a-z]+ 20\d\d/)
      }
      #expect(isDated || name == "Conformance.md", "\(name) has no date")
    }
  }

  @Test("links lead to files and headings that exist")
  func links() throws {
    let files = try PublicationTests.files(
      in: ["", "Documentation", "Tests/Measurements", "Tools", ".agents", ".github"], [".md"])
    #expect(files.count > 100)
    for file in files {
      let text = try PublicationTests.text(of: file)
      for link in Self.links(in: text) {
        if let problem = try Self.problem(with: link, in: file) {
          Issue.record("\(file): \(link): \(problem)")
        }
      }
    }
  }

  @Test(
    "broken links are found",
    arguments: [
      ("[a](SECURITY.md)", nil),
      ("[a](SECURITY.md#guarantees)", nil),
      ("[a](#style)", nil),
      ("[a](https://example.com/b)", nil),
      ("`[a](Missing.md)`\n\n```\n[a](Missing.md)\n```\n", nil),
      ("[a](Missing.md)", "there is no such file"),
      ("[a](SECURITY.md#missing)", "there is no such heading"),
      ("[a](#missing)", "there is no such heading"),
      ("<img src=\"missing.png\">", "there is no such file"),
    ] as [(String, String?)])
  func brokenLinks(_ text: String, _ problem: String?) throws {
    let problems = try Self.links(in: text).compactMap {
      try Self.problem(with: $0, in: "CONTRIBUTING.md")
    }
    #expect(problems == (problem.map { [$0] } ?? []))
  }

  /// The targets of links and images in Markdown, without code.
  static func links(in text: String) -> [String] {
    prose(of: text).replacing(/`[^`\n]*`/, with: "")
      .matches(of: /\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/).compactMap {
        ($0.output.1 ?? $0.output.2).map(String.init)
      }
  }

  /// The problem of a link of a file, or nil.
  static func problem(with link: String, in file: String) throws -> String? {
    guard !link.contains(/^[a-z]+:/) else { return nil }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let from = Repository.root.appending(path: file)
    let target =
      parts[0].isEmpty
      ? from : from.deletingLastPathComponent().appending(path: String(parts[0])).standardized
    guard FileManager.default.fileExists(atPath: target.path) else {
      return "there is no such file"
    }
    guard parts.count == 2, target.pathExtension == "md" else { return nil }
    let text = String(decoding: try Data(contentsOf: target), as: UTF8.self)
    return anchors(of: text).contains(String(parts[1])) ? nil : "there is no such heading"
  }

  /// The anchors that GitHub gives to headings; a repeated one has a number.
  static func anchors(of text: String) -> Set<String> {
    var counts: [String: Int] = [:]
    var anchors: Set<String> = []
    for line in prose(of: text).split(separator: "\n") where line.contains(/^#+[ ]/) {
      let heading = line.drop { $0 == "#" }.dropFirst()
        .replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
        .lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
      let anchor = heading.replacing(" ", with: "-")
      let count = counts[anchor, default: 0]
      counts[anchor] = count + 1
      anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
    }
    return anchors
  }

  /// Markdown without fenced blocks of code.
  private static func prose(of text: String) -> String {
    text.components(separatedBy: "\n```").enumerated().compactMap {
      $0.offset.isMultiple(of: 2) ? $0.element : nil
    }.joined(separator: "\n")
  }
}
