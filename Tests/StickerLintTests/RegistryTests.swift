import Foundation
import StickerLint
import TestSupport
import Testing

@Suite("Rule registry")
struct RegistryTests {
  @Test("every rule has one file, in the folder of its category and named after its id")
  func registered() throws {
    let folder = Repository.root.appending(path: "Sources/StickerLint/Rules")
    var files: [String] = []
    for category in Rule.Category.allCases {
      let name = category.rawValue.capitalized
      files += try Repository.names(in: folder.appending(path: name), endingIn: ".swift")
        .map { "\(name)/\($0.dropLast(".swift".count).lowercased())" }
    }
    let rules = Rule.all.map {
      "\($0.category.rawValue.capitalized)/\($0.id.filter { $0 != "-" })"
    }
    #expect(files.sorted() == rules.sorted())
  }

  @Test("ids are lowercase words with hyphens", arguments: Rule.all.map(\.id))
  func id(_ id: String) throws {
    let rule = try #require(Rule.named(id))
    #expect(rule.id.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") })
  }

  @Test(
    "titles have no full stop; rationales and fixes are sentences",
    arguments: Rule.all.map(\.id))
  func texts(_ id: String) throws {
    let rule = try #require(Rule.named(id))
    #expect(!rule.title.hasSuffix("."))
    #expect(rule.rationale.hasSuffix("."))
    #expect(rule.fix.hasSuffix("."))
    #expect(!rule.source.isEmpty)
    #expect(rule.severityReason.hasSuffix(".") && !rule.severityReason.dropLast().contains(". "))
    #expect(!rule.rationale.contains("  ") && !rule.rationale.contains("\n"))
  }
}
