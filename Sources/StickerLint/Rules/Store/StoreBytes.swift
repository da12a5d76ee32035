internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let storeBytes = Rule(
    id: "store-bytes",
    title: "The file has too many bytes for the store",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file.",
    rationale: """
      Limits of stores reach from 64,000 bytes for an animation of Telegram to 7 MB, and some count a KB as 1,024 \
      bytes. What fits into Messages may be five times too large elsewhere.
      """,
    fix:
      "Make the file smaller: `stickerpack build --target` keeps as much of the art as possible.",
    source: "the profile of the store: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails("A byte above the limit", Sketch(), in: .example(bytes: .init(maximum: 100))),
      .passes("A small file", Sketch(), in: .example(bytes: .init(maximum: 100_000))),
    ],
    check: .store { sticker, store in
      guard let bytes = store.bytes, let count = sticker.byteCount else { return nil }
      let (own, key) =
        sticker.isAnimated ? (bytes.animated, "bytes.animated") : (bytes.still, "bytes.still")
      if let limit = own ?? bytes.maximum, count > limit {
        return Violation(
          "The file has \(Text.bytes(count)) (\(store.name): at most \(Text.number(limit))).",
          measured: Quantity(count, .bytes), limit: Quantity(limit, .bytes),
          isUncertain: !store.isCertain(own == nil ? "bytes.maximum" : key))
      }
      guard let least = bytes.minimum, count < least else { return nil }
      return Violation(
        "The file has \(Text.bytes(count)) (\(store.name): at least \(Text.number(least))).",
        measured: Quantity(count, .bytes), limit: Quantity(least, .bytes),
        fix: "Save the file with less compression.",
        isUncertain: !store.isCertain("bytes.minimum"))
    })
}
