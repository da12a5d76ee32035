internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let storeCount = Rule(
    id: "store-count",
    title: "The store does not take the number of stickers",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the pack.",
    rationale: """
      WhatsApp takes 3 to 30 stickers in a pack, LINE only certain numbers. Some stores do not take stills and \
      animations in one pack.
      """,
    fix: "Add or remove stickers, or split the pack.",
    source: "the profile of the store: `stickerpack targets ID`",
    examples: [
      .fails("One where three are required", Sketch(), in: .example(count: .init(minimum: 3))),
      .fails(
        "Stills and animations",
        [.sticker("hello.png"), .sticker("wave.png", Sketch(.breathing()))],
        in: .example(count: .init(oneKind: true))),
      .passes("Enough stickers", Sketch(), in: .example(count: .init(minimum: 1, maximum: 30))),
    ],
    check: .pack { pack in
      guard let store = pack.profile.store, let limits = store.count, pack.source.kind != .files
      else { return [] }
      let count = pack.source.stickers.count
      func violation(_ key: String, _ requirement: String, limit: Int?) -> Violation {
        Violation(
          "The pack has \(Text.count(count, "sticker")) (\(store.name): \(requirement)).",
          measured: Quantity(count, .files), limit: limit.map { Quantity($0, .files) },
          isUncertain: !store.isCertain("count.\(key)"))
      }
      var violations: [Violation] = []
      if let numbers = limits.oneOf, !numbers.contains(count) {
        violations.append(violation("oneOf", Text.alternatives(numbers), limit: nil))
      } else if let least = limits.minimum, count < least {
        violations.append(violation("minimum", "at least \(Text.number(least))", limit: least))
      } else if let most = limits.maximum, count > most {
        violations.append(violation("maximum", "at most \(Text.number(most))", limit: most))
      }
      let animated = pack.assets.compactMap(\.stored).filter(\.isAnimated).count
      if limits.oneKind == true, animated > 0, animated < count {
        violations.append(
          Violation(
            "The pack has \(Text.count(count - animated, "still")) and \(Text.count(animated, "animation"))"
              + " (\(store.name): one kind).",
            isUncertain: !store.isCertain("count.oneKind")))
      }
      return violations
    })
}
