internal import Basics

extension Rule {
  static let duplicateLabel = Rule(
    id: "duplicate-label",
    title: "Duplicate label",
    category: .pack, severity: .warning,
    severityReason: "VoiceOver users cannot tell the stickers apart.",
    rationale: "VoiceOver users cannot tell stickers with the same label apart.",
    fix: "Describe in each label what only this sticker shows.",
    source:
      "Apple, Human Interface Guidelines: \"For each sticker, provide\" an alternative description",
    examples: [
      .fails(
        "Two stickers with the same label",
        [
          .sticker("hello.png", label: "Biscuit waves"),
          .sticker("goodbye.png", Sketch(.other(1)), label: "Biscuit waves"),
        ]),
      .passes(
        "Two stickers with different labels",
        [
          .sticker("hello.png", label: "Biscuit waves"),
          .sticker("goodbye.png", Sketch(.other(1)), label: "Biscuit bows"),
        ]),
    ],
    check: .pack { pack in
      guard pack.source.kind != .files else { return [] }
      var stickers: [String: [StickerSource]] = [:]
      var labels: [(key: String, text: String, language: String?)] = []
      for sticker in pack.source.allStickers {
        for label in sticker.labels {
          let words = label.text.lowercased().split { $0.isWhitespace }
          guard !words.isEmpty else { continue }
          let key = "\(label.language?.lowercased() ?? "")\n\(words.joined(separator: " "))"
          if stickers[key] == nil { labels.append((key, label.text, label.language)) }
          stickers[key, default: []].append(sticker)
        }
      }
      return labels.compactMap { label in
        guard let same = stickers[label.key], same.count > 1 else { return nil }
        return Violation(
          "\(same.count) stickers have the label \(label.text.quoted)"
            + "\(label.language.map { " in \"\($0)\"" } ?? "").",
          measured: Quantity(same.count, .files), limit: Quantity(1, .files),
          related: same.map { $0.shownPath })
      }
    })
}
