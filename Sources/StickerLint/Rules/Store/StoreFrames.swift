internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let storeFrames = Rule(
    id: "store-frames",
    title: "The store does not take the frames",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file.",
    rationale: """
      Some stores limit how many frames an animation has or how fast they follow, because phones play many stickers at \
      the same time.
      """,
    fix: "Leave out frames and make the delays of the others longer, or add frames.",
    source: "the profile of the store: `stickerpack targets ID`",
    examples: [
      .fails(
        "Fewer frames than required", Sketch(.breathing(3)),
        in: .example(animation: .init(frames: [5, 20]))),
      .fails(
        "Frames that follow too fast", Sketch(.breathing(3, milliseconds: 50)),
        in: .example(animation: .init(framesPerSecond: 10))),
      .passes(
        "As many frames as required", Sketch(.breathing(5)),
        in: .example(animation: .init(frames: [5, 20], framesPerSecond: 10))),
    ],
    check: .store { sticker, store in
      guard sticker.isAnimated, let limits = store.animation else { return nil }
      if let range = limits.frames, let count = sticker.frameCount,
        !(range[0]...range[1]).contains(count)
      {
        let requirement =
          count < range[0]
          ? "at least \(Text.number(range[0]))" : "at most \(Text.number(range[1]))"
        return Violation(
          "The animation has \(Text.count(count, "frame")) (\(store.name): \(requirement)).",
          measured: Quantity(count, .frames),
          limit: Quantity(count < range[0] ? range[0] : range[1], .frames),
          isUncertain: !store.isCertain("animation.frames"))
      }
      guard let delay = sticker.shortestDelay else { return nil }
      let (least, key) =
        limits.framesPerSecond.map { (1000 / $0, "framesPerSecond") }
        ?? (limits.shortestDelay ?? 0, "shortestDelay")
      // A delay of 33 ms is 30 frames per second in a file with whole milliseconds.
      guard delay < least.rounded(.down) else { return nil }
      return Violation(
        "A frame is shown for \(Text.milliseconds(delay)) (\(store.name): at least"
          + " \(Text.milliseconds(least))).",
        measured: Quantity(delay, .milliseconds), limit: Quantity(least, .milliseconds),
        isUncertain: !store.isCertain("animation.\(key)"))
    })
}
