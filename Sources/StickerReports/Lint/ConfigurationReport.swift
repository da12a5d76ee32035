internal import Basics
package import StickerLint
internal import StickerManifest
package import StickerPacks

/// The effective configuration of packs or files, with the origin of each value.
package struct ConfigurationReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  package static let schema = "stickerpack.config/1"

  private let subjects: [Subject]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - linter: the linter, with the rule settings of the command line.
  ///   - showsAll: whether rules with default settings are included.
  package init(of packs: [PackSource], by linter: Linter, showsAll: Bool) {
    subjects = packs.flatMap { pack in
      // Single files have a configuration each.
      pack.kind == .files
        ? pack.stickers.map { Subject(of: pack, $0, linter, showsAll) }
        : [Subject(of: pack, nil, linter, showsAll)]
    }
  }

  /// JSON. Ends in a newline.
  package func json() throws -> [UInt8] {
    try CanonicalJSON.bytes(of: Document(schema: Self.schema, configurations: subjects))
  }

  /// Text. Ends in a newline.
  package func text(style: TextStyle) -> String {
    subjects.map { $0.lines(style).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private struct Document: Encodable {
    var schema: String
    var configurations: [Subject]
  }

  /// A pack or a file.
  private struct Subject: Encodable {
    var path: String
    /// The configuration files, nearest first.
    var files: [String]
    var values: [ValueEntry]
    var rules: [RuleEntry]
    var overrides: [OverrideEntry]
    var exclude: [GlobEntry]
    var suppress: [SuppressionEntry]

    init(
      of pack: PackSource, _ sticker: StickerSource?, _ linter: Linter, _ showsAll: Bool
    ) {
      func matches(_ files: [String]) -> Bool {
        sticker.map { files.contains($0.displayPath) } ?? true
      }
      let nearest = pack.configurations.reversed()
      path = sticker?.displayPath ?? pack.displayPath
      files = nearest.map(\.displayPath)
      values = Self.values(of: pack)
      rules = Rule.all.compactMap { rule in
        let setting = linter.setting(of: rule, for: sticker, in: pack)
        return showsAll || setting != nil ? RuleEntry(rule, setting ?? RuleSetting()) : nil
      }
      overrides = nearest.flatMap { file in
        file.content.overrides.reversed().filter { matches($0.files) }.map { override in
          OverrideEntry(
            files: override.globs.map(\.glob.text),
            from: From(.file(file.displayPath, line: override.line)), matched: override.files,
            rules: Rule.all.compactMap { rule in
              override.rules[rule.id].map { RuleChange(rule, $0) }
            })
        }
      }
      exclude = nearest.flatMap { file in
        file.content.exclude.map {
          GlobEntry(glob: $0.glob.text, from: From(.file(file.displayPath, line: $0.line)))
        }
      }
      suppress = pack.suppressions.filter { matches($0.files) }.map {
        SuppressionEntry(
          rule: $0.rule, reason: $0.reason, from: From($0.origin), matched: $0.files)
      }
    }

    /// The values from the pack's own file, and the nearest value of `strict`.
    private static func values(of pack: PackSource) -> [ValueEntry] {
      func entry(_ name: String, _ value: String?, _ file: ConfigurationFile?) -> ValueEntry? {
        guard let value, let file, let line = file.content.lines[name] else { return nil }
        return ValueEntry(
          name: name, value: value, from: From(.file(file.displayPath, line: line)))
      }
      let own = pack.configurations.last { $0.isOwn(of: pack) }
      let strict = pack.configurations.last { $0.content.isStrict != nil }
      return [
        entry("strict", "\(pack.isStrict)", strict),
        entry("name", pack.name, own),
        entry("gridSize", pack.gridSize?.rawValue, own),
        entry("maximumStickersPerPack", pack.capacity.map { "\($0.maximum)" }, own),
        entry("whenOverfull", pack.capacity?.whenOverfull.rawValue, own),
      ].compactMap(\.self)
    }

    func lines(_ style: TextStyle) -> [String] {
      var lines = [style.bold(path.withoutControls)]
      lines +=
        files.isEmpty ? ["  no stickerpack.json applies"] : files.map { "  " + $0.withoutControls }
      lines.append("")
      let width = ((rules.map(\.rule) + values.map(\.name)).map(\.count).max() ?? 0) + 2
      lines += values.map {
        "  " + $0.name.padded(to: width) + $0.value.withoutControls + "  "
          + style.faint($0.from.description)
      }
      if !values.isEmpty { lines.append("") }
      for rule in rules {
        lines.append(
          "  " + rule.rule.padded(to: width) + rule.severity.value.padded(to: 9)
            + style.faint(rule.severity.from.description))
        lines += rule.options.map { option in
          "    " + option.name.padded(to: width - 2) + Text.number(option.value) + "  "
            + style.faint(option.from.description)
        }
      }
      let unchanged = Rule.all.count - rules.count
      if unchanged > 0 {
        lines.append(
          "  \(rules.isEmpty ? "All" : "The other") \(unchanged) rules have their default settings."
        )
      }
      lines += section(
        "overrides",
        overrides.map {
          ($0.files.joined(separator: "  "), Text.count($0.matched.count, "file"), $0.from)
        }, style, below: overrides.map { $0.rules.map(\.description) })
      lines += section("exclude", exclude.map { ($0.glob, "", $0.from) }, style)
      lines += section(
        "suppress",
        suppress.map { entry in
          let count = entry.matched.count
          let files = count == 1 ? entry.matched[0] : Text.count(count, "file")
          return (entry.rule, files, entry.from)
        }, style, below: suppress.map { ["Reason: " + $0.reason] })
      return lines
    }

    private func section(
      _ title: String, _ rows: [(name: String, about: String, from: From)], _ style: TextStyle,
      below details: [[String]] = []
    ) -> [String] {
      guard !rows.isEmpty else { return [] }
      var lines = ["", "  " + title]
      for (index, row) in rows.enumerated() {
        let parts = [row.name, row.about].filter { !$0.isEmpty }.map(\.withoutControls)
        lines.append(
          "    " + parts.joined(separator: "  ") + "  " + style.faint(row.from.description))
        guard details.indices.contains(index) else { continue }
        lines += details[index].map { "      " + $0.withoutControls }
      }
      return lines
    }
  }

  private struct RuleEntry: Encodable {
    struct Severity: Encodable {
      var value: String
      var from: From
    }
    struct Option: Encodable {
      var name: String
      var value: Double
      var from: From
    }

    var rule: String
    var severity: Severity
    var options: [Option]

    init(_ rule: Rule, _ setting: RuleSetting) {
      self.rule = rule.id
      severity = Severity(
        value: setting.level?.rawValue ?? rule.severity.rawValue,
        from: From(setting.origins[RuleSetting.levelKey]))
      options = rule.options.map { option in
        Option(
          name: option.name, value: setting.options[option.name] ?? option.defaultValue,
          from: From(setting.origins[option.name]))
      }
    }
  }

  /// A rule's settings in an override.
  private struct RuleChange: Encodable, CustomStringConvertible {
    var rule: String
    var severity: String?
    var options: [String: Double]

    init(_ rule: Rule, _ setting: RuleSetting) {
      self.rule = rule.id
      severity = setting.level?.rawValue
      options = setting.options
    }

    /// `animation-memory  error  bytes 1,000`
    var description: String {
      let numbers = options.sorted { $0.key < $1.key }.map { "\($0.key) \(Text.number($0.value))" }
      return ([rule] + (severity.map { [$0] } ?? []) + numbers).joined(separator: "  ")
    }
  }

  private struct ValueEntry: Encodable {
    var name: String
    var value: String
    var from: From
  }

  private struct OverrideEntry: Encodable {
    var files: [String]
    var from: From
    var matched: [String]
    var rules: [RuleChange]
  }

  private struct GlobEntry: Encodable {
    var glob: String
    var from: From
  }

  private struct SuppressionEntry: Encodable {
    var rule: String
    var reason: String
    var from: From
    var matched: [String]
  }

  /// A line of a file, an option of the command line, or neither for a default.
  private struct From: Encodable, CustomStringConvertible {
    var file: String?
    var line: Int?
    var option: String?

    init(_ origin: ConfigurationOrigin?) {
      switch origin {
      case .file(let file, let line): (self.file, self.line) = (file, line)
      case .option(let option): self.option = option
      case nil: break
      }
    }

    var description: String {
      if let option { return option.withoutControls }
      if let file, let line { return "\(file):\(line)".withoutControls }
      return "default"
    }
  }
}
