extension Rule {
  static let apngExtension = Rule(
    id: "apng-extension",
    title: "Animated PNG has the extension .apng",
    category: .file, severity: .error,
    severityReason: "App Store Connect rejects the file at upload.",
    rationale: """
      App Store Connect accepts only the extensions jpg, jpeg, gif and png. Xcode builds .apng \
      files without a warning, so the rejection comes at upload. Messages plays an animated PNG \
      that is named .png.
      """,
    fix: "Rename the file from .apng to .png.",
    repair: .rename,
    source: "App Store Connect: \"has invalid extension for a 'Sticker' file. Supplied 'apng'.\"",
    isSharedByPack: true,
    examples: [
      .fails("An APNG named .apng", [.sticker("hello.apng", Sketch(.breathing()))]),
      .passes("An APNG named .png", [.sticker("hello.png", Sketch(.breathing()))]),
    ],
    check: .asset { asset, pack in
      guard asset.givenExtension == "apng", !pack.destination.fileExtensions.contains("apng")
      else { return nil }
      return Violation(
        "App Store Connect rejects the extension .apng (accepted:"
          + " \(pack.destination.fileExtensions.joined(separator: ", "))).")
    })
}
