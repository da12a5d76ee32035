import Basics
import ImageContainers
import StickerLint
import StickerPacks

/// The pages about rules, as GitHub's Markdown: one for newcomers with all rules, and one a rule.
enum RulePage {
  /// An example of a rule and what a lint of it says.
  struct Shown: Sendable {
    /// The example.
    let example: Rule.Example
    /// The findings of a lint of it.
    let findings: [Finding]

    /// Creates an example that was linted.
    init(_ example: Rule.Example, findings: [Finding]) {
      self.example = example
      self.findings = findings
    }
  }

  /// The page that leads to all others: what a newcomer should know, and the rules about it.
  static func index(_ rules: [Rule]) -> String {
    var lines = [introduction]
    for category in order {
      let members = rules.filter { $0.category == category }
      guard !members.isEmpty else { continue }
      lines += ["", "## \(category.heading)", "", category.introduction, ""]
      lines += ["| rule | severity | what is wrong |", "| --- | --- | --- |"]
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
  static func page(of rule: Rule, examples: [Shown], picture: String?) -> String {
    var lines = [
      "# \(rule.title)", "",
      "`\(rule.id)` · \(rule.severity.rawValue) ·"
        + " [\(rule.category.heading)](../Rules.md#\(rule.category.anchor))",
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

  /// What is seen first, then what carries it.
  private static let order: [Rule.Category] = [
    .canvas, .transparency, .animation, .file, .pack, .catalog,
  ]

  private static let introduction = """
    # Rules

    A sticker is a small picture that people send in Messages, or peel off and put on a bubble, on a
    photo or on another sticker. Stickers come in packs, which people get as an app and see as a grid. This
    page says what makes a good sticker, group by group, and has a rule for each thing that goes wrong.

    `stickerpack lint FOLDER` looks for all of it at once. An **error** keeps a sticker, or the pack, from
    working. A **warning** is something that people will see. An **info** may be meant; look at it once.
    `stickerpack explain RULE` says in the terminal what the rule's page says.

    Each rule's page has examples. The tests draw them, lint them and hold the page to what the lint says,
    so none can go stale; `make rule-pages` writes the pages.

    A pack makes its own choices in `stickerpack.json`: rules that are off or count for more or less,
    numbers of those rules that have options, and single exceptions with their reason.

    ```json
    {
      "rules": {
        "canvas-not-square": "off",
        "low-contrast": "error",
        "off-center": { "share": 15 }
      },
      "stickers": [
        { "file": "moon.png", "suppress": { "clipped-art": "The moon rises behind the edge" } }
      ]
    }
    ```
    """

  private static func options(of rule: Rule) -> [String] {
    guard !rule.options.isEmpty else { return [] }
    var lines = ["", "## Options", "", "| option | what it is | standard | from | to |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for option in rule.options {
      let numbers = [option.standard, option.range.lowerBound, option.range.upperBound]
      lines.append(
        "| `\(option.name)` | \(option.meaning) | "
          + numbers.map { option.amount($0) }.joined(separator: " | ") + " |")
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
        "{ \"stickers\": [ { \"file\": \"hello.png\", \"suppress\": { \"\(rule.id)\": \"Why it is meant\" } } ] }",
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
        case .sticker, .text, .usualText, .bytes, .sample:
          FilePath(file.path).fileExtension != "json"
        case .link, .pipe: false
        }
      }
    }
  }
}

extension Rule.Category {
  fileprivate var heading: String {
    switch self {
    case .canvas: "Canvas and margins"
    case .transparency: "Transparency and edges"
    case .animation: "Animation"
    case .file: "Files"
    case .pack: "Packs, names and labels"
    case .catalog: "Asset catalogs and icons"
    }
  }

  /// The heading as GitHub links to it.
  fileprivate var anchor: String {
    heading.lowercased().filter { $0 != "," }.replacing(" ", with: "-")
  }

  fileprivate var introduction: String {
    switch self {
    case .canvas:
      """
      You draw each sticker once, for the sharpest screens, which have three pixels a point (@3x); Messages
      makes the smaller images. There are three size classes, and all stickers of a pack have the same.

      | size class | canvas | in the grid |
      | --- | --- | --- |
      | small | 300 × 300 px | 100 pt |
      | regular | 408 × 408 px | 136 pt |
      | large | 618 × 618 px | 206 pt |

      No side may be shorter than 300 px or longer than 618 px. Messages scales the whole canvas and not the
      art on it. So let the art fill its canvas, stand in the middle, and be about as large as in the other
      stickers.
      """
    case .transparency:
      """
      A sticker is a shape, and all around it is transparent. It is seen on white, on black in dark mode,
      on blue and gray bubbles, on photos and on other stickers, and has to look right on each. Two things
      go wrong easily: a background was never taken away, or it was, and the soft edge still has its color.
      A white rim with a thin gray edge, as on stickers of paper, makes nearly every drawing readable
      everywhere.
      """
    case .animation:
      """
      An animated sticker is an APNG or a GIF. An APNG is a PNG with more images in it: it has soft edges,
      all colors and the extension .png. A GIF has at most 256 colors a frame, and each pixel is either
      there or not. Each frame has a delay, in which it is shown, and the file says how often all frames
      play; 0 is forever. Where nothing moves, one image stands for all of it, mostly the first frame. A
      playing sticker takes four bytes of memory for each pixel of each frame, whatever the file's size.
      """
    case .file:
      """
      A still is a PNG; a JPEG works and has no transparency. No other format than PNG, APNG, GIF and JPEG
      is a sticker. Apple allows 500 KB, and does not say whether a KB is 1,000 or 1,024 bytes: up to
      500,000 bytes are safe, and more than 512,000 are refused. All that is in a file is published with it,
      the place where a photo was taken and the name of the camera as well.
      """
    case .pack:
      """
      A folder of images is a pack. A `stickerpack.json` beside them says in which order they stand and
      what each one is called: its label, of at most 150 characters, is what VoiceOver reads aloud to people
      who do not see the sticker. `stickerpack init` writes a first one. In the built pack a sticker goes by
      its file's name without the extension, so no two may have the same.
      """
    case .catalog:
      """
      Xcode keeps a pack in an asset catalog, a folder of folders with a `Contents.json` in each:

      ```
      Stickers.xcstickers
        Contents.json
        Pack.stickerpack
          Contents.json                      the size class, and the stickers in order
          hello.sticker
            Contents.json                    the label, and the image's name
            hello.png
          dance.stickersequence
            Contents.json                    the label, and the frames of an animation
            1.png, 2.png and so on
        iMessage App Icon.stickersiconset
          Contents.json                      which icon is for which place
          13 icons
      ```

      `stickerpack build` writes such a catalog. One that was written by hand, or merged, may have mistakes
      about which Xcode says nothing: it leaves the sticker out. These rules need no Xcode.
      """
    }
  }
}
