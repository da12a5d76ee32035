internal import ImageContainers
internal import StickerModel

extension Rule {
  static let labelTooLong = Rule(
    id: "label-too-long",
    title: "A label has more than 150 characters",
    category: .pack, severity: .error,
    rationale: """
      VoiceOver reads the label each time somebody touches the sticker. Apple limits it to 150 Unicode \
      characters.
      """,
    fix: "Say in a few words what the sticker shows.",
    source:
      "Apple, MSSticker init(contentsOfFileURL:localizedDescription:): “150 Unicode characters”",
    examples: [
      .fails("151 characters", [.sticker("hello.png", label: String(repeating: "a", count: 151))]),
      .passes("150 characters", [.sticker("hello.png", label: String(repeating: "a", count: 150))]),
    ],
    check: .pack { pack in
      pack.source.labelled.flatMap { sticker in
        sticker.labels.compactMap { label in
          let count = label.text.unicodeScalars.count
          guard count > StickerLimits.labelLength else { return nil }
          return Violation(
            "The label\(label.language.map { " in “\($0)”" } ?? "") has \(count) characters;"
              + " \(StickerLimits.labelLength) are allowed.",
            measured: Quantity(count, .characters),
            limit: Quantity(StickerLimits.labelLength, .characters), file: sticker.displayPath)
        }
      }
    })
}
