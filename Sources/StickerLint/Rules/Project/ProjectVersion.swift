internal import Basics
internal import StickerPacks

extension Rule {
  static let projectVersion = Rule(
    id: "project-version",
    title: "App and extension have different versions",
    category: .project, severity: .warning,
    severityReason: "Xcode and App Store Connect warn about it (ITMS-90473).",
    rationale: """
      An extension must have the version and the build number of its app. They differ where a target \
      has numbers of its own, and only those of the app are raised.
      """,
    fix: "Set `MARKETING_VERSION` and `CURRENT_PROJECT_VERSION` for the whole project.",
    source: """
      Xcode: \"The CFBundleShortVersionString of an app extension must match that of its containing \
      parent app\"; App Store Connect: ITMS-90473
      """,
    examples: [
      .fails(
        "Version 1.0 in an app of version 1.1",
        .project(
          "CFBundleShortVersionString: $(MARKETING_VERSION)", "CFBundleShortVersionString: \"1.0\"")
      ),
      .passes("The same version", .project()),
    ],
    check: .projectExtension { target, apps in
      guard apps.count == 1 else { return [] }
      let keys = [
        ("CFBundleShortVersionString", "MARKETING_VERSION"),
        ("CFBundleVersion", "CURRENT_PROJECT_VERSION"),
      ]
      return keys.compactMap { key, setting in
        guard let own = target.infoValue(key, from: setting).value,
          let app = apps[0].infoValue(key, from: setting).value, own.text != app.text
        else { return nil }
        return Violation(
          "\(key) of \(target.name.text.quoted) is \(own.text.quoted), and \(app.text.quoted) in the app.",
          at: own.place, file: own.file)
      }
    })
}
