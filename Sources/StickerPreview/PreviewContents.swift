package import Basics
package import ImageContainers
package import StickerLint
internal import Pixels
internal import StickerManifest
internal import StickerPacks
internal import StickerReports

/// What a preview shows: packs, images and rules, as the page's scripts read it.
package struct PreviewContents: Encodable, Sendable {
  private var packs: [Pack]
  /// Each image once, however many stickers show it.
  private var images: [PreviewImage]
  /// The rules of the findings by id.
  private var rules: [String: RuleText]

  /// The size of all images together, in bytes. In Base64, with 60 stickers and their findings, the page
  /// is below 15 MB.
  private static let imageBytes = 10_000_000
  /// How many times as large as a still an animation may be.
  private static let animationWeight = 4

  /// The number of stickers whose image cannot be shown.
  package var missingImages: Int {
    packs.reduce(0) { $0 + $1.stickers.count { $0.image == nil } }
  }

  /// Reads the images of linted packs again, and scales them so that the page can be mailed.
  ///
  /// - Parameters:
  ///   - configuration: the configuration that replaces those of the folders above the packs, if there is
  ///     one.
  ///   - jobs: the number of images to read at the same time.
  ///   - progress: called after each image with the number of finished images and the total.
  package init(
    of linted: [LintedPack], configuration: FilePath?, limits: DecodingLimits, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(CancellationError) {
    var seen: Set<String> = []
    let assets = linted.flatMap(\.facts.shownAssets).filter { asset in
      guard asset.image != nil, let hash = asset.contentHash else { return false }
      return seen.insert(hash).inserted
    }
    func weight(_ asset: AssetFacts) -> Int {
      asset.image?.isAnimated == true ? Self.animationWeight : 1
    }
    let share = Self.imageBytes / max(1, assets.reduce(0) { $0 + weight($1) })
    let work = assets.map { (asset: $0, ceiling: share * weight($0)) }
    let read = try await work.concurrentMap(jobs: jobs, progress: progress) { asset, ceiling in
      (hash: asset.contentHash, image: PreviewImage(of: asset, limits: limits, ceiling: ceiling))
    }
    var positions: [String: Int] = [:]
    images = []
    for case (let hash?, let image?) in read {
      positions[hash] = images.count
      images.append(image)
    }
    packs = linted.map { Pack($0, configuration, images: positions) }
    rules = Dictionary(
      packs.flatMap(\.findings).compactMap { Rule.named($0.rule) }.map { ($0.id, RuleText($0)) },
      uniquingKeysWith: { first, _ in first })
  }
}

// MARK: Packs

extension PreviewContents {
  /// A pack on the page.
  fileprivate struct Pack: Encodable {
    var name: String
    var path: String
    var gridSize: GridSize
    /// The configuration to which suppressions are added.
    var configuration: String
    var stickers: [Sticker]
    var findings: [FindingText]

    init(_ pack: LintedPack, _ configuration: FilePath?, images: [String: Int]) {
      let source = pack.facts.source
      let place = source.suppressionPlace(configuration)
      name = source.name.withoutControls
      path = source.displayPath
      gridSize = pack.facts.gridSize
      self.configuration = place.file.string.withoutControls
      stickers = pack.facts.shownAssets.map { asset in
        let cut = pack.separateFindings.first {
          $0.rule == "clipped-art" && $0.file == asset.source.displayPath
        }
        return Sticker(
          asset, in: source, image: asset.contentHash.flatMap { images[$0] },
          leastContact: cut.map { ($0.limit?.value ?? 0) / 100 })
      }
      findings = pack.findings.map {
        FindingText($0, globs: pack.places(of: $0).compactMap(place.glob))
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
    var emoji: [String]
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
    var cutEdges: [ArtExtent.Edge]

    /// - Parameter leastContact: the smallest contact with an edge that the rule reports, as a fraction of
    ///   the edge; nil if it reports none.
    init(_ asset: AssetFacts, in pack: PackSource, image index: Int?, leastContact: Double?) {
      let source = asset.source
      let path = source.location.displayPath
      file = source.displayPath
      let shown = path.parent.fileExtension == "sticker" ? path.parent : path
      name = (shown.relative(to: pack.location.displayPath) ?? shown).string.withoutControls
      label = source.writtenLabel?.withoutControls
      emoji = source.emoji.map(\.withoutControls)
      image = index
      let image = asset.image
      facts = [
        image?.format.name, image?.canvas.map { "\($0)" },
        image.flatMap { $0.isAnimated ? Text.count($0.frames.count, "frame") : nil },
        Text.bytes(asset.byteCount),
      ].compactMap(\.self).joined(separator: ", ")
      width = image?.canvas?.width
      height = image?.canvas?.height
      art = image?.artArea.map { [$0.x, $0.y, $0.width, $0.height] }
      let cuts = image?.frameCuts.joined().filter { $0.contact >= leastContact ?? .infinity } ?? []
      cutEdges = ArtExtent.Edge.allCases.filter { edge in cuts.contains { $0.edge == edge } }
      // The frame table of a file that exceeds a limit may have millions of rows.
      guard let image, image.isAnimated, index != nil else { return }
      frames = image.frames.map { Frame($0, of: image.format) }
      plays = image.container.loop?.numPlays
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

    init(_ entry: FrameEntry, of format: ImageFormat) {
      stored = entry.delayMilliseconds
      played = format.played(stored)
      area = [entry.x, entry.y, entry.width, entry.height]
    }
  }
}

extension PackFacts {
  /// The facts about everything that the drawer shows, in pack order.
  fileprivate var shownAssets: [AssetFacts] {
    let known = Dictionary(
      (assets + sequences.compactMap(\.assembled)).map { ($0.source.displayPath, $0) },
      uniquingKeysWith: { first, _ in first })
    return source.allStickers.map { known[$0.displayPath] ?? AssetFacts(source: $0) }
  }
}

// MARK: Findings

extension PreviewContents {
  /// What the page shows about a rule.
  fileprivate struct RuleText: Encodable {
    var rationale: String
    var source: String

    init(_ rule: Rule) { (rationale, source) = (rule.rationale, rule.source) }
  }

  /// A finding on the page.
  fileprivate struct FindingText: Encodable {
    /// Whether a finding counts.
    enum Status: String, Encodable { case open, suppressed, baseline }

    var rule: String
    var severity: Severity
    var file: String
    var related: [String]
    var message: String
    var regions: [FindingRegion]
    var fix: String
    var status: Status
    /// The reason of the suppression.
    var reason: String?
    /// The globs of an override that suppresses it; empty if none can.
    var globs: [String]

    init(_ finding: Finding, globs: [String]) {
      rule = finding.rule
      severity = finding.severity
      file = finding.file
      related = finding.related
      message = finding.wholeMessage.withoutControls
      regions = finding.regions
      fix = finding.fix
      status =
        finding.suppressionReason != nil ? .suppressed : finding.isInBaseline ? .baseline : .open
      reason = finding.suppressionReason?.withoutControls
      self.globs = globs
    }
  }
}

extension LintedPack {
  /// The files that a suppression of a finding names. Of a problem that most stickers share, these are
  /// the stickers.
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
