import StickerLint
import StickerPacks
import Testing

@Suite("Options of rules")
struct RuleOptionTests {
  static let all = Rule.all.flatMap { rule in rule.options.map { (rule.id, $0) } }

  @Test("an option takes what lies in its range, and names the range otherwise", arguments: all)
  func range(_ id: String, _ option: Rule.Option) throws {
    let rule = try #require(Rule.named(id))
    func objection(_ value: Double) -> String? {
      rule.objection(to: RuleSetting(options: [option.name: value]))
    }
    #expect(option.range.lowerBound < option.range.upperBound)
    for value in [option.defaultValue, option.range.lowerBound, option.range.upperBound] {
      #expect(objection(value) == nil)
    }
    for value in [option.range.lowerBound - 1, option.range.upperBound * 2, .infinity] {
      #expect(try #require(objection(value)).hasPrefix("\(option.name) of \(id) is "))
    }
  }

  @Test("an option has a name and a meaning that fit its pages", arguments: Rule.all.map(\.id))
  func words(_ id: String) throws {
    let options = try #require(Rule.named(id)).options
    #expect(Set(options.map(\.name)).count == options.count)
    for option in options {
      #expect(option.name.allSatisfy { $0.isLetter && $0.isLowercase } && option.name != "severity")
      #expect(!option.meaning.isEmpty && !option.meaning.hasSuffix("."))
      // A table's cell ends there.
      #expect(!option.meaning.contains("|"))
    }
  }
}
