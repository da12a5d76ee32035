internal import Basics

extension Rule {
  static let labelControlCharacter = Rule(
    id: "label-control-character",
    title: "Label contains a line break or tab",
    category: .pack, severity: .warning,
    severityReason: "VoiceOver users hear a pause or joined words.",
    rationale: """
      A label is one line of text. VoiceOver pauses at a line break or reads the words without a \
      space, and Xcode's editor shows only the first line.
      """,
    fix: "Replace line breaks, tabs and other control characters with spaces.",
    source: "stickerpack; Apple, MSSticker: \"a localized string that describes the sticker\"",
    isSharedByPack: true,
    examples: [
      .fails("A line break", [.sticker("hello.png", label: "Biscuit\nwaves")]),
      .fails("A tab", [.sticker("hello.png", label: "Biscuit\twaves")]),
      .passes("One line", [.sticker("hello.png", label: "Biscuit waves")]),
    ],
    check: .pack { pack in
      pack.source.allStickers.flatMap { sticker in
        sticker.labels.compactMap { label in
          guard label.text.hasControlCharacters else { return nil }
          return Violation(
            "The label\(label.language.map { " in \"\($0)\"" } ?? "") contains a line break, tab or"
              + " other control character: \(label.text.quoted).",
            file: sticker.shownPath)
        }
      }
    })
}
