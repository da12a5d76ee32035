internal import Basics
internal import StickerPacks

extension Rule {
  static let projectIconName = Rule(
    id: "project-icon-name",
    title: "Icon setting names no icon set",
    category: .project, severity: .error,
    severityReason:
      "The extension is built without icons, and App Store Connect rejects the upload.",
    rationale: """
      Xcode compiles the icon set that `ASSETCATALOG_COMPILER_APPICON_NAME` names. If the setting is \
      missing or the catalogs of the extension have no icon set for Messages of this name, the \
      icons are left out, and the upload is rejected with ITMS-90649 and ITMS-90642.
      """,
    fix: "Set `ASSETCATALOG_COMPILER_APPICON_NAME` of the extension to the name of the icon set.",
    source: """
      swift-build, AssetCatalogCompiler.xcspec: the option --app-icon; App Store Connect: ITMS-90649 \
      and ITMS-90642
      """,
    examples: [
      .fails("The name of an app's icon", .project(#""iMessage App Icon""#, "AppIcon")),
      .passes("The name of the icon set", .project()),
    ],
    check: .projectExtension { target, _ in
      // Extensions with code can have icons that are compiled in other ways.
      guard target.isStickerPack, let sets = target.iconSets else { return [] }
      let known =
        sets.isEmpty
        ? "its catalogs have no .stickersiconset"
        : "its catalogs have \(sets.sorted().map { $0.quoted }.joined(separator: ", "))"
      let key = "ASSETCATALOG_COMPILER_APPICON_NAME"
      switch target.setting(key) {
      case .unknown: return []
      case .missing:
        return [
          Violation(
            "\(target.name.text.quoted) has no \(key); \(known).", at: target.name.place,
            file: target.name.file)
        ]
      case .value(let value):
        guard !sets.contains(value.text) else { return [] }
        return [
          Violation(
            "\(key) of \(target.name.text.quoted) is \(value.text.quoted); \(known).",
            at: value.place, file: value.file)
        ]
      }
    })
}
