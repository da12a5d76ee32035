import StickerLint
import TestSupport
import Testing

/// Each rule's examples, linted as anybody would lint them.
@Suite("Examples of rules")
struct ExampleTests {
  @Test(
    "a failing example shows its rule and no other, a passing one shows nothing",
    arguments: Rule.all.map(\.id))
  func verdicts(_ id: String) async throws {
    let rule = try #require(Rule.named(id))
    for example in rule.examples {
      let findings = try await example.findings()
      let expected: Set<String> = example.verdict == .fails ? [rule.id] : []
      #expect(
        Set(findings.map(\.rule)) == expected,
        "\"\(example.caption)\": \(findings.map { "\($0.rule): \($0.message)" })")
    }
  }

  @Test(
    "a rule is shown failing and passing, each time with words of its own",
    arguments: Rule.all.map(\.id))
  func coverage(_ id: String) throws {
    let examples = try #require(Rule.named(id)).examples
    #expect(examples.contains { $0.verdict == .fails })
    #expect(examples.contains { $0.verdict == .passes })
    #expect(Set(examples.map(\.caption)).count == examples.count)
    for example in examples {
      #expect(!example.caption.isEmpty && !example.caption.hasSuffix("."))
    }
  }

  /// Every option of every rule.
  static let options = Rule.all.flatMap { rule in
    rule.options.map { (rule: rule.id, option: $0.name) }
  }

  @Test("each option turns the verdict of an example", arguments: options)
  func option(_ id: String, _ option: String) async throws {
    let rule = try #require(Rule.named(id))
    let example = try #require(
      rule.examples.first { $0.rules[id]?.options[option] != nil }, "no example has it")
    var standard = example
    standard.rules[id] = nil
    let isFound = try await standard.findings().contains { $0.rule == id }
    #expect(isFound == (example.verdict == .passes))
  }
}
