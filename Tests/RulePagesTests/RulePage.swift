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
      let options = repair.isSafe ? "--fix" : "--fix --unsafe-fixes"
      lines += ["", "**[`lint \(options)`](../Fixing.md):** \(repair.summary)."]
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

  /// What users see first, then files and packs.
  private static let order: [Rule.Category] = [
    .canvas, .transparency, .animation, .file, .pack, .catalog, .project, .product, .store,
  ]

  private static let introduction = """
    # Rules

    A sticker is a small image to send in Messages, or to peel off and place on a bubble, a photo or
    another sticker. Stickers come in packs, which are installed as an app and shown as a grid. This page
    explains what makes a good sticker, and lists the rules that check it.

    `stickerpack lint FOLDER` checks all rules. An **error** is what Apple's tools or App Store Connect
    refuse, what Messages fails to show, or a limit of stickerpack or the pack: 300 to 618 px, 500 KB. A
    **warning** is a problem that users will see. An **info** is worth knowing and may be intended; review
    it once. Each page says why its rule has its severity. `stickerpack explain RULE` shows a rule's page in
    the terminal.

    Each rule's page has examples. `make rule-pages` writes the pages from a lint of the examples, and a
    test fails when a page is stale.

    A pack can configure rules in `stickerpack.json`: turn them off, change their severity, set their
    options, and suppress single findings with a reason.

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
      A sticker is drawn once, at @3x (three pixels per point); Messages makes the smaller images. There are
      three size classes, and all stickers of a pack use the same one.

      | size class | canvas | in the grid |
      | --- | --- | --- |
      | small | 300 × 300 px | 100 pt |
      | regular | 408 × 408 px | 136 pt |
      | large | 618 × 618 px | 206 pt |

      No side may be shorter than 300 px or longer than 618 px. Messages scales the whole canvas, not the
      art on it. So the art should fill its canvas, be centered, and be about as large as in the other
      stickers.
      """
    case .transparency:
      """
      A sticker is a shape on a transparent canvas. It is shown on white, on black in dark mode, on blue and
      gray bubbles, on photos and on other stickers, and has to look right on each. There are two common
      mistakes: the background was not removed, or its color is left in the soft edge. A white border with
      a thin gray edge, as on paper stickers, makes nearly every drawing readable everywhere.
      """
    case .animation:
      """
      An animated sticker is an APNG or a GIF. An APNG is a PNG with several frames: it has partial
      transparency, all colors and the extension .png. A GIF has at most 256 colors per frame, and each
      pixel is either opaque or transparent. Each frame has a delay, and the file has a number of loops; 0
      is forever. Where animations do not play, a static image is shown, usually the first frame. A playing
      sticker needs four bytes of memory for each pixel of each frame, whatever the file's size.
      """
    case .file:
      """
      A sticker is a PNG, APNG, GIF or JPEG; a JPEG has no transparency. Apple allows 500 KB and does not
      say whether a KB is 1,000 or 1,024 bytes: up to 500,000 bytes are safe, and more than 512,000 do not
      work. A file is published with all its metadata, such as the position where a photo was taken and the
      name of the camera.
      """
    case .pack:
      """
      A folder of images is a pack. Its `stickerpack.json` lists the stickers in order, each with a label of
      at most 150 characters, which VoiceOver reads aloud. `stickerpack init` writes a first version. In the
      built pack a sticker's name is its file name without the extension, which has to be unique.
      """
    case .catalog:
      """
      Xcode stores a pack in an asset catalog, a folder of folders with a `Contents.json` in each:

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
          Contents.json                      the icon for each slot
          13 icons
      ```

      `stickerpack build` writes such a catalog. Catalogs that were written by hand or merged may have
      mistakes that Xcode does not report: it omits the sticker. These rules do not need Xcode.
      """
    case .project:
      """
      The catalog of a pack belongs to a project, which says how it becomes an app. The project is the nearest one in
      the folders above the catalog, up to that of the repository or else the linted folder, that has a target for
      Messages. Nothing in it is run:

      | file | what counts |
      | --- | --- |
      | `project.yml`, `project.yaml` of XcodeGen | all but included files, templates and groups of settings |
      | `project.pbxproj` of Xcode, including one in a folder `ios` beside a `package.json` (React Native, Expo) | all but \
      exceptions in folders that Xcode synchronizes |
      | `.xcconfig` files that an Xcode or XcodeGen project names | settings, and those of included files of one level |

      What depends on other files, variables or conditions is not judged. The settings are those of the configuration
      `Release`. Expo's `app.json` is not read, because plugins and patches of them decide what becomes of it; run
      `npx expo prebuild` first. Nor are Tuist's `Project.swift` and Bazel's `BUILD`, which are programs. `stickerpack build` does
      not apply these rules.
      """
    case .product:
      """
      `stickerpack lint Biscuit.ipa` reads what ships: an .ipa, an .xcarchive, an .app, an .appex or a compiled
      .stickerpack, as a folder or as a .zip, which is never unpacked. The art in it is linted as any other, and
      these rules check the rest:

      ```
      Biscuit.ipa
        Payload/Biscuit.app
          Info.plist
          PlugIns/Stickers.appex
            Info.plist
            Icon60x45@2x.png and so on       the icons of Messages
            Biscuit.stickerpack
              Info.plist                     the size class, and the stickers in order
              hello.png
              de.lproj/Biscuit.strings       labels in another language
        MessagesApplicationSupport           stubs of Xcode
        MessagesApplicationExtensionSupport
      ```

      Apple documents none of this, and no real product is public: the structure is put together from the
      tests of swift-build and rules_apple and from notes of developers. So rules that rest on notes are
      warnings, and each page names its source. `Assets.car` is not read. What App Store Connect refuses
      is in [Uploading](Uploading.md).
      """
    case .store:
      """
      `stickerpack lint Stickers --target signal,line-animated` checks the same files for [other
      destinations](Uploading.md#other-destinations), with these rules and with those that are right everywhere. Each limit comes from the
      file of a destination, which `stickerpack targets signal` prints with its sources. A limit whose source is not
      certain is a warning.
      """
    }
  }
}
