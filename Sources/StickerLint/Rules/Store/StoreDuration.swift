internal import StickerPacks

extension Rule {
  static let storeDuration = Rule(
    id: "store-duration",
    title: "The destination does not take the duration",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file, or the destination plays only its beginning.",
    rationale: """
      Most destinations limit how long an animation plays. LINE takes whole seconds only, and counts all loops together.
      """,
    fix: "Change the delays or the loops, or leave out frames.",
    source: "the file of the destination: `stickerpack targets ID`",
    examples: [
      .fails(
        "Longer than a limit", Sketch(.breathing(3, milliseconds: 200)),
        in: [.maximumDuration: 500]),
      .fails(
        "No whole second", Sketch(.breathing(3, milliseconds: 200)),
        in: [.wholeSeconds: true]),
      .passes(
        "One second", Sketch(.breathing(5, milliseconds: 200)),
        in: [.maximumDuration: 1000, .wholeSeconds: true]),
    ],
    check: .sticker(in: "store-duration"))
}
