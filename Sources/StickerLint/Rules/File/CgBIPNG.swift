extension Rule {
  static let cgbiPNG = Rule(
    id: "cgbi-png",
    title: "PNG was converted by Xcode (CgBI)",
    category: .file, scope: .everywhere, severity: .error,
    severityReason: "Standard decoders reject the file.",
    rationale: """
      Xcode converts the PNGs of an app to a private format: a CgBI chunk, swapped color channels \
      and premultiplied alpha. Browsers, editors and most other programs cannot read the result, so it is \
      not suitable as source art.
      """,
    fix: "Use the original art instead of a file extracted from a built app.",
    repair: Repair("store as a standard PNG", .safe, .storage, .encoding { _ in }),
    source:
      "The iPhone Wiki and PngSuite's CgBI files; the chunk is not part of the PNG specification",
    examples: [
      .fails(
        "A PNG extracted from a built app",
        Sketch(coding: .apple)),
      .passes("The original PNG"),
    ],
    check: .asset(all: { asset, pack, _ in
      let violations = asset.image?.violations(of: .appleOptimized) ?? []
      guard pack.source.built != nil else { return violations }
      // Xcode converts the icons of every product.
      guard asset.source.role != .icon else { return [] }
      return violations.map {
        Violation(
          $0.message, at: $0.place,
          fix: "Keep the art in an asset catalog, or set COMPRESS_PNG_FILES to NO, and build again."
        )
      }
    }))
}
