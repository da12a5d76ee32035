internal import StickerPacks

extension Rule {
  static let storePalette = Rule(
    id: "store-palette",
    title: "The destination shows an animated PNG with a palette incorrectly",
    category: .store, severity: .warning,
    severityReason: "Some versions of the app show wrong colors or do not play it.",
    rationale: """
      Signal for iOS does not show an animated PNG with a palette correctly. Encoders choose a palette by themselves \
      where the art has few colors.
      """,
    fix: "Export the animation in RGBA; `stickerpack fit --no-palette` does it.",
    source: "Signal-iOS issue 4611; the file of the destination: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails(
        "Frames with a palette", Sketch(.breathing(), coding: .palette),
        in: [.indexedAnimations: false]),
      .passes("Frames in RGBA", Sketch(.breathing()), in: [.indexedAnimations: false]),
    ],
    check: .sticker(in: "store-palette"))
}
