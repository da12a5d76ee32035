internal import Basics
internal import StickerPacks

extension Rule {
  static let projectIdentifier = Rule(
    id: "project-identifier",
    title: "Extension's identifier does not begin with the app's",
    category: .project, severity: .error,
    severityReason: "Xcode refuses to embed such an extension.",
    rationale: """
      The bundle identifier of an extension is that of its app, a dot and more. It can differ where \
      only one of them was renamed.
      """,
    fix:
      "Set `PRODUCT_BUNDLE_IDENTIFIER` of the extension to that of the app, a dot and a name.",
    source: """
      Xcode: \"Embedded binary's bundle identifier is not prefixed with the parent app's bundle \
      identifier\"
      """,
    examples: [
      .fails("Another identifier", .project("biscuit.stickers", "cookie.stickers")),
      .passes("The app's identifier and a name", .project()),
    ],
    check: .projectExtension { target, apps in
      let identifier = { (target: ProjectFile.Target) in
        target.infoValue("CFBundleIdentifier", from: "PRODUCT_BUNDLE_IDENTIFIER").value
      }
      // A project can have one app for each edition, and settings that scripts change.
      guard apps.count == 1, let own = identifier(target), let app = identifier(apps[0]),
        !own.text.isEmpty, !app.text.isEmpty, !own.text.hasPrefix(app.text + ".")
      else { return [] }
      return [
        Violation(
          "The identifier of \(target.name.text.quoted) is \(own.text.quoted); expected one that begins"
            + " with \("\(app.text).".quoted).", at: own.place, file: own.file)
      ]
    })
}
