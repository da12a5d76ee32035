internal import Basics

extension Rule {
  static let translationMissing = Rule(
    id: "translation-missing",
    title: "Translation is missing",
    category: .pack, severity: .warning,
    severityReason: "VoiceOver users hear a label in a language other than theirs.",
    rationale: """
      VoiceOver reads labels in the language of the device. An untranslated label is read in its \
      original language, with the wrong voice.
      """,
    fix: "Translate the labels of these stickers.",
    source: "Apple, Human Interface Guidelines: \"a localized alternative description\"",
    isFixedPerSticker: true,
    examples: [
      .fails("A German label for one of two stickers", twoStickers(bow: "")),
      .passes(
        "A German label for both stickers",
        twoStickers(bow: #", "translations": { "de": "Biscuit verbeugt sich" }"#)),
    ],
    check: .pack { pack in
      guard pack.source.kind != .files else { return [] }
      let stickers = pack.source.allStickers
      // In lower case: "de" and "DE" are one folder on Apple's file systems.
      var languages: [String: String] = [:]
      for tag in stickers.flatMap({ $0.translations.keys }) {
        languages[tag.lowercased()] = min(tag, languages[tag.lowercased()] ?? tag)
      }
      return languages.sorted { $0.key < $1.key }.compactMap { key, tag in
        let bare = stickers.filter { sticker in
          !sticker.translations.keys.contains { $0.lowercased() == key }
        }
        guard !bare.isEmpty else { return nil }
        return Violation(
          "\(bare.count) of \(Text.count(stickers.count, "sticker")) \(bare.count == 1 ? "has" : "have")"
            + " no label in \"\(tag)\".",
          measured: Quantity(bare.count, .files), limit: Quantity(0, .files),
          related: bare.map { $0.shownPath })
      }
    })

  /// Two stickers of which the first one has a translation.
  ///
  /// - Parameter translations: further JSON about the second one.
  private static func twoStickers(bow translations: String) -> [Example.File] {
    [
      .configuration(
        """
          "stickers": [
            { "file": "hello.png", "label": "Biscuit waves", "translations": { "de": "Biscuit winkt" } },
            { "file": "goodbye.png", "label": "Biscuit bows"\(translations) }
          ]
        """),
      .sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1))),
    ]
  }
}
