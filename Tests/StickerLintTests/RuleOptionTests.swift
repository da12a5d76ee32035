import StickerLint
import StickerPacks
import Testing

@Suite("Rule options")
struct RuleOptionTests {
  static let all = Rule.all.flatMap { rule in rule.options.map { (rule.id, $0) } }

  @Test("an option accepts values in its range and rejects all others", arguments: all)
  func range(_ id: String, _ option: Rule.Option) throws {
    let rule = try #require(Rule.named(id))
    func objection(_ value: Double) -> String? {
      rule.objection(to: RuleSetting(options: [option.name: value]))
    }
    #expect(option.range.lowerBound < option.range.upperBound)
    for value in [option.standard, option.range.lowerBound, option.range.upperBound] {
      #expect(objection(value) == nil)
    }
    for value in [option.range.lowerBound - 1, option.range.upperBound * 2, .infinity] {
      #expect(try #require(objection(value)).hasPrefix("\(option.name) of \(id) is "))
    }
  }

  @Test(
    "option names are lowercase words, and meanings have no full stop",
    arguments: Rule.all.map(\.id))
  func words(_ id: String) throws {
    let options = try #require(Rule.named(id)).options
    #expect(Set(options.map(\.name)).count == options.count)
    for option in options {
      #expect(option.name.allSatisfy { $0.isLetter && $0.isLowercase } && option.name != "severity")
      #expect(!option.meaning.isEmpty && !option.meaning.hasSuffix("."))
      // It would end a cell of the Markdown table.
      #expect(!option.meaning.contains("|"))
    }
  }
}
