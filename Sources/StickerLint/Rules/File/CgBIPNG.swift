internal import ImageContainers

extension Rule {
  static let cgbiPNG = Rule(
    id: "cgbi-png",
    title: "The PNG was rewritten by Xcode for iOS",
    category: .file, severity: .error,
    rationale: """
      Xcode rewrites PNGs for iOS with a CgBI chunk, swapped channels and premultiplied alpha. Only \
      Apple's decoders read the result, and it is no source for a sticker.
      """,
    fix: "Use the original art instead of a file taken from a built app.",
    source: "The iPhone Wiki and PngSuite's CgBI set; the chunk is not part of the PNG standard",
    examples: [
      .fails(
        "A PNG out of a built app",
        Sketch(edits: [.insertChunk("CgBI", [0x50, 0, 0x20, 2], before: "IHDR")])),
      .passes("The PNG from before the build"),
    ],
    check: .asset { $0.image?.violations(of: .appleOptimized) ?? [] })
}
