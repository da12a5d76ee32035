internal import Basics
internal import StickerPacks

extension Rule {
  static let iconMissing = Rule(
    id: "icon-missing",
    title: "Required icon is missing",
    category: .catalog, severity: .warning,
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
    check: .observation { $0.message(forRequiredSlots: true) })
}

extension PackObservation.Kind {
  /// A message about the empty slots for icons that are required, or that are not; nil without any.
  func message(forRequiredSlots isRequired: Bool) -> String? {
    guard case .emptySlots(let slots) = self else { return nil }
    let names = slots.filter { $0.isRequired == isRequired }.map(\.name)
    guard !names.isEmpty else { return nil }
    let slot = isRequired ? "required icon slot" : "optional icon slot"
    return "\(Text.count(names.count, slot)) \(names.count == 1 ? "is" : "are") empty:"
      + " \(names.joined(separator: ", "))."
  }
}
