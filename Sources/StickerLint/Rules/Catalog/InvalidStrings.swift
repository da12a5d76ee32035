internal import Basics

extension Rule {
  static let invalidStrings = Rule(
    id: "invalid-strings",
    title: "Translated labels cannot be used",
    category: .catalog, severity: .warning,
    severityReason: "VoiceOver users hear labels that are not translated.",
    rationale: """
      The labels of a catalog are translated in a `.strings` file for each language beside it. Xcode \
      ignores labels for stickers that the pack does not have, and VoiceOver reads the untranslated \
      ones.
      """,
    fix:
      "Correct the file: each line is \"sticker\" = \"label\"; with the sticker's name in the catalog.",
    source:
      "Apple, actool(1), --sticker-pack-strings-file; Resource Programming Guide, String Resources",
    examples: [
      .fails(
        "A label for a sticker that does not exist",
        .catalog() + [
          .file(
            "de.lproj/Pack.strings",
            .text("\"hello\" = \"Biscuit winkt\";\n\"bye\" = \"Biscuit geht\";\n"))
        ]),
      .fails(
        "A line without a semicolon",
        .catalog() + [.file("de.lproj/Pack.strings", .text("\"hello\" = \"Biscuit winkt\"\n"))]),
      .passes(
        "A German label for each sticker",
        .catalog() + [.file("de.lproj/Pack.strings", .text("\"hello\" = \"Biscuit winkt\";\n"))]),
    ],
    check: .observation {
      switch $0 {
      case .invalidStrings(let message): Text.sentence(message)
      case .unknownSticker(let name): "The catalog has no sticker \(name.quoted)."
      default: nil
      }
    })
}
