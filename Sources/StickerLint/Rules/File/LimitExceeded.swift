internal import Basics
internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let limitExceeded = Rule(
    id: "limit-exceeded",
    title: "The file is beyond a decoding limit",
    category: .file, severity: .error,
    rationale: """
      A file can declare far more than it holds. Limits on the file's size, its pixels, its frames \
      and all its frames together are checked before anything is decoded, so that no file can take \
      the machine down. They lie far above what any sticker needs.
      """,
    fix: "Export the art again at sticker size, or raise the option that the message names.",
    source: "stickerpack: see the limits in `stickerpack lint --help`",
    examples: [
      .fails(
        "A canvas of 60,000 × 60,000 px", [.file("hello.png", .sample("limit-exceeded.png"))],
        rules: ["canvas-too-large": .init(level: .off)]),
      .passes("A canvas of 408 × 408 px"),
    ],
    check: .asset { asset in
      if case .tooLarge(let size, let limit) = asset.readProblem {
        return [
          Violation(
            "The file has \(Text.bytes(size)); \(Text.bytes(limit)) are read (--max-file-bytes).",
            measured: Quantity(size, .bytes), limit: Quantity(limit, .bytes))
        ]
      }
      return asset.image?.violations(of: .limit) ?? []
    })
}
