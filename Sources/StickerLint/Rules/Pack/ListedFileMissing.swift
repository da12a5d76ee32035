internal import StickerPacks

extension Rule {
  static let listedFileMissing = Rule(
    id: "listed-file-missing",
    title: "A listed sticker is not there",
    category: .pack, severity: .error,
    rationale: """
      The configuration or the catalog names a file that does not exist: it was renamed or never \
      committed, and the pack would be built without it.
      """,
    fix: "Add the file, or correct its name in the list; upper and lower case count.",
    source: "stickerpack; Xcode's asset compiler says nothing about it",
    examples: [
      .fails(
        "Two stickers listed, one there",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "stickers": [
                  { "file": "hello.png", "label": "Biscuit says hello" },
                  { "file": "goodbye.png", "label": "Biscuit says goodbye" }
                ]
              }

              """)),
          .sticker("hello.png"),
        ]),
      .passes("All that is listed is there"),
    ],
    check: .pack { pack in pack.violations(of: .listedButMissing) })
}
