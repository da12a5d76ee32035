internal import ImageContainers

extension Rule {
  static let cgbiPNG = Rule(
    id: "cgbi-png",
    title: "The PNG was rewritten by Xcode for iOS",
    category: .file, severity: .error,
    rationale: """
      Xcode rewrites PNGs for iOS with a CgBI chunk, swapped channels and premultiplied alpha. Only \
      Apple’s decoders read the result, and it is no source for a sticker.
      """,
    fix: "Use the original art instead of a file taken from a built app.",
    source: "The iPhone Wiki and PngSuite’s CgBI set; the chunk is not part of the PNG standard",
    check: .asset { $0.image?.violations(of: .appleOptimized) ?? [] })
}
