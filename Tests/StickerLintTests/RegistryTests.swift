import Foundation
import StickerLint
import TestSupport
import Testing

@Suite("The rules as a set")
struct RegistryTests {
  @Test("every rule's file is registered, once")
  func registered() throws {
    let files = try Repository.names(
      in: Repository.root.appending(path: "Sources/StickerLint/Rules"), endingIn: ".swift")
    #expect(files.count == Rule.all.count)
    #expect(Set(Rule.all.map(\.id)).count == Rule.all.count)
  }

  @Test("ids name the problem in lower case with hyphens", arguments: Rule.all.map(\.id))
  func id(_ id: String) throws {
    let rule = try #require(Rule.named(id))
    #expect(rule.id.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") })
  }

  @Test(
    "texts are whole: a title without a full stop, sentences with one",
    arguments: Rule.all.map(\.id))
  func texts(_ id: String) throws {
    let rule = try #require(Rule.named(id))
    #expect(!rule.title.hasSuffix("."))
    #expect(rule.rationale.hasSuffix("."))
    #expect(rule.fix.hasSuffix("."))
    #expect(!rule.source.isEmpty)
    #expect(!rule.rationale.contains("  ") && !rule.rationale.contains("\n"))
  }
}
