internal import Basics
package import StickerLint
internal import StickerManifest
package import StickerPacks

/// The effective configuration of packs or files, with the origin of each value.
package struct ConfigurationReport {
  private let packs: [PackSource]
  private let linter: Linter
  private let showsAll: Bool
  private let style: TextStyle

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - linter: the linter, with the rule settings of the command line.
  ///   - showsAll: whether rules with default settings are included.
  package init(of packs: [PackSource], by linter: Linter, showsAll: Bool, style: TextStyle) {
    (self.packs, self.linter, self.showsAll, self.style) = (packs, linter, showsAll, style)
  }

  /// Text. Ends in a newline.
  package var text: String {
    packs.flatMap { pack in
      // Single files have a configuration each.
      pack.kind == .files
        ? pack.stickers.map { lines(for: $0, in: pack) } : [lines(for: nil, in: pack)]
    }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// Returns the settings of a pack, or of one file of it, as lines.
  private func lines(for sticker: StickerSource?, in pack: PackSource) -> [String] {
    let files = pack.configurations.files.reversed().map { $0.displayPath.string }
    let values = PackConfiguration.shownValues(of: pack)
    let rules = Rule.all.compactMap { rule in
      let setting = linter.setting(of: rule, for: sticker, in: pack)
      return showsAll || setting != nil ? (rule, setting ?? RuleSetting()) : nil
    }
    let width = ((rules.map { $0.0.id } + values.map { $0.key }).map { $0.count }.max() ?? 0) + 2
    var lines = [style.bold((sticker?.displayPath ?? pack.displayPath).withoutControls)]
    lines +=
      files.isEmpty ? ["  no stickerpack.json applies"] : files.map { "  " + $0.withoutControls }
    lines.append("")
    lines += values.map {
      "  " + $0.key.padded(to: width) + $0.value.withoutControls + "  " + text($0.origin)
    }
    if !values.isEmpty { lines.append("") }
    for (rule, setting) in rules {
      let severity = setting.level?.rawValue ?? rule.severity.rawValue
      lines.append(
        "  " + rule.id.padded(to: width) + severity.padded(to: 9)
          + text(setting.origins[RuleSetting.levelKey]))
      lines += rule.options.map { option in
        "    " + option.name.padded(to: width - 2)
          + Text.number(setting.options[option.name] ?? option.defaultValue) + "  "
          + text(setting.origins[option.name])
      }
    }
    let unchanged = Rule.all.count - rules.count
    if unchanged > 0 {
      lines.append(
        "  \(rules.isEmpty ? "All" : "The other") \(unchanged) rules have their default settings.")
    }
    return lines
      + sections(of: pack) { files in
        sticker.map { files.contains($0.location.displayPath) } ?? true
      }
  }

  /// The overrides, exclusions and suppressions that apply.
  private func sections(of pack: PackSource, where applies: ([FilePath]) -> Bool) -> [String] {
    var (overrides, exclude, suppress) = ([String](), [String](), [String]())
    for (override, match, file) in pack.configurations.overrides where applies(match.files) {
      overrides += entry(
        override.globs.map { $0.glob.text }.joined(separator: "  "),
        Text.count(match.files.count, "file"),
        origin: .file(file.displayPath, line: override.line),
        below: Rule.all.compactMap { rule in override.rules[rule.id].map { text($0, of: rule) } })
    }
    for file in pack.configurations.files.reversed() {
      for pattern in file.content.exclude {
        exclude += entry(pattern.glob.text, origin: .file(file.displayPath, line: pattern.line))
      }
    }
    for suppression in pack.configurations.suppressions where applies(suppression.files) {
      let (files, count) = (suppression.files, suppression.files.count)
      suppress += entry(
        suppression.rule, count == 1 ? files[0].string : Text.count(count, "file"),
        origin: suppression.origin,
        below: ["Reason: " + suppression.reason])
    }
    return [("overrides", overrides), ("exclude", exclude), ("suppress", suppress)].flatMap {
      $1.isEmpty ? [] : ["", "  " + $0] + $1
    }
  }

  private func entry(
    _ words: String..., origin: ConfigurationOrigin, below details: [String] = []
  ) -> [String] {
    ["    " + words.map { $0.withoutControls }.joined(separator: "  ") + "  " + text(origin)]
      + details.map { "      " + $0.withoutControls }
  }

  /// A rule's settings in an override: `animation-memory  error  bytes 1,000`.
  private func text(_ setting: RuleSetting, of rule: Rule) -> String {
    let numbers = setting.options.sorted { $0.key < $1.key }.map {
      "\($0.key) \(Text.number($0.value))"
    }
    return ([rule.id] + (setting.level.map { [$0.rawValue] } ?? []) + numbers)
      .joined(separator: "  ")
  }

  private func text(_ origin: ConfigurationOrigin?) -> String {
    style.faint(origin?.description.withoutControls ?? "default")
  }
}
