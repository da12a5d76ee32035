extension Rule {
  static let sequenceFrameUnnamed = Rule(
    id: "sequence-frame-unnamed",
    title: "Frame has no file",
    category: .catalog, severity: .info,
    severityReason: "Xcode writes such entries itself and ignores them.",
    rationale: """
      Xcode writes an empty entry, or none, for a new sequence until its frames are added. An empty \
      entry shows nothing.
      """,
    fix: "Add an image for the frame, or remove the entry.",
    source: "Apple, Asset Catalog Format Reference: Sticker Sequence Type; Xcode writes it",
    examples: [
      .fails(
        "An empty entry after two frames",
        .sequence(list: #"{ "filename" : "1.png" }, { "filename" : "2.png" }, {}"#)),
      .passes("Two frames", .sequence()),
    ],
    check: .observation {
      switch $0 {
      case .emptySequence: "The sequence has no frames."
      case .emptyFrame: "The frame has no \"filename\"."
      default: nil
      }
    })
}
