package import Basics
internal import ImageContainers
package import StickerLint
internal import StickerPacks

/// The contents of a report.
package struct ReportContents: Sendable {
  /// The packs in the order in which they were found.
  package var packs: [LintedPack]
  /// The number of stickers, including sequences.
  let stickerCount: Int
  /// The version of the program that linted.
  let version: String
  /// The project's address, for links to rules; nil if it has none yet.
  let address: String?
  var staleBaselineEntries: [Baseline.Entry]?

  /// All findings, pack by pack.
  package var findings: [Finding] { packs.flatMap { $0.findings } }
  /// Whether there are open errors.
  package var hasErrors: Bool { findings.count(of: .error) > 0 }

  /// The contents of a result's reports.
  ///
  /// - Parameters:
  ///   - version: the program's version.
  ///   - address: the project's address.
  package init(
    _ result: LintResult, version: String = stickerpackVersion, address: String? = projectAddress
  ) {
    packs = result.packs
    stickerCount = result.stickerCount
    self.version = version
    self.address = address
    staleBaselineEntries = result.staleBaselineEntries
  }

  /// Returns these contents without findings below a severity.
  package func limited(to least: Severity) -> ReportContents {
    var contents = self
    for index in packs.indices { contents.packs[index].findings.removeAll { $0.severity < least } }
    return contents
  }
}

extension LintedPack {
  /// A file's path relative to the pack; of an icon or a set of icons beside the pack, relative to their catalog.
  package func shortName(of file: FilePath) -> String {
    guard file != path else { return folder }
    let besidePack = file.relative(to: path.parent).flatMap { icon in
      [icon, icon.parent].contains { $0.fileExtension.hasSuffix("iconset") } ? icon : nil
    }
    return (file.relative(to: path)?.withoutStickerFolder ?? besidePack ?? file).string
  }
}

extension Severity {
  /// A number of findings: `2 errors`, `1 warning`, `3 info`.
  package func phrase(for count: Int) -> String {
    self == .info ? "\(Text.number(count)) info" : Text.count(count, rawValue)
  }
}

extension Finding {
  /// The message with the place in the file, unless the finding concerns several files.
  package var messageWithPlace: String {
    message + (others.isEmpty ? place.map { " (\($0.inWords))" } ?? "" : "")
  }

  /// The message with its place, and the names of all files that a finding about a folder concerns.
  package var wholeMessage: String {
    let names = filesInside
    return messageWithPlace + (names.isEmpty ? "" : " Files: \(names.joined(separator: ", ")).")
  }

  /// The related files inside the folder that the finding is about, relative to it and without the folder that
  /// a catalog has for each sticker. The message of a finding about a file names its related files.
  package var filesInside: [String] {
    others.compactMap { $0.path.relative(to: subject.path)?.withoutStickerFolder.string }
  }
}

extension LintedPack {
  /// The findings, those about the pack that are fixed in each sticker on its own as one for each sticker:
  /// with what the rule says about this sticker, or else the rule's title.
  var findingsPerSticker: [Finding] {
    let own = Dictionary(
      firstOf: separateFindings.map { (StickerRule(rule: $0.rule, file: $0.subject), $0) })
    return findings.flatMap { finding -> [Finding] in
      guard let rule = Rule.named(finding.rule), rule.isFixedPerSticker,
        !finding.filesInside.isEmpty
      else { return [finding] }
      return finding.others.map { sticker in
        let single = own[StickerRule(rule: rule.id, file: sticker)]
        var part = finding
        part.subject = sticker
        part.others = []
        part.message = single?.message ?? rule.title + "."
        if let single { (part.place, part.regions) = (single.place, single.regions) }
        return part
      }
    }
  }

  private struct StickerRule: Hashable {
    var rule: String
    var file: FileID
  }
}

extension Place {
  /// The place in messages: `line 3, column 5` of a text, `IDAT, byte 41` of an image.
  var inWords: String {
    if let line, let column { "line \(line), column \(column)" } else { "\(part), byte \(offset)" }
  }
}
