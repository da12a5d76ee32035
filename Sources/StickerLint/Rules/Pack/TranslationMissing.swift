internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let translationMissing = Rule(
    id: "translation-missing",
    title: "Some labels lack a language that others have",
    category: .pack, severity: .warning,
    rationale: """
      VoiceOver reads a label in the language of the device. Where a translation is missing it reads \
      the original one in the middle of the others, with the wrong voice.
      """,
    fix: "Translate the label of each sticker that the message names.",
    source: "Apple, Human Interface Guidelines: \"a localized alternative description\"",
    examples: [
      .fails(
        "German for one of two stickers",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "stickers": [
                  {
                    "file": "hello.png", "label": "Biscuit waves",
                    "translations": { "de": "Biscuit winkt" }
                  },
                  {
                    "file": "goodbye.png", "label": "Biscuit bows"
                  }
                ]
              }

              """)),
          .sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1))),
        ]),
      .passes(
        "German for both",
        [
          .file(
            "stickerpack.json",
            .text(
              """
              {
                "stickers": [
                  {
                    "file": "hello.png", "label": "Biscuit waves",
                    "translations": { "de": "Biscuit winkt" }
                  },
                  {
                    "file": "goodbye.png", "label": "Biscuit bows",
                    "translations": { "de": "Biscuit verbeugt sich" }
                  }
                ]
              }

              """)),
          .sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1))),
        ]),
    ],
    check: .pack { pack in
      guard pack.source.kind != .files else { return [] }
      let stickers = pack.source.allStickers
      // By lower case: Apple's file systems take de and DE for one.
      var languages: [String: String] = [:]
      for tag in stickers.flatMap(\.translations.keys) {
        languages[tag.lowercased()] = min(tag, languages[tag.lowercased()] ?? tag)
      }
      return languages.sorted { $0.key < $1.key }.compactMap { key, tag in
        let bare = stickers.filter { sticker in
          !sticker.translations.keys.contains { $0.lowercased() == key }
        }
        guard !bare.isEmpty else { return nil }
        return Violation(
          "\(bare.count) of \(Text.count(stickers.count, "sticker")) \(bare.count == 1 ? "has" : "have")"
            + " no label in \"\(tag)\", which others have: \(bare.namedInShort).",
          measured: Quantity(bare.count, .files), limit: Quantity(0, .files))
      }
    })
}
