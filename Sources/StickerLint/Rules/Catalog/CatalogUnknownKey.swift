internal import Basics

extension Rule {
  static let catalogUnknownKey = Rule(
    id: "catalog-unknown-key",
    title: "Unknown catalog key",
    category: .catalog, severity: .warning,
    severityReason: "Users see the default, because Xcode ignores the key.",
    rationale: """
      Xcode ignores a key that it does not know, so a misspelled key has no effect. Even two \
      examples in Apple's documentation are misspelled: "grid-space" and "repetions".
      """,
    fix: "Correct the spelling of the key, or remove it.",
    source: "Apple, Asset Catalog Format Reference: the keys of each type",
    examples: [
      .fails(
        "\"grid-space\", as in an example in Apple's documentation",
        .stickerPack(properties: #""grid-space" : "regular""#)),
      .passes("\"grid-size\"", .stickerPack(properties: #""grid-size" : "regular""#)),
    ],
    check: .observation {
      guard case .unknownKey(let key, let known) = $0 else { return nil }
      let advice =
        Spelling.nearest(to: key, in: known).map { "did you mean \"\($0)\"?" }
        ?? "known keys: \(known.sorted().joined(separator: ", "))."
      return "Unknown key \(key.quoted); \(advice)"
    })
}
