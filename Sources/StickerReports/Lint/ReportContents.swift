package import Basics
internal import ImageContainers
package import StickerLint
internal import StickerPacks

/// What a report says.
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
  package var findings: [Finding] { packs.flatMap(\.findings) }
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

  /// Returns these contents with the masks of findings' regions.
  package func with(_ masks: FindingMasks) -> ReportContents {
    var contents = self
    for index in packs.indices {
      contents.packs[index].findings = packs[index].findings.map { $0.with(masks) }
    }
    return contents
  }

  /// Returns these contents without findings below a severity.
  package func limited(to least: Severity) -> ReportContents {
    var contents = self
    for index in packs.indices { contents.packs[index].findings.removeAll { $0.severity < least } }
    return contents
  }
}

extension LintedPack {
  /// A file's path relative to the pack; of an icon beside the pack, relative to their catalog.
  package func shortName(of file: FilePath) -> String {
    guard file != path else { return folder }
    let besidePack = file.relative(to: path.parent).flatMap {
      $0.parent.fileExtension.hasSuffix("iconset") ? $0 : nil
    }
    return (file.relative(to: path) ?? besidePack ?? file).string
  }
}

extension Severity {
  /// A number of findings: `2 errors`, `1 warning`, `3 info`.
  func phrase(for count: Int) -> String {
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

  /// The related files inside the folder that the finding is about, relative to it. The message of a
  /// finding about a file names its related files.
  package var filesInside: [String] {
    others.compactMap { $0.path.relative(to: subject.path)?.string }
  }

  /// A finding for each sticker of a finding about their folder if each is fixed on its own, and
  /// otherwise this one.
  var perSticker: [Finding] {
    guard Rule.named(rule)?.isFixedPerSticker == true, !filesInside.isEmpty else { return [self] }
    return others.map { sticker in
      var finding = self
      finding.subject = sticker
      finding.others = []
      return finding
    }
  }
}

extension Place {
  /// The place in messages: `line 3, column 5` of a text, `IDAT, byte 41` of an image.
  var inWords: String {
    if let line, let column { "line \(line), column \(column)" } else { "\(part), byte \(offset)" }
  }
}
