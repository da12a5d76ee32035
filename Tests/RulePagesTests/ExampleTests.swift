import StickerLint
import TestSupport
import Testing

/// Each rule's examples, linted as anybody would lint them.
@Suite("Examples of rules")
struct ExampleTests {
  /// The rules that have examples by now.
  static let ids = Rule.all.filter { !$0.examples.isEmpty }.map(\.id)

  @Test(
    "a failing example shows its rule and no other, a passing one shows nothing", arguments: ids)
  func verdicts(_ id: String) async throws {
    let rule = try #require(Rule.named(id))
    for example in rule.examples {
      let findings = try await example.findings()
      let expected: Set<String> = example.verdict == .fails ? [rule.id] : []
      #expect(
        Set(findings.map(\.rule)) == expected,
        "“\(example.caption)”: \(findings.map { "\($0.rule): \($0.message)" })")
    }
  }

  @Test(
    "a rule with examples is shown failing and passing, each time with words of its own",
    arguments: ids)
  func coverage(_ id: String) throws {
    let examples = try #require(Rule.named(id)).examples
    #expect(examples.contains { $0.verdict == .fails })
    #expect(examples.contains { $0.verdict == .passes })
    #expect(Set(examples.map(\.caption)).count == examples.count)
    for example in examples {
      #expect(!example.caption.isEmpty && !example.caption.hasSuffix("."))
    }
  }

  @Test("rules without examples are named")
  func missing() {
    let missing = Rule.all.map(\.id).filter { !Self.ids.contains($0) }
    guard !missing.isEmpty else { return }
    print("no examples yet: \(missing.joined(separator: ", "))")
  }
}
