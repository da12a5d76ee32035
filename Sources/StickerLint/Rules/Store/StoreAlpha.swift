internal import StickerPacks

extension Rule {
  static let storeAlpha = Rule(
    id: "store-alpha",
    title: "The store requires or refuses transparency",
    category: .store, severity: .error,
    severityReason: "Uploads or reviewers refuse the file.",
    rationale: """
      Most stores want a cut-out shape, and reviewers refuse a sticker with a background. A few want an opaque image.
      """,
    fix: "Export the art without its background, or with one where transparency is refused.",
    source: "the profile of the store: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails("No background where it is required", Sketch(), in: .example(alpha: .refused)),
      .passes("No background", Sketch(), in: .example(alpha: .required)),
    ],
    check: .store { sticker, store in
      guard let alpha = store.alpha, let hasTransparency = sticker.hasTransparency,
        hasTransparency != (alpha == .required)
      else { return nil }
      return Violation(
        hasTransparency
          ? "The art has transparent pixels (\(store.name): an opaque image)."
          : "The art has no transparent pixel (\(store.name): a transparent background).",
        isUncertain: !store.isCertain("alpha"))
    })
}
