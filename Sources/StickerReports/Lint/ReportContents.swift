internal import Basics
internal import ImageContainers
package import StickerLint
package import StickerManifest
internal import StickerPacks

/// What a report says.
package struct ReportContents: Sendable {
  /// A pack in a report.
  package struct Pack: Sendable {
    /// The pack's path as reports name it.
    package var path: String
    package var name: String
    var kind: PackSource.Kind
    package var gridSize: GridSize
    package var stickers: [ImageSummary]
    package var findings: [Finding]
    /// The stickers' absolute paths by display path.
    var absolutePaths: [String: String]
    /// The pack with the facts about its files.
    package var linted: LintedPack

    /// A file's path relative to the pack; of an icon beside the pack, relative to their catalog.
    package func shortName(of file: String) -> String {
      guard file != path else { return file }
      let (file, pack) = (FilePath(file), FilePath(path))
      let besidePack = file.relative(to: pack.parent).flatMap {
        $0.parent.fileExtension.hasSuffix("iconset") ? $0 : nil
      }
      return (file.relative(to: pack) ?? besidePack ?? file).string
    }
  }

  /// The packs in the order in which they were found.
  package var packs: [Pack]
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
    packs = result.packs.map(Pack.init)
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

extension ReportContents.Pack {
  init(_ pack: LintedPack) {
    let source = pack.facts.source
    path = source.displayPath
    name = source.name
    kind = source.kind
    gridSize = pack.facts.gridSize
    stickers = pack.facts.assets.map(ImageSummary.init)
    findings = pack.findings
    linted = pack
    absolutePaths = Dictionary(
      source.stickers.map { ($0.displayPath, $0.path.string) },
      uniquingKeysWith: { first, _ in first })
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
    message + (related.isEmpty ? place.map { " (\($0.inWords))" } ?? "" : "")
  }

  /// The message with its place, and the names of all files that a finding about a folder concerns.
  package var wholeMessage: String {
    let names = filesInside
    return messageWithPlace + (names.isEmpty ? "" : " Files: \(names.joined(separator: ", ")).")
  }

  /// The related files inside the folder that the finding is about, relative to it. The message of a
  /// finding about a file names its related files.
  package var filesInside: [String] {
    related.compactMap { FilePath($0).relative(to: FilePath(file))?.string }
  }

  /// A finding for each sticker of a finding about their folder if each is fixed on its own, and
  /// otherwise this one.
  var perSticker: [Finding] {
    guard Rule.named(rule)?.isFixedPerSticker == true, !filesInside.isEmpty else { return [self] }
    return related.map { sticker in
      var finding = self
      finding.file = sticker
      finding.related = []
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
