internal import Basics
internal import StickerPacks

extension Rule {
  static let projectSharingIgnored = Rule(
    id: "project-sharing-ignored",
    title: "Sharing level has no effect",
    category: .project, severity: .warning,
    severityReason: "The stickers are available in Messages only.",
    rationale: """
      With `NSStickerSharingLevel` a sticker pack is available outside of Messages too, on iOS 17 and \
      later. The values are `OS` and `Messages`. The setting \
      `INFOPLIST_KEY_NSStickerSharingLevel` only has an effect if Xcode generates the Info.plist.
      """,
    fix: "Write `NSStickerSharingLevel` with the value `OS` into the Info.plist of the extension.",
    source:
      "Apple, NSStickerSharingLevel; swift-build, CoreBuildSystem.xcspec: INFOPLIST_KEY settings",
    examples: [
      .fails(
        "An unknown value", .project("NSStickerSharingLevel: OS", "NSStickerSharingLevel: System")),
      .passes("The value OS", .project()),
    ],
    check: .projectExtension { target, _ in
      guard target.isStickerPack else { return [] }
      let (key, setting) = ("NSStickerSharingLevel", "INFOPLIST_KEY_NSStickerSharingLevel")
      if let value = target.infoValue(key, from: setting).value {
        // Compared without case by the system; an empty one shares nothing.
        guard !["", "os", "messages"].contains(value.text.lowercased()) else { return [] }
        return [
          Violation(
            "\(key) of \(target.name.text.quoted) is \(value.text.quoted); expected \"OS\" or \"Messages\".",
            at: value.place, file: value.file)
        ]
      }
      guard target.generatesInfo == false, let value = target.setting(setting).value,
        target.infoValue(key, from: setting) == .missing
      else { return [] }
      return [
        Violation(
          "\(setting) of \(target.name.text.quoted) has no effect: Xcode does not generate its Info.plist.",
          at: value.place, file: value.file)
      ]
    })
}
