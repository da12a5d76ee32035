internal import StickerPacks

extension Rule {
  static let unmatchedGlob = Rule(
    id: "unmatched-glob",
    title: "A glob matches no file",
    category: .pack, severity: .info,
    rationale: """
      A glob of "overrides" or "exclude" that matches nothing is often a slip: upper and lower case \
      count, and one with a slash begins in the folder of its configuration. What lies in a folder that \
      is excluded is not matched either.
      """,
    fix: "Correct the glob, or remove it.",
    source: "stickerpack",
    examples: [
      .fails(
        "A folder that is not there any more",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "overrides": [{ "files": ["seasonal/**"], "rules": { "loop-jump": "off" } }],
                "stickers": [{ "file": "hello.png", "label": "Biscuit says hello" }]
              }

              """)),
          .sticker("hello.png"),
        ]),
      .passes(
        "A glob that matches the sticker",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "overrides": [{ "files": ["hello.*"], "rules": { "loop-jump": "off" } }],
                "stickers": [{ "file": "hello.png", "label": "Biscuit says hello" }]
              }

              """)),
          .sticker("hello.png"),
        ]),
    ],
    check: .pack { pack in pack.violations(of: .unmatchedGlob) })
}
