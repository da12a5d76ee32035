internal import Basics
internal import StickerPacks

extension Rule {
  static let projectTargetType = Rule(
    id: "project-target-type",
    title: "Extension has the wrong product type",
    category: .project, severity: .error,
    severityReason:
      "Xcode leaves out the stickers and icons, and App Store Connect rejects the upload.",
    rationale: """
      Only the product types of Messages tell Xcode to compile stickers and icon sets for Messages. \
      With the type `app-extension` the build succeeds without them, and the upload is rejected \
      with ITMS-90649. Project generators and scripts choose this type.
      """,
    fix: """
      Use the type `app-extension.messages-sticker-pack` for an extension of stickers only, and \
      `app-extension.messages` for one with code.
      """,
    source: """
      swift-build, DarwinProductTypes.xcspec: only the types of Messages include sticker content; \
      ITMS-90649 in projects with the type app-extension, 2026
      """,
    examples: [
      .fails(
        "The type of other extensions",
        .project("type: app-extension.messages-sticker-pack", "type: app-extension")),
      .passes("The type of a sticker pack", .project()),
    ],
    check: .projectExtension { target, _ in
      guard target.type.text == "app-extension" else { return [] }
      return [
        Violation(
          "The type of \(target.name.text.quoted) is \"app-extension\", and its extension point is that"
            + " of Messages.", at: target.type.place, file: target.type.file)
      ]
    })
}
