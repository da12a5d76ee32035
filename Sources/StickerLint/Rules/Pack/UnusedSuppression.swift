internal import Basics
internal import StickerPacks

extension Rule {
  static let unusedSuppression = Rule(
    id: "unused-suppression",
    title: "An exception is not needed any more",
    category: .pack, severity: .info,
    rationale: """
      The configuration allows a finding that no sticker has any more: the art was mended or replaced. \
      The exception would hide the next such finding, for which nobody wrote its reason.
      """,
    fix: "Remove the entry of \"suppress\".",
    source: "stickerpack; other linters warn of comments that silence nothing",
    examples: [
      .fails(
        "A reason for hard edges that the sticker does not have",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "stickers": [
                  {
                    "file": "hello.png",
                    "label": "Biscuit says hello",
                    "suppress": { "gif-hard-edges": "Pixel art has hard edges on purpose." }
                  }
                ]
              }

              """)),
          .sticker("hello.png"),
        ]),
      .passes(
        "The exception is removed",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "stickers": [
                  {
                    "file": "hello.png",
                    "label": "Biscuit says hello"
                  }
                ]
              }

              """)),
          .sticker("hello.png"),
        ]),
    ],
    check: .unusedSuppression { suppression in
      guard case .file(let file, let line) = suppression.origin, let first = suppression.files.first
      else { return [] }
      let name = FilePath(first).name.string
      let others = suppression.files.count - 1
      let files = others == 0 ? name.quoted : "\(name.quoted) and \(others) more"
      return [
        Violation(
          "Line \(line) allows \(suppression.rule) for \(files), and no finding needs it.",
          file: file)
      ]
    })
}
