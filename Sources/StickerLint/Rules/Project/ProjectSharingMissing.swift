internal import Basics
internal import StickerPacks

extension Rule {
  static let projectSharingMissing = Rule(
    id: "project-sharing-missing",
    title: "Stickers are only available in Messages",
    category: .project, severity: .info,
    severityReason: "It can be intended.",
    rationale: """
      On iOS 17 and later, stickers of a pack can be used wherever the system shows stickers, such as on \
      photos and with the emoji keyboard. The pack must allow it: without `NSStickerSharingLevel`, its \
      stickers are only available in Messages.
      """,
    fix: """
      Write `NSStickerSharingLevel` with the value `OS` into the Info.plist of the extension, or with the value \
      `Messages` if they are only for Messages.
      """,
    source: "Apple, NSStickerSharingLevel",
    examples: [
      .fails("No sharing level", .project("        NSStickerSharingLevel: OS\n", "")),
      .passes("The level OS", .project()),
    ],
    check: .projectExtension { target, _ in
      let (key, setting) = ("NSStickerSharingLevel", "INFOPLIST_KEY_NSStickerSharingLevel")
      guard target.isStickerPack, target.infoValue(key, from: setting) == .missing,
        target.setting(setting) == .missing
      else { return [] }
      return [
        Violation(
          "\(target.name.text.quoted) has no \(key).", at: target.name.place, file: target.name.file
        )
      ]
    })
}
