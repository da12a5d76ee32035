internal import Basics
internal import StickerPacks

extension Rule {
  static let projectExtension = Rule(
    id: "project-extension",
    title: "Messages does not find the extension",
    category: .project, severity: .warning,
    severityReason: "The app is built without a message of Xcode, and has no stickers.",
    rationale: """
      Messages shows the extension of an app if it is embedded in the app, has the extension point of Messages and is the \
      only one that has it. The program that Xcode adds to a sticker pack has one class, `StickerBrowserViewController`.
      """,
    fix:
      "Embed one extension in the app, in \"Embed Foundation Extensions\", with the Info.plist of Xcode's template.",
    source: """
      App Store Connect: "Multiple message payload provider extensions found in app but only one is allowed" \
      (edwardofclt/bufo-keyboard, 2026); ITMS-90349; the templates of Xcode 8 to 27
      """,
    examples: [
      .fails(
        "Another class",
        .project(
          "NSExtensionPrincipalClass: StickerBrowserViewController",
          "NSExtensionPrincipalClass: MessagesViewController")),
      .fails(
        "Another extension point",
        .project("com.apple.message-payload-provider", "com.apple.messages.stickers")),
      .passes("As Xcode writes it", .project()),
    ],
    check: .pack { pack in
      guard let project = pack.source.projectFile else { return [] }
      var violations: [Violation] = []
      for each in project.extensions {
        let target = each.target
        let name = target.name.text.quoted
        func add(
          _ message: String, _ value: ProjectFile.Value, _ check: UploadCheck.ID, fix: String? = nil
        ) {
          violations.append(
            Violation(message, at: value.place, fix: fix, file: value.file, failing: check))
        }
        if !each.isEmbedded, each.embeddingGap == nil {
          add("No app of the project embeds \(name).", target.name, .embedded)
        }
        let point = target.extensionValue("NSExtensionPointIdentifier")
        if let value = point.value, value.text != Product.extensionPoint {
          add(
            "The extension point of \(name) is \(value.text.quoted); expected"
              + " \(Product.extensionPoint.quoted).", value, .extensionPoint)
        } else if point == .missing {
          add("\(name) has no extension point.", target.name, .extensionPoint)
        }
        guard target.isStickerPack else { continue }
        let principal = target.extensionValue("NSExtensionPrincipalClass")
        if let value = principal.value, value.text != Product.stickerClass {
          add(
            "The class of \(name) is \(value.text.quoted); expected \(Product.stickerClass.quoted).",
            value, .principalClass)
        }
      }
      for app in project.crowdedApps {
        violations.append(
          Violation(
            "\(app.name.text.quoted) embeds several extensions for Messages:"
              + " \(app.extensions.listed(first: 3)); expected 1.",
            at: app.name.place, fix: "Embed only one of them in the app.", file: app.name.file,
            failing: .oneExtension))
      }
      return violations
    })
}
