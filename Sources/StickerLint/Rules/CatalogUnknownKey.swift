internal import StickerModel

extension Rule {
  static let catalogUnknownKey = Rule(
    id: "catalog-unknown-key",
    title: "A catalog has a key that its format does not have",
    category: .catalog, severity: .warning,
    rationale: """
      Xcode passes over a key that it does not know, so a misspelled one has no effect: the grid keeps \
      its size, the animation its speed. Even two of Apple’s own examples are misspelled: “grid-space” \
      and “repetions”.
      """,
    fix: "Correct the key’s spelling, or remove it.",
    source: "Apple, Asset Catalog Format Reference: the keys of each type",
    check: .pack { pack in pack.violations(of: .unknownKey) })
}
