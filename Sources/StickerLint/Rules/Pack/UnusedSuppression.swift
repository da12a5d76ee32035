internal import Basics

extension Rule {
  static let unusedSuppression = Rule(
    id: "unused-suppression",
    title: "Unused suppression",
    category: .pack, severity: .info,
    severityReason: "Users see no difference; the entry has no effect.",
    rationale: """
      The finding no longer occurs, because the art was fixed or replaced. The suppression would \
      hide the next one, for which its reason may not hold.
      """,
    fix: "Remove the entry from \"suppress\".",
    source: "stickerpack; other linters warn about unused suppressions",
    examples: [
      .fails(
        "A suppressed rule without a finding",
        suppressing(#" "gif-hard-edges": "Pixel art has hard edges on purpose." "#)),
      .passes("The entry is removed", suppressing("")),
    ],
    check: .findings { linted, linter in
      linter.unusedSuppressions(in: linted).compactMap { suppression in
        guard case .file(let file, let line) = suppression.origin,
          let first = suppression.files.first
        else { return nil }
        let name = first.name.string
        let others = suppression.files.count - 1
        let files = others == 0 ? name.quoted : "\(name.quoted) and \(others) more"
        return Violation(
          "Line \(line) suppresses \(suppression.rule) for \(files): no such finding.",
          file: file)
      }
    })

  private static func suppressing(_ entry: String) -> [Example.File] {
    [
      .configuration(
        """
          "stickers": [
            {
              "file": "hello.png",
              "label": "Biscuit says hello",
              "suppress": {\(entry)}
            }
          ]
        """),
      .sticker("hello.png"),
    ]
  }
}
