internal import Basics
internal import StickerPacks

extension Rule {
  static let iconWrongSlot = Rule(
    id: "icon-wrong-slot",
    title: "Icon is not in Xcode's slot",
    category: .catalog, severity: .error,
    severityReason: "Xcode leaves the icon out, and App Store Connect rejects the upload.",
    rationale: """
      Xcode matches an icon by its idiom, size, scale and platform. If one of them differs from its \
      own icon set, the build succeeds without the icon. This happens to a set that was written by a \
      script without `"platform" : "ios"`, and to one that Xcode's editor has saved with the idiom \
      `universal`.
      """,
    fix: "Write the idiom and platform that Xcode's own icon set has.",
    repair: Repair(
      "write the idioms and platforms of Xcode's icon set", .safe, .contents,
      .contents { IconSetEdit.puttingIconsInSlots($0) }),
    source: """
      the slots that Xcode writes; App Store Connect: ITMS-90649 and ITMS-90642, as developers reported \
      them in 2026
      """,
    examples: [
      .fails("Icons without a platform", .catalog(replacing: #", "platform" : "ios""#, with: "")),
      .fails(
        "Icons for iPad with the idiom universal",
        .catalog(
          replacing: #""idiom" : "ipad", "scale" : "2x", "size" : "67x50""#,
          with: #""idiom" : "universal", "platform" : "ios", "scale" : "2x", "size" : "67x50""#)),
      .passes("The slots of Xcode's icon set", .catalog()),
    ],
    check: .iconSet {
      guard case .misplacedIcons(let slots, let fault) = $0 else { return nil }
      let what =
        switch fault {
        case .platform: "without \"platform\" : \"ios\""
        case .idiom: "with the idiom \"universal\""
        }
      return "Xcode leaves out \(Text.count(slots.count, "icon")) \(what); expected"
        + " \(slots.map { $0.name }.joined(separator: ", ")). \(slots.uploadRefusal)"
    })
}
