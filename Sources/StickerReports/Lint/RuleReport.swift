internal import Basics
internal import ImageContainers
package import StickerLint
internal import StickerPacks

/// Rules as text and JSON.
package enum RuleReport {
  /// Text: a line for each rule, by category. Ends in a newline.
  package static func list(_ rules: [Rule], style: TextStyle) -> String {
    let width = (rules.map { $0.id.count }.max() ?? 0) + 2
    var lines: [String] = []
    for category in Rule.Category.allCases {
      let members = rules.filter { $0.category == category }
      guard !members.isEmpty else { continue }
      if !lines.isEmpty { lines.append("") }
      lines.append(
        style.bold(category.rawValue.prefix(1).uppercased() + category.rawValue.dropFirst()))
      for rule in members {
        let severity = style.colored(rule.severity.rawValue.padded(to: 9), rule.severity)
        lines.append("  " + severity + rule.id.padded(to: width) + style.faint(rule.title))
        for option in rule.options {
          let text = "\(option.name) \(option.amount(option.defaultValue)): \(option.meaning)"
          lines.append(String(repeating: " ", count: 11 + width) + style.faint("· " + text))
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Text: all parts of a rule, wrapped for a terminal. Ends in a newline.
  ///
  /// - Parameter command: the command that makes repairs.
  package static func explanation(
    of rule: Rule, fixedBy command: (Repair.Safety) -> String, style: TextStyle
  ) -> String {
    let head = "\(style.bold(rule.id))  \(style.colored(rule.severity.rawValue, rule.severity))"
    var lines = [head, rule.title + ".", ""]
    lines += rule.rationale.wrapped(to: 80)
    lines += [""] + labeled("Severity", "\(rule.severity.rawValue). \(rule.severityReason)", style)
    lines += labeled("Fix", rule.fix, style)
    if let repair = rule.repair {
      lines += labeled("", "\(command(repair.safety)): \(repair.summary)", style)
    }
    lines += labeled("Source", rule.source, style)
    for option in rule.options {
      lines += labeled(
        "Option",
        "\(option.name): \(option.meaning). Default: \(option.amount(option.defaultValue)), range:"
          + " \(Text.number(option.range.lowerBound)) to \(option.amount(option.range.upperBound))",
        style)
    }
    for example in rule.examples {
      lines += labeled(example.verdict == .fails ? "Fails" : "Passes", example.caption, style)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// JSON. Ends in a newline.
  package static func json(_ rules: [Rule]) throws -> [UInt8] {
    try CanonicalJSON.bytes(of: rules.map(Entry.init))
  }

  private struct Entry: Encodable {
    var id: String
    var title: String
    var category: Rule.Category
    var severity: Severity
    var severityReason: String
    var rationale: String
    var fix: String
    /// Omitted if it has no automatic fix.
    var fixable: String?
    var source: String
    var options: [OptionEntry]
    var examples: [Example]

    init(_ rule: Rule) {
      id = rule.id
      title = rule.title
      category = rule.category
      severity = rule.severity
      severityReason = rule.severityReason
      rationale = rule.rationale
      fix = rule.fix
      fixable = rule.repair?.safety.rawValue
      source = rule.source
      options = rule.options.map(OptionEntry.init)
      examples = rule.examples.map { Example(verdict: $0.verdict, caption: $0.caption) }
    }
  }

  private struct Example: Encodable {
    var verdict: Rule.Example.Verdict
    var caption: String
  }

  private static func labeled(_ label: String, _ text: String, _ style: TextStyle) -> [String] {
    text.wrapped(to: 71).enumerated().map { index, line in
      style.faint((index == 0 ? label : "").padded(to: 9)) + line
    }
  }
}

/// An option of a rule in JSON and SARIF.
struct OptionEntry: Encodable {
  var name: String
  var meaning: String
  var unit: Quantity.Unit
  var `default`: Double
  var minimum: Double
  var maximum: Double

  init(_ option: Rule.Option) {
    name = option.name
    meaning = option.meaning
    unit = option.unit
    `default` = option.defaultValue
    minimum = option.range.lowerBound
    maximum = option.range.upperBound
  }
}
