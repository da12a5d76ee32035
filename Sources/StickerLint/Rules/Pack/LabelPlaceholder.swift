internal import Basics
internal import StickerPacks

extension Rule {
  static let labelPlaceholder = Rule(
    id: "label-placeholder",
    title: "Label is a placeholder",
    category: .pack, severity: .warning,
    severityReason: "VoiceOver users hear a text that does not describe the sticker.",
    rationale: """
      VoiceOver reads the label aloud. "Sticker 1" or "IMG underscore 0412" does not describe what \
      the sticker shows.
      """,
    fix: "Describe in a few words what the sticker shows.",
    source: "Apple, Human Interface Guidelines: \"provide a localized alternative description\"",
    isSharedByPack: true,
    examples: [
      .fails("A word and a number", [.sticker("hello.png", label: "Sticker 1")]),
      .fails("A file name", [.sticker("hello.png", label: "IMG_0412")]),
      .passes("A description", [.sticker("hello.png", label: "Biscuit waves")]),
    ],
    check: .pack { pack in
      pack.source.allStickers.compactMap { sticker in
        guard let label = sticker.labels.first(where: { $0.text.isPlaceholder }) else { return nil }
        return Violation(
          "The label\(label.language.map { " in \"\($0)\"" } ?? "") is the placeholder"
            + " \(label.text.quoted).",
          file: sticker.shownPath)
      }
    })
}
