internal import Basics

extension Rule {
  static let unmatchedGlob = Rule(
    id: "unmatched-glob",
    title: "Glob matches nothing",
    category: .pack, scope: .everywhere, severity: .info,
    severityReason: "Users see no difference; the glob may be a typo.",
    rationale: """
      A glob in "overrides" or "exclude" without a match is often a typo. Globs are case-sensitive, \
      one with a slash starts in the folder of its configuration, and excluded folders are not \
      searched.
      """,
    fix: "Correct the glob, or remove it.",
    source: "stickerpack",
    examples: [
      .fails("A folder that no longer exists", overriding("seasonal/**")),
      .passes("A glob that matches the sticker", overriding("hello.*")),
    ],
    check: .observation {
      guard case .unmatchedGlob(let glob, let line) = $0 else { return nil }
      return "The glob \(glob.quoted) in line \(line) matches nothing."
    })

  private static func overriding(_ glob: String) -> [Example.File] {
    [
      .configuration(
        """
          "overrides": [{ "files": ["\(glob)"], "rules": { "loop-jump": "off" } }],
          "stickers": [{ "file": "hello.png", "label": "Biscuit says hello" }]
        """),
      .sticker("hello.png"),
    ]
  }
}
