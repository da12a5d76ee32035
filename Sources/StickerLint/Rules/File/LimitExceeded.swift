internal import Basics

extension Rule {
  package static let limitExceeded = Rule(
    id: "limit-exceeded",
    title: "Decoding limit exceeded",
    category: .file, scope: .everywhere, severity: .error,
    severityReason: "A viewer that decodes such a file can run out of memory.",
    rationale: """
      A file can declare far more data than it has. Its size, pixels, frames and decoded size are \
      checked before decoding, so no file can exhaust the machine.
      """,
    fix: "Export the art again at sticker size, or raise the limit for decoding.",
    source: "stickerpack; the limits are far above what any sticker needs",
    examples: [
      .fails(
        "A canvas of 60,000 × 60,000 px",
        Sketch(edits: [.setChunk("IHDR", at: 0, to: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])]),
        rules: ["canvas-too-large": .init(level: .off)]),
      .passes("A canvas of 408 × 408 px"),
    ],
    check: .asset(all: { asset, _, _ in
      if case .tooLarge(let size, let limit) = asset.readProblem {
        return [
          Violation(
            "The file has \(Text.bytes(size)) (\(DecodingLimits.Limit.fileBytes.rawValue):"
              + " \(Text.bytes(limit))).",
            measured: Quantity(size, .bytes), limit: Quantity(limit, .bytes))
        ]
      }
      return asset.image?.violations(of: .limit) ?? []
    }))
}
