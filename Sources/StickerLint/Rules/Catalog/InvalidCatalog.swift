extension Rule {
  static let invalidCatalog = Rule(
    id: "invalid-catalog",
    title: "Invalid Contents.json",
    category: .catalog, severity: .error,
    severityReason: "Xcode cannot read the file, and the sticker or pack is missing from Messages.",
    rationale: """
      If a Contents.json is not valid JSON, or a sticker's has no filename, the sticker is missing \
      from the pack. Xcode's asset compiler reports few of these errors.
      """,
    fix: "Correct the file, or let `stickerpack build` write the catalog.",
    source: "Apple, Asset Catalog Format Reference",
    examples: [
      .fails(
        "A truncated Contents.json",
        .stickerPack(changing: [
          .file("Pack.stickerpack/hello.sticker/Contents.json", .text("{ \"properties\" : {\n"))
        ])),
      .fails(
        "A sticker without a filename",
        .stickerPack(changing: [
          .contents(
            of: "Pack.stickerpack/hello.sticker",
            #""properties" : { "accessibility-label" : "Biscuit waves" }"#)
        ]).filter { !$0.path.hasSuffix(".png") }),
      .passes(
        "A sticker's Contents.json as Xcode writes it",
        .stickerPack(filename: "hello.png")),
    ],
    check: .observation {
      switch $0 {
      case .invalidJSON(let reason): "Invalid JSON: \(reason)."
      case .noImage: "The sticker has no \"filename\"."
      default: nil
      }
    })
}
