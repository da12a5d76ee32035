internal import Basics
internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let storeDuration = Rule(
    id: "store-duration",
    title: "The store does not take the duration",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file, or the store plays only its beginning.",
    rationale: """
      Most stores limit how long an animation plays. LINE takes whole seconds only, and counts all loops together.
      """,
    fix: "Change the delays or the loops, or leave out frames.",
    source: "the profile of the store: `stickerpack targets ID`",
    examples: [
      .fails(
        "Longer than a limit", Sketch(.breathing(3, milliseconds: 200)),
        in: .example(animation: .init(longest: 500))),
      .fails(
        "No whole second", Sketch(.breathing(3, milliseconds: 200)),
        in: .example(animation: .init(wholeSeconds: true))),
      .passes(
        "One second", Sketch(.breathing(5, milliseconds: 200)),
        in: .example(animation: .init(longest: 1000, wholeSeconds: true))),
    ],
    check: .store { sticker, store in
      guard let duration = sticker.duration, let limits = store.animation else { return nil }
      func violation(_ key: String, _ requirement: String, limit: Double? = nil) -> Violation {
        Violation(
          "The animation takes \(Text.milliseconds(duration)) (\(store.name): \(requirement)).",
          measured: Quantity(duration, .milliseconds),
          limit: limit.map { Quantity($0, .milliseconds) },
          isUncertain: !store.isCertain("animation.\(key)"))
      }
      if let longest = limits.longest, duration > longest {
        return violation("longest", "at most \(Text.milliseconds(longest))", limit: longest)
      }
      if let shortest = limits.shortest, duration < shortest {
        return violation("shortest", "at least \(Text.milliseconds(shortest))", limit: shortest)
      }
      // Delays such as 1/3 s add up to a second only nearly.
      if let durations = limits.durations, !durations.contains(where: { abs($0 - duration) < 1 }) {
        return violation(
          "durations", Text.alternatives(durations.map { Int(clamping: $0) }) + " ms")
      }
      if limits.wholeSeconds == true, abs(duration / 1000 - (duration / 1000).rounded()) * 1000 >= 1
      {
        return violation("wholeSeconds", "whole seconds")
      }
      if let longest = limits.longestWithLoops, let plays = sticker.loop?.plays, plays > 1,
        duration * Double(plays) > longest
      {
        return violation(
          "longestWithLoops",
          "at most \(Text.milliseconds(longest)) for all \(plays) loops together", limit: longest)
      }
      return nil
    })
}
