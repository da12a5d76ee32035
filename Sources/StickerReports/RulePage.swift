internal import ImageContainers
public import StickerLint
internal import StickerModel

/// The pages about rules, as GitHub’s Markdown: one for newcomers with all rules, and one a rule.
public enum RulePage {
  /// An example of a rule and what a lint of it says.
  public struct Shown: Sendable {
    /// The example.
    public let example: Rule.Example
    /// The findings of a lint of it.
    public let findings: [Finding]

    /// Creates an example that was linted.
    public init(_ example: Rule.Example, findings: [Finding]) {
      self.example = example
      self.findings = findings
    }
  }

  /// The page that leads to all others.
  public static func index(_ rules: [Rule]) -> String {
    var lines = [introduction]
    for category in Rule.Category.allCases {
      let members = rules.filter { $0.category == category }
      guard !members.isEmpty else { continue }
      lines += ["", "### \(category.heading)", "", "| rule | severity | what is wrong |"]
      lines.append("| --- | --- | --- |")
      for rule in members {
        lines.append(
          "| [`\(rule.id)`](Rules/\(rule.id).md) | \(rule.severity.rawValue) | \(rule.title) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page of one rule.
  ///
  /// - Parameters:
  ///   - examples: the rule's examples, linted.
  ///   - picture: the name of a file of `SampleStickers/Broken` that browsers show; nil for none.
  public static func page(of rule: Rule, examples: [Shown], picture: String?) -> String {
    var lines = [
      "# \(rule.title)", "",
      "`\(rule.id)` · \(rule.severity.rawValue) · \(rule.category.rawValue) ·"
        + " [all rules](../Rules.md)",
      "",
    ]
    if let picture {
      lines += [
        "<img src=\"../../SampleStickers/Broken/\(picture)\" width=\"136\""
          + " alt=\"A sticker in which this rule finds something\">",
        "",
      ]
    }
    lines += [rule.rationale, "", "**Fix:** \(rule.fix)", "", "**Source:** \(rule.source)"]
    lines += options(of: rule) + shown(examples) + exceptions(of: rule, examples)
    return lines.joined(separator: "\n") + "\n"
  }

  private static let introduction = """
    # Rules

    A sticker is a small picture that people send in Messages, or peel off and put on a bubble or a
    photo. A sticker pack is a folder of them, shown as a grid in which all stickers have the same
    size. You draw one image a sticker, for the sharpest screens (@3x); Messages makes the others.

    | size class | canvas | on the screen |
    | --- | --- | --- |
    | small | 300 × 300 px | 100 pt |
    | regular | 408 × 408 px | 136 pt |
    | large | 618 × 618 px | 206 pt |

    - A file has at most 500 KB. Apple does not say whether a KB is 1,000 or 1,024 bytes, so 500,000
      bytes are safe.
    - A still is a PNG, or a JPEG or GIF if it must be. An animation is an APNG, which is named .png,
      or a GIF, whose edges are hard. Nothing else is taken.
    - What is not art is transparent. A sticker is seen on white, on black, on blue and grey bubbles
      and on photos.
    - VoiceOver reads a label of at most 150 characters.

    An error keeps a sticker from working; a warning is something that people will see; an info may be
    meant. `stickerpack lint FOLDER` looks for all of it, and `stickerpack explain RULE` says what these
    pages say.

    Each rule has examples. The tests draw, write and lint them, and put what the lint said on these
    pages: `make rule-pages` writes them.

    ## The rules
    """

  private static func options(of rule: Rule) -> [String] {
    guard !rule.options.isEmpty else { return [] }
    var lines = ["", "## Options", "", "| option | what it is | standard | from | to |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for option in rule.options {
      let numbers = [option.standard, option.range.lowerBound, option.range.upperBound]
      lines.append(
        "| `\(option.name)` | \(option.meaning) | "
          + numbers.map { Text.number($0) }.joined(separator: " | ") + " |")
    }
    let members = rule.options.map { option in
      // JSON has no separators of thousands.
      "\"\(option.name)\": \(Text.number(option.standard).replacing(",", with: ""))"
    }
    return lines + [
      "", "In `stickerpack.json`:", "", "```json",
      "{ \"rules\": { \"\(rule.id)\": { \(members.joined(separator: ", ")) } } }", "```",
    ]
  }

  private static func shown(_ examples: [Shown]) -> [String] {
    var lines: [String] = []
    for (verdict, heading) in [
      (Rule.Example.Verdict.fails, "## Found in"), (.passes, "## Not found in"),
    ] {
      let members = examples.filter { $0.example.verdict == verdict }
      guard !members.isEmpty else { continue }
      lines += ["", heading]
      for shown in members {
        lines += ["", "- \(shown.example.caption)"]
        for finding in shown.findings {
          lines += ["", "  > \(finding.file.markdownCode): \(finding.message.markdown)"]
        }
        for file in shown.example.files {
          guard case .text(let text) = file.content else { continue }
          lines += ["", "  \(file.path.markdownCode) holds", "", "  ```"]
          lines += text.split(separator: "\n").map { "  " + String($0).withoutControls }
          lines += ["  ```"]
        }
      }
    }
    return lines
  }

  private static func exceptions(of rule: Rule, _ examples: [Shown]) -> [String] {
    var lines = [
      "", "## Exceptions", "", "For a whole pack, in `stickerpack.json`:", "", "```json",
      "{ \"rules\": { \"\(rule.id)\": \"off\" } }", "```",
    ]
    if examples.contains(where: \.isAboutSticker) {
      lines += [
        "", "For one sticker, with a reason that reports show:", "", "```json",
        "{ \"stickers\": [ { \"file\": \"hello.png\", \"allow\": { \"\(rule.id)\": \"Why it is meant\" } } ] }",
        "```",
      ]
    }
    return lines
  }
}

extension RulePage.Shown {
  /// Whether something is found in a sticker, rather than in a pack or in a file that is none.
  fileprivate var isAboutSticker: Bool {
    findings.contains { finding in
      example.files.contains { file in
        guard file.path == finding.file else { return false }
        return switch file.content {
        case .sticker, .text, .usualText, .bytes, .sample: file.path.fileExtension != "json"
        case .link, .pipe: false
        }
      }
    }
  }
}

extension Rule.Category {
  fileprivate var heading: String {
    switch self {
    case .file: "Files"
    case .canvas: "Canvases"
    case .transparency: "Transparency"
    case .animation: "Animation"
    case .pack: "Packs"
    case .catalog: "Catalogs"
    }
  }
}
