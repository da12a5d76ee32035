internal import Basics
internal import ImageContainers
internal import Pixels
package import StickerLint
internal import StickerManifest
package import StickerPacks
internal import StickerReports

/// What a page shows: packs, images and rules, as its scripts read it.
struct PageContents: Encodable {
  private var view: LintPage.View
  private var stamp: PageStamp?
  private var packs: [Pack]
  /// Each image once, however many stickers show it.
  private var images: [PageImage]
  /// The rules of the findings by id.
  private var rules: [String: RuleText]

  init(_ page: LintPage) {
    let contents = page.contents
    view = page.view
    stamp = page.stamp
    var positions: [String: Int] = [:]
    images = []
    for hash in contents.packs.flatMap(\.linted.facts.shownStickers)
      .compactMap(\.facts.contentHash) where positions[hash] == nil
    {
      guard let image = page.images[hash] else { continue }
      positions[hash] = images.count
      images.append(image)
    }
    packs = contents.packs.map {
      Pack($0, page.configuration, images: positions, masks: page.masks)
    }
    rules = Dictionary(
      contents.findings.compactMap { Rule.named($0.rule) }.map { ($0.id, RuleText($0)) },
      uniquingKeysWith: { first, _ in first })
  }
}

// MARK: Packs

extension PageContents {
  /// A pack on the page.
  fileprivate struct Pack: Encodable {
    var name: String
    var path: String
    var gridSize: GridSize
    /// The configuration to which suppressions are added.
    var configuration: String
    var stickers: [Sticker]
    var findings: [FindingText]

    init(
      _ pack: ReportContents.Pack, _ configuration: FilePath?, images: [String: Int],
      masks: FindingMasks
    ) {
      name = pack.name.withoutControls
      path = pack.path
      gridSize = pack.gridSize
      let linted = pack.linted
      let place = linted.facts.source.suppressionPlace(configuration)
      self.configuration = place.file.string.withoutControls
      stickers = linted.facts.shownStickers.map { source, facts in
        let cut = linted.separateFindings.first {
          $0.rule == "clipped-art" && $0.file == source.displayPath
        }
        var sticker = Sticker(
          source, facts, of: pack, image: facts.contentHash.flatMap { images[$0] },
          leastContact: cut.map { ($0.limit?.value ?? 0) / 100 })
        if sticker.image != nil {
          sticker.regions = linted.regions(of: source.displayPath).mapValues {
            masks.adding(to: $0, of: source.displayPath)
          }
        }
        return sticker
      }
      findings = pack.findings.map {
        FindingText($0, of: pack, globs: linted.places(of: $0).compactMap(place.glob))
      }
    }
  }

  /// A sticker on the page. Lengths are pixels of the art.
  fileprivate struct Sticker: Encodable {
    /// The path by which findings name it.
    var file: String
    /// The path relative to the pack; in a catalog, that of the sticker's folder.
    var name: String
    var label: String?
    var emoji: [String] = []
    /// Format, size and number of frames in words.
    var facts: String
    var width: Int?
    var height: Int?
    /// The index of its image; nil if it cannot be shown.
    var image: Int?
    /// The frames of an animation.
    var frames: [Frame]?
    /// How often the animation plays; 0 is forever.
    var plays: Int?
    /// The bounds of the visible pixels of all frames: x, y, width, height.
    var art: [Int]?
    /// The edges that cut the art off, if a rule reports it.
    var cutEdges: [ArtExtent.Edge] = []
    /// Where on the art its findings are, by rule.
    var regions: [String: [FindingRegion]] = [:]

    /// A sticker of which only a report is known.
    init(_ summary: ImageSummary, name: String) {
      file = summary.file
      self.name = name.withoutControls
      label = summary.label?.withoutControls
      let canvas = summary.width.flatMap { width in
        summary.height.map { "\(CanvasSize(width: width, height: $0))" }
      }
      let frames = summary.animated == true ? summary.frameCount : nil
      facts = [
        summary.format?.name, canvas, frames.map { Text.count($0, "frame") },
        Text.bytes(summary.bytes),
      ].compactMap(\.self).joined(separator: ", ")
      width = summary.width
      height = summary.height
    }

    /// - Parameter leastContact: the smallest contact with an edge that the rule reports, as a fraction of
    ///   the edge; nil if it reports none.
    init(
      _ source: StickerSource, _ asset: AssetFacts, of pack: ReportContents.Pack,
      image index: Int?, leastContact: Double?
    ) {
      let path = FilePath(source.displayPath)
      let shown = path.parent.fileExtension == "sticker" ? path.parent : path
      self.init(ImageSummary(asset), name: pack.shortName(of: shown.string))
      file = source.displayPath
      label = source.writtenLabel?.withoutControls
      emoji = source.emoji.map(\.withoutControls)
      image = index
      let image = asset.image
      art = image?.artArea.map { [$0.x, $0.y, $0.width, $0.height] }
      let cuts = image?.frameCuts.joined().filter { $0.contact >= leastContact ?? .infinity } ?? []
      cutEdges = ArtExtent.Edge.allCases.filter { edge in cuts.contains { $0.edge == edge } }
      // The frame table of a file that exceeds a limit may have millions of rows.
      guard let image, image.isAnimated, index != nil else { return }
      let profile = pack.linted.facts.profile
      frames = image.frames.map { Frame($0, of: image.format, profile) }
      plays = image.container.loop?.plays
    }
  }

  /// A row of the frame table.
  fileprivate struct Frame: Encodable {
    /// The delay in the file, in milliseconds.
    var stored: Double
    /// The delay that iOS applies, in milliseconds.
    var played: Double
    /// The area that the frame changes, in pixels: x, y, width, height.
    var area: [Int]

    init(_ entry: FrameEntry, of format: ImageFormat, _ profile: PlatformProfile) {
      stored = entry.delay.milliseconds
      played = profile.played(stored, in: format)
      area = [entry.x, entry.y, entry.width, entry.height]
    }
  }
}

extension PackFacts {
  /// Everything that the drawer shows, in pack order, with the facts about its image: the first frame
  /// of a sequence that was not assembled.
  package var shownStickers: [(source: StickerSource, facts: AssetFacts)] {
    let known = Dictionary(
      assets.map { ($0.source.displayPath, $0) }
        + sequences.compactMap { sequence in
          (sequence.assembled ?? sequence.files.first).map {
            (sequence.source.sticker.displayPath, $0)
          }
        },
      uniquingKeysWith: { first, _ in first })
    return source.allStickers.map { ($0, known[$0.displayPath] ?? AssetFacts(source: $0)) }
  }
}

// MARK: Findings

extension PageContents {
  /// What the page shows about a rule.
  fileprivate struct RuleText: Encodable {
    var title: String
    var rationale: String
    var source: String

    init(_ rule: Rule) { (title, rationale, source) = (rule.title, rule.rationale, rule.source) }
  }

  /// A finding on the page.
  fileprivate struct FindingText: Encodable {
    /// Whether a finding counts.
    enum Status: String, Encodable { case open, suppressed, baseline }

    var rule: String
    var severity: Severity
    var file: String
    /// The file relative to the pack.
    var name: String
    var related: [String]
    var message: String
    /// The names of all files that a finding about a folder concerns.
    var files: [String]
    var fix: String
    var status: Status
    /// The reason of the suppression.
    var reason: String?
    /// The globs of an override that suppresses it; empty if none can.
    var globs: [String]

    init(_ finding: Finding, of pack: ReportContents.Pack, globs: [String]) {
      rule = finding.rule
      severity = finding.severity
      file = finding.file
      name = pack.shortName(of: finding.file).withoutControls
      related = finding.related
      message = finding.messageWithPlace.withoutControls
      files = finding.filesInside.map(\.withoutControls)
      fix = finding.fix
      status =
        finding.suppressionReason != nil ? .suppressed : finding.isInBaseline ? .baseline : .open
      reason = finding.suppressionReason?.withoutControls
      self.globs = globs
    }
  }
}

extension LintedPack {
  /// The regions of the findings in a file, by rule. A problem that most stickers share is one finding about
  /// the pack, but it has regions in each of them.
  fileprivate func regions(of file: String) -> [String: [FindingRegion]] {
    let found = separateFindings.filter { $0.file == file && !$0.regions.isEmpty }
    return Dictionary(grouping: found, by: \.rule).mapValues { $0.flatMap(\.regions) }
  }

  /// The files that a suppression of a finding names: the stickers, if most of them share the
  /// problem.
  fileprivate func places(of finding: Finding) -> [String] {
    let isOwn = separateFindings.contains { $0.rule == finding.rule && $0.file == finding.file }
    return isOwn ? [finding.file] : finding.related
  }
}

/// The configuration to which suppressions are added, as reports name it.
struct SuppressionPlace {
  var file: FilePath
  /// The folder that its globs are relative to.
  var folder: FilePath

  /// Returns the glob that matches only a file, which reports name `path`; nil for one outside of the
  /// folder. The folder's own findings need one that matches everything.
  func glob(for path: String) -> String? {
    guard let inside = FilePath(path).relative(to: folder), inside.isUTF8 else { return nil }
    if inside == .currentFolder { return "*" }
    // A slash at the start: without one, a name matches at any depth.
    return inside.string.reduce(into: "/") { glob, character in
      if #"\*?[]{}"#.contains(character) { glob += #"\"# }
      glob.append(character)
    }
  }
}

extension PackSource {
  /// The nearest configuration of a pack, or a new one in its folder or beside its catalog.
  fileprivate func suppressionPlace(_ named: FilePath?) -> SuppressionPlace {
    if let named { return SuppressionPlace(file: named, folder: .currentFolder) }
    var folder = location.displayPath
    while folder.isCatalog { folder = folder.parent }
    let nearest = configurations.map(\.location.displayPath).last { folder.isInside($0.parent) }
    let file = nearest ?? folder.appending(PackConfiguration.fileName)
    return SuppressionPlace(file: file, folder: file.parent)
  }
}
