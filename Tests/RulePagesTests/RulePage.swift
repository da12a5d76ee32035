import Basics
import ImageContainers
import StickerLint
import StickerPacks

/// The documentation of the rules in GitHub Markdown: an introduction with all rules, and a page for
/// each rule.
enum RulePage {
  /// An example of a rule and the findings of a lint of it.
  struct Shown: Sendable {
    /// The example.
    let example: Rule.Example
    /// The findings of a lint of it.
    let findings: [Finding]

    /// Creates an example with its findings.
    init(_ example: Rule.Example, findings: [Finding]) {
      self.example = example
      self.findings = findings
    }
  }

  /// The index: what newcomers should know about stickers, and all rules.
  static func index(_ rules: [Rule]) -> String {
    var lines = [introduction]
    for category in order {
      let members = rules.filter { $0.category == category }
      guard !members.isEmpty else { continue }
      lines += ["", "## \(category.heading)", "", category.introduction, ""]
      for rule in members {
        lines.append(
          "- [`\(rule.id)`](Rules/\(rule.id).md) (\(rule.severity.rawValue)): \(rule.title)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page of one rule.
  ///
  /// - Parameters:
  ///   - examples: the rule's examples, linted.
  ///   - picture: the rule's picture, if its examples look different.
  ///   - sample: the name of a file of `SampleStickers/Broken` that browsers can show, without one.
  static func page(
    of rule: Rule, examples: [Shown], picture: RulePicture?, sample: String?
  ) -> String {
    var lines = [
      "# \(rule.title)", "",
      "`\(rule.id)` · \(rule.severity.rawValue) ·"
        + " [\(rule.category.heading)](../Rules.md#\(rule.category.anchor))",
      "",
    ]
    if let picture {
      lines += [
        "<img src=\"Images/\(rule.id).png\" width=\"\(picture.bitmap.width)\""
          + " alt=\"On the left what this rule finds, on the right what it does not find\">",
        "",
        "Left: \(picture.examples.failing.caption.markdown)."
          + " Right: \(picture.examples.passing.caption.markdown).",
        "",
      ]
    } else if let sample {
      lines += [
        "<img src=\"../../SampleStickers/Broken/\(sample)\" width=\"136\""
          + " alt=\"A sticker in which this rule finds something\">",
        "",
      ]
    }
    lines += [rule.rationale, "", "**Fix:** \(rule.fix)"]
    if let repair = rule.repair {
      let command = repair.isSafe ? "fix" : "fix --unsafe"
      lines += ["", "**[`\(command)`](../Fixing.md):** \(repair.summary)."]
    }
    lines += ["", "**Source:** \(rule.source)"]
    lines += ["", "**Severity:** \(rule.severity.rawValue). \(rule.severityReason)"]
    if rule.isSharedByPack {
      lines += [
        "",
        "Where most of a pack shares this problem, it is [one finding](../Reports.md) about the pack.",
      ]
    }
    lines += options(of: rule) + shown(examples)
    lines += [
      "",
      "To turn this rule off or to suppress a finding, see [Configuration](../Configuration.md#suppressions).",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The order of the categories: those that users see first, then files and packs.
  private static let order: [Rule.Category] = [
    .canvas, .transparency, .animation, .file, .pack, .catalog, .project, .product, .store,
  ]

  private static let introduction = """
    # Rules

    `stickerpack lint FOLDER` checks all rules. An **error** is what Apple's tools or App Store Connect
    refuse, what Messages fails to show, or a limit of stickerpack or the pack: 300 to 618 px, 500 KB. A
    **warning** is a problem that users will see. An **info** is worth knowing and may be intended; review
    it once. Each page has examples and says why its rule has its severity; `stickerpack explain RULE` prints it.

    `stickerpack.json` can turn rules off, change their severity, set their options, and
    [suppress](Configuration.md#suppressions) single findings with a reason:

    ```json
    {
      "rules": { "canvas-not-square": "off", "low-contrast": "error", "off-center": { "share": 15 } },
      "stickers": [
        { "file": "moon.png", "suppress": { "clipped-art": "The moon rises behind the edge" } }
      ]
    }
    ```
    """

  private static func options(of rule: Rule) -> [String] {
    guard !rule.options.isEmpty else { return [] }
    var lines = ["", "## Options", "", "| option | meaning | default | minimum | maximum |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for option in rule.options {
      let numbers = [option.defaultValue, option.range.lowerBound, option.range.upperBound]
      lines.append(
        "| `\(option.name)` | \(option.meaning) | "
          + numbers.map { option.amount($0) }.joined(separator: " | ") + " |")
    }
    let members = rule.options.map { option in
      // JSON numbers have no thousands separators.
      "\"\(option.name)\": \(Text.number(option.defaultValue).replacing(",", with: ""))"
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
          lines += ["", "  \(file.path.markdownCode) contains", "", "  ```"]
          lines += text.split(separator: "\n").map { "  " + String($0).withoutControls }
          lines += ["  ```"]
        }
      }
    }
    return lines
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
    case .project: "Projects"
    case .product: "Built products"
    case .store: "Other destinations"
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
      A sticker is drawn once, at @3x (three pixels per point); Messages makes the smaller images. All stickers of a
      pack use the same size class: small, 300 × 300 px (100 pt in the grid); regular, 408 × 408 px (136 pt); or
      large, 618 × 618 px (206 pt). No side may be shorter than 300 px or longer than 618 px. Messages scales the whole
      canvas, so the art should fill it, be centered, and be about as large as in the other stickers.
      """
    case .transparency:
      """
      A sticker is shown on white, on black in dark mode, on blue and gray bubbles, on photos and on other stickers.
      There are two common mistakes: the background was not removed, or its color is left in the soft edge. A white
      border with a thin gray edge makes nearly every drawing readable everywhere.
      """
    case .animation:
      """
      An animated sticker is an APNG, a PNG with several frames, or a GIF, which has at most 256 colors per frame and
      no partial transparency. Each frame has a delay, and the file has a number of loops; 0 is forever. Where animations
      do not play, usually the first frame is shown. A playing sticker needs four bytes of memory for each pixel of
      each frame, whatever the file's size.
      """
    case .file:
      """
      A sticker is a PNG, APNG, GIF or JPEG. Apple allows 500 KB and does not say whether a KB is 1,000 or 1,024 bytes: up
      to 500,000 bytes are safe, and more than 512,000 do not work. A file is published with all its metadata, such as
      the position where a photo was taken.
      """
    case .pack:
      """
      A folder of images is a pack. Its `stickerpack.json` lists the stickers in order, each with a label of
      at most 150 characters, which VoiceOver reads aloud. In the built pack a sticker's name is its file name without
      the extension, which has to be unique.
      """
    case .catalog:
      """
      Xcode stores a pack in an asset catalog, a folder of folders with a `Contents.json` in each:

      ```
      Stickers.xcstickers
        Pack.stickerpack                     the size class, and the stickers in order
          hello.sticker                      the label, and the image
          dance.stickersequence              the label, and the frames of an animation
        iMessage App Icon.stickersiconset    13 icons
      ```

      Catalogs that were written by hand or merged may have mistakes that Xcode does not report: it omits the sticker.
      """
    case .project:
      """
      The project of a catalog is the nearest `project.yml` of XcodeGen or `project.pbxproj` in the folders above it that
      has a target for Messages, including one in a folder `ios` beside a `package.json` (React Native, Expo), with its
      `.xcconfig` files. Nothing in it is run. What depends on other files, variables or conditions is not judged,
      and the settings are those of the configuration `Release`. Expo's `app.json`, Tuist's `Project.swift` and Bazel's
      `BUILD` are not read. `stickerpack build` does not apply these rules.
      """
    case .product:
      """
      `stickerpack lint Biscuit.ipa` reads what ships: an .ipa, an .xcarchive, an .app, an .appex or a compiled
      .stickerpack, as a folder or as a .zip, which is never unpacked. The art in it is linted as any other. Apple
      does not document the structure, so rules that rest on notes of developers are warnings. `Assets.car` is not read.
      [Uploading](Uploading.md) has what App Store Connect refuses.
      """
    case .store:
      """
      `stickerpack lint Stickers --target signal,line-animated` checks the same files for [other
      destinations](Uploading.md#other-destinations). Each limit comes from the file of a destination, which
      `stickerpack targets signal` prints with its sources. A limit whose source is not certain is a warning.
      """
    }
  }
}
