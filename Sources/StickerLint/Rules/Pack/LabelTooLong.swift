internal import Basics
internal import StickerPacks

extension Rule {
  private static let characters = Option(
    "characters", "the maximum number of characters in a label",
    Double(documented.labelLength), .characters, in: 1...Double(documented.labelLength))

  static let labelTooLong = Rule(
    id: "label-too-long",
    title: "Label is too long",
    category: .pack, severity: .error,
    severityReason:
      "\(documented.labelLength) characters is the documented limit of MSSticker.",
    rationale: """
      VoiceOver reads the whole label each time the sticker is touched. Apple limits labels to \
      \(documented.labelLength) Unicode characters.
      """,
    fix: "Describe in a few words what the sticker shows.",
    source:
      "Apple, MSSticker init(contentsOfFileURL:localizedDescription:): \"150 Unicode characters\"",
    options: [characters],
    isSharedByPack: true,
    examples: [
      .fails("151 characters", [.sticker("hello.png", label: String(repeating: "a", count: 151))]),
      .passes("150 characters", [.sticker("hello.png", label: String(repeating: "a", count: 150))]),
      .fails(
        "61 characters, with 60 allowed",
        [.sticker("hello.png", label: String(repeating: "a", count: 61))],
        rules: ["label-too-long": .init(options: ["characters": 60])]),
    ],
    check: .pack { pack, options in
      var destination = pack.destination
      guard let most = destination.number(.maximumLabel) else { return [] }
      destination.limits[.maximumLabel] = .number(min(options[characters], most))
      return pack.source.allStickers.flatMap { sticker in
        sticker.labels.compactMap { label in
          guard
            let excess = destination.excess(
              of: MeasuredSticker(label: label.text), by: "label-too-long"),
            let limit = excess.limit, let measured = excess.measured
          else { return nil }
          return Violation(
            "The label\(label.language.map { " in \"\($0)\"" } ?? "") has"
              + " \(Text.count(Int(clamping: measured.value), "character"))"
              + " (limit: \(Text.number(limit.value))).",
            measured: measured, limit: limit, file: sticker.shownPath)
        }
      }
    })
}
