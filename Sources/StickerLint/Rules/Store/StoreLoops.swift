internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let storeLoops = Rule(
    id: "store-loops",
    title: "The store does not take the number of loops",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file, or the store plays it another number of times.",
    rationale: """
      LINE's animations play one to four times, and an endless one is refused. Signal and others play all animations \
      endlessly.
      """,
    fix: "Set the number of loops when you export the animation.",
    source: "the profile of the store: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails(
        "An endless animation", Sketch(.breathing()), in: .example(animation: .init(loops: [1, 4]))),
      .passes(
        "An endless animation where it has to be", Sketch(.breathing()),
        in: .example(animation: .init(endless: true))),
    ],
    check: .store { sticker, store in
      guard let loop = sticker.loop, let limits = store.animation else { return nil }
      let plays = loop == .forever ? "endlessly" : Text.count(loop.plays, "time")
      func violation(_ key: String, _ requirement: String) -> Violation {
        Violation(
          "The animation plays \(plays) (\(store.name): \(requirement)).",
          isUncertain: !store.isCertain("animation.\(key)"))
      }
      if let range = limits.loops, loop == .forever || !(range[0]...range[1]).contains(loop.plays) {
        return violation(
          "loops",
          range[0] == range[1] ? Text.count(range[0], "time") : "\(range[0]) to \(range[1]) times")
      }
      if limits.endless == true, loop != .forever { return violation("endless", "an endless loop") }
      return nil
    })
}
