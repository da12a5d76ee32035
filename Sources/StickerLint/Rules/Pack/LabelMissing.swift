internal import Basics

extension Rule {
  static let labelMissing = Rule(
    id: "label-missing",
    title: "Label is missing",
    category: .pack, severity: .warning,
    severityReason: "VoiceOver users hear a file name.",
    rationale: """
      VoiceOver reads a sticker's label aloud. Without a label it reads the file name: "wave \
      underscore 2 at 3 x" instead of "Biscuit waves". `stickerpack init` suggests labels from file names and \
      marks them as "draft": they count as missing until someone has read them and removes the mark.
      """,
    fix: """
      Run `stickerpack init` on the folder: it writes a list of labels to correct. In an asset \
      catalog, add an `accessibility-label` to the Contents.json of each `.sticker`.
      """,
    source: "Apple, Human Interface Guidelines: \"provide a localized alternative description\"",
    isFixedPerSticker: true,
    examples: [
      .fails(
        "A sticker without a label",
        [.file("stickerpack.json", .text("{}\n")), .sticker("hello.png")]),
      .fails(
        "A label that is still a draft",
        [
          .configuration(
            """
              "stickers": [ { "file": "hello.png", "label": "Hello", "draft": true } ]
            """),
          .sticker("hello.png"),
        ]),
      .passes("A sticker with a label", [.sticker("hello.png", label: "Biscuit says hello")]),
    ],
    check: .onePerPack { pack, _ in
      let stickers = pack.source.allStickers
      guard pack.source.kind != .files, !stickers.isEmpty else { return nil }
      let missing = stickers.filter { $0.confirmedLabel == nil }
      guard !missing.isEmpty else { return nil }
      let drafts = missing.count { $0.writtenLabel != nil }
      let bare = missing.count - drafts
      let fix: String? =
        if drafts > 0 {
          "Correct each label in stickerpack.json, then remove its \"draft\"."
        } else if pack.source.kind == .catalog {
          "Add an `accessibility-label` to the Contents.json of each `.sticker`."
        } else if pack.source.configurations.files.isEmpty {
          "Run `stickerpack init` on the folder: it writes a list of labels to correct."
        } else {
          "Add a `label` to each sticker in stickerpack.json."
        }
      return Violation(
        bare == 0
          ? "\(Text.number(drafts)) of \(Text.count(stickers.count, "label"))"
            + " \(drafts == 1 ? "is a draft" : "are drafts") from the file name."
          : "\(Text.number(bare)) of \(Text.count(stickers.count, "sticker"))"
            + " \(bare == 1 ? "has" : "have") no label"
            + (drafts == 0 ? "." : ", and \(Text.number(drafts)) only a draft."),
        measured: Quantity(missing.count, .files), limit: Quantity(0, .files), fix: fix,
        related: missing.map { $0.shownPath })
    })
}
