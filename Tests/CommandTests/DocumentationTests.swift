import Foundation
import StickerPacks
import StickerReports
import TestSupport
import Testing

/// Compares counts and lists in documents with the code.
@Suite("What documents count and list")
struct DocumentationTests {
  private func text(_ name: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: name), encoding: .utf8)
  }

  /// The paths of all Swift files in a folder of the checkout.
  private func swiftFiles(in folder: String) throws -> [String] {
    let root = Repository.root.appending(path: folder).path
    return try FileManager.default.subpathsOfDirectory(atPath: root)
      .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
  }

  /// The folders in a folder of the checkout that have Swift files.
  private func modules(in folder: String) throws -> Set<String> {
    Set(try swiftFiles(in: folder).map { String($0.split(separator: "/")[1]) })
  }

  @Test("ARCHITECTURE.md has the number of public declarations, within 10")
  func publicDeclarations() throws {
    let count = try swiftFiles(in: "Sources").reduce(0) { count, file in
      let lines = try text(file).split(separator: "\n")
      return count
        + lines.count { $0.drop { $0 == " " }.starts(with: "public ") && !$0.contains("import ") }
    }
    let stated = try #require(text("ARCHITECTURE.md").firstMatch(of: /About (\d+) are `public`/))
    #expect(abs(try #require(Int(stated.1)) - count) <= 10, "\(count) are public")
  }

  @Test(
    "ARCHITECTURE.md has a row for each module, and names the modules without tests of their own")
  func moduleTable() throws {
    let page = try text("ARCHITECTURE.md")
    let rows = page.matches(of: /(?m)^\| (`[^|]*`) \| [^|]+ \| [^|]+ \|$/).flatMap {
      $0.1.matches(of: /`(\w+)`/).map { String($0.1) }
    }
    let modules = try modules(in: "Sources")
    #expect(modules.subtracting(rows).isEmpty && rows.count >= modules.count)
    let tested = try Self.tested(self.modules(in: "Tests"))
    let sentence = try #require(page.firstMatch(of: /(?s)target per module, except for ([^;.]*)/))
    let exceptions = Set(sentence.1.matches(of: /`(\w+)`/).map { String($0.1) })
    #expect(modules.subtracting(tested) == exceptions)
  }

  /// The modules that have a test target. `CommandTests` runs the program.
  private static func tested(_ targets: Set<String>) -> Set<String> {
    Set(targets.map { $0 == "CommandTests" ? "stickerpack" : $0.replacing(/Tests$/, with: "") })
  }

  @Test(
    "contributors' pages name files that exist", arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md"])
  func files(_ page: String) throws {
    let files = try ["Sources", "Tests", "Plugins"].flatMap(swiftFiles) + ["Package.swift"]
    for match in try text(page).matches(of: /`([\w\/+]+\.swift)`/) where !match.1.contains("Your") {
      #expect(files.contains { ("/" + $0).hasSuffix("/" + match.1) }, "\(match.1)")
    }
  }

  @Test("CHANGELOG.md lists the report formats")
  func formats() throws {
    let list = try #require(text("CHANGELOG.md").firstMatch(of: /(?s)- Reports as (.*?)\./)).1
    let names = list.replacing(/\s+/, with: " ").replacing(" (with a schema)", with: "")
      .replacing(" and ", with: ", ").split(separator: ", ").map { $0.lowercased() }
    let formats = ReportFormat.allCases.map(\.rawValue) + ["html"]
    #expect(names.count == formats.count)
    #expect(formats.allSatisfy { format in names.contains { $0.hasPrefix(format) } }, "\(names)")
  }

  @Test("CHANGELOG.md has the numbers of destinations that are checked and built")
  func stores() throws {
    let page = try text("CHANGELOG.md")
    #expect(page.contains("for \(Destination.all.count - 1) other destinations"))
    #expect(page.contains("of \(Destination.all.count(where: \.canBeBuilt)) destinations"))
  }
}
