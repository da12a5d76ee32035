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
  package static func json(_ rules: [Rule]) -> [UInt8] {
    JSONStream.list(of: rules) { json, rule in
      json.add("category", rule.category)
      json.add("examples", objects: rule.examples) {
        $0.add("caption", $1.caption)
        $0.add("verdict", $1.verdict)
      }
      json.add("fix", rule.fix)
      // Omitted if it has no automatic fix.
      json.add("fixable", rule.repair?.safety)
      json.add("id", rule.id)
      json.add(options: rule.options)
      json.add("rationale", rule.rationale)
      json.add("severity", rule.severity)
      json.add("severityReason", rule.severityReason)
      json.add("source", rule.source)
      json.add("title", rule.title)
    }
  }

  private static func labeled(_ label: String, _ text: String, _ style: TextStyle) -> [String] {
    text.wrapped(to: 71).enumerated().map { index, line in
      style.faint((index == 0 ? label : "").padded(to: 9)) + line
    }
  }
}

extension JSONStream {
  /// Adds the options of a rule.
  mutating func add(options: [Rule.Option]) {
    add("options", objects: options) { json, option in
      json.add("default", option.defaultValue)
      json.add("maximum", option.range.upperBound)
      json.add("meaning", option.meaning)
      json.add("minimum", option.range.lowerBound)
      json.add("name", option.name)
      json.add("unit", option.unit)
    }
  }
}
