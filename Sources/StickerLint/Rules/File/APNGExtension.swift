internal import StickerPacks

extension Rule {
  static let apngExtension = Rule(
    id: "apng-extension",
    title: "An animated PNG is named .apng",
    category: .file, severity: .error,
    rationale: """
      App Store Connect refuses .apng: it takes jpg, jpeg, gif and png. Xcode does not notice, so the \
      refusal comes at upload. An animated PNG is named .png.
      """,
    fix: "Rename the file from .apng to .png.",
    source: "App Store Connect: \"has invalid extension for a 'Sticker' file. Supplied 'apng'.\"",
    examples: [
      .fails("An APNG that is named .apng", [.sticker("hello.apng", Sketch(.breathing()))]),
      .passes("An APNG that is named .png", [.sticker("hello.png", Sketch(.breathing()))]),
    ],
    check: .asset { asset in
      guard asset.source.givenExtension == "apng" else { return [] }
      return [Violation("The extension .apng is refused at upload; .png is taken.")]
    })
}
