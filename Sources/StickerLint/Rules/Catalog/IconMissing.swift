extension Rule {
  static let iconMissing = Rule(
    id: "icon-missing",
    title: "Required icon is missing",
    category: .catalog, severity: .warning,
    severityReason: "Only the upload is rejected, and `stickerpack build` makes missing icons.",
    rationale: """
      The App Store requires nine icons for a sticker pack: for iPhone, for iPad, for two places in \
      Messages and for the store itself. Xcode builds without them, but the upload is rejected.
      """,
    fix: "Add an icon for each slot in the message.",
    source: "Apple, QA1686, table 8",
    examples: [
      .fails("No icon for the app list in Messages", .catalog(empty: ["universal 27x20@3x"])),
      .passes("All icons", .catalog()),
    ],
    check: .observation { $0.message("required icon slot", for: \.isRequired) })
}

extension PackObservation.Kind {
  /// A message about the empty slots of a kind; nil without any.
  ///
  /// - Parameter kind: the name of the kind.
  func message(_ kind: String, for isIncluded: (IconSlot) -> Bool) -> String? {
    guard case .emptySlots(let slots) = self else { return nil }
    let names = slots.filter(isIncluded).map(\.name)
    guard !names.isEmpty else { return nil }
    return "\(Text.count(names.count, kind)) \(names.count == 1 ? "is" : "are") empty:"
      + " \(names.joined(separator: ", "))."
  }
}
