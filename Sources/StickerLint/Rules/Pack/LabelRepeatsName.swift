internal import Basics

extension Rule {
  static let labelRepeatsName = Rule(
    id: "label-repeats-name",
    title: "Label repeats the file name",
    category: .pack, severity: .info,
    severityReason: "A file name can be a good label, but few are.",
    rationale: """
      A file name rarely describes what the sticker shows. Drafts of `stickerpack init` are missing labels \
      (`label-missing`).
      """,
    fix: "Describe in each label what the sticker shows.",
    source: "stickerpack; Apple, Human Interface Guidelines: \"alternative description\"",
    isFixedPerSticker: true,
    examples: [
      .fails(
        "\"Big hug\" for big-hug.png", [.sticker("big-hug.png", label: "Big hug")]),
      .passes(
        "A description", [.sticker("big-hug.png", label: "Biscuit hugs a milk carton")]),
    ],
    check: .onePerPack { pack, _ in
      guard pack.source.kind != .files else { return nil }
      let stickers = pack.source.allStickers
      let same = stickers.filter { sticker in
        guard let label = sticker.confirmedLabel?.lettersAndDigits else { return false }
        return !label.isEmpty && label == sticker.id.lettersAndDigits
      }
      guard !same.isEmpty else { return nil }
      return Violation(
        "\(same.count) of \(Text.count(stickers.count, "label"))"
          + " \(same.count == 1 ? "repeats" : "repeat") the file name.",
        measured: Quantity(same.count, .files), limit: Quantity(0, .files),
        related: same.map { $0.shownPath })
    })
}

extension String {
  fileprivate var lettersAndDigits: String {
    lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
