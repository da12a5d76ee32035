internal import Basics
internal import StickerPacks

extension Rule {
  static let iconMissing = Rule(
    id: "icon-missing",
    title: "Required icon is missing",
    category: .catalog, severity: .error,
    severityReason: "App Store Connect rejects the upload.",
    rationale: """
      The App Store requires nine icons for a sticker pack: for iPhone, for iPad, for two places in \
      Messages and for the store itself. Xcode builds without them, but the upload is rejected: with \
      ITMS-90642 if the one of 1,024 × 768 px is missing, and with ITMS-90649 for each other one. \
      A build with `stickerpack build` has all icons, so it does not check this.
      """,
    fix: """
      Add an image of its size for each, delete the set if no target uses it, or run \
      `stickerpack build`, which makes missing icons.
      """,
    source: """
      Apple, QA1686, table 8; App Store Connect: ITMS-90649 \"Missing App Icon\" and ITMS-90642, as \
      developers reported them in 2026
      """,
    examples: [
      .fails("No icon for the app list in Messages", .catalog(empty: ["universal 27x20@3x"])),
      .fails(
        "An icon set without images",
        .catalog(empty: IconSlot.all.filter { $0.isRequired }.map { $0.name })
      ),
      .passes("All icons", .catalog()),
    ],
    check: .iconSet {
      guard case .emptySlots(let slots) = $0 else { return nil }
      let missing = slots.filter { $0.isRequired }
      return missing.names("required icon").map { "\($0) \(missing.uploadRefusal)" }
    })
}

extension Rule.Check {
  /// Looks at each observation of an icon set.
  static func iconSet(_ message: @escaping @Sendable (PackObservation.Kind) -> String?) -> Self {
    .pack { pack in
      pack.violations(message).map { violation in
        var violation = violation
        if violation.file.flatMap({ pack.usesIconSet($0.parent) }) == true {
          violation.failing = .icons
        }
        return violation
      }
    }
  }
}

extension PackFacts {
  /// Whether an icon set lists an image that does not exist for a required slot.
  ///
  /// - Parameter folder: its folder, as reports show it.
  func lacksListedIcon(in folder: FilePath) -> Bool {
    var known = source.icons.given.filter { $0.file.shownPath.parent == folder }
      .flatMap { $0.slots.map { $0.name } }
    for observation in source.observations where observation.location.displayPath.parent == folder {
      if case .emptySlots(let slots) = observation.kind { known += slots.map { $0.name } }
    }
    return IconSlot.all.contains { $0.isRequired && !known.contains($0.name) }
  }

  /// Whether the project's extensions use an icon set; nil if that is unknown.
  ///
  /// - Parameter folder: its folder, as reports show it.
  func usesIconSet(_ folder: FilePath) -> Bool? {
    let settings = (source.projectFile?.extensions ?? []).map {
      $0.target.setting("ASSETCATALOG_COMPILER_APPICON_NAME")
    }
    if settings.contains(where: { $0.value?.text == folder.stem }) { return true }
    if source.icons.sets.count == 1, settings.allSatisfy({ $0.value == nil }) { return true }
    return settings.isEmpty || settings.contains { $0.gap != nil } ? nil : false
  }
}

extension [IconSlot] {
  /// A sentence that names slots without an image; nil if there are none.
  ///
  /// - Parameter kind: the name of the kind.
  func names(_ kind: String) -> String? {
    guard !isEmpty else { return nil }
    return "\(Text.count(count, kind)) \(count == 1 ? "is" : "are") missing:"
      + " \(map { $0.name }.joined(separator: ", "))."
  }

  /// A sentence with the codes of App Store Connect for a product without these icons.
  var uploadRefusal: String {
    let codes =
      (contains { !$0.isForStore } ? ["ITMS-90649"] : [])
      + (contains { $0.isForStore } ? ["ITMS-90642"] : [])
    return "App Store Connect rejects the upload (\(codes.joined(separator: ", ")))."
  }
}
