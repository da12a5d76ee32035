internal import Basics
internal import ImageContainers
internal import Pixels
internal import StickerFit
package import StickerLint
internal import StickerManifest
package import StickerPacks

/// The content of a page: packs, images and rules, as its scripts read it.
struct PageContents: JSONObject {
  private var view: LintPage.View
  private var stamp: PageStamp?
  private var packs: [Pack]
  /// Each image once, however many stickers show it.
  private var images: [PageImage]
  /// The rules of the findings, sorted by id.
  private var rules: [Rule]
  /// Other destinations, in the order of columns.
  private var destinations: [Destination]
  /// The texts of their verdicts, each once.
  private var texts: [String]

  init(_ page: LintPage) {
    let contents = page.contents
    view = page.view
    stamp = page.stamp
    var positions: [String: Int] = [:]
    images = []
    let shown = contents.packs.flatMap { $0.facts.shownStickers }
    for hash in shown.compactMap({ $0.facts.contentHash }) where positions[hash] == nil {
      guard let image = page.pictures?.images[hash] else { continue }
      positions[hash] = images.count
      images.append(image)
    }
    packs = contents.packs.map {
      Pack($0, page.configuration, images: positions, masks: page.pictures?.masks ?? [:])
    }
    destinations = page.verdicts.map { $0.destination }
    var index = TextIndex()
    if !destinations.isEmpty {
      for pack in packs.indices {
        packs[pack].add(DestinationMatrix(page.verdicts, pack: pack), &index)
      }
    }
    texts = index.texts
    rules = Set(contents.findings.map { $0.rule }).sorted().compactMap(Rule.named)
  }

  func addMembers(to json: inout JSONStream) {
    json.add("destinations", objects: destinations) { json, destination in
      json.add("icons", objects: destination.icons) {
        $0.add("canvas", [$1.canvas.width, $1.canvas.height])
        $0.add("name", $1.name)
      }
      json.add("id", destination.id)
      json.add("name", destination.name)
      if let shown = destination.shown {
        json.add("shown") {
          $0.add("crop", shown.crop)
          $0.add("side", shown.side)
        }
      }
    }
    json.add("images", images)
    json.add("packs", packs)
    json.add("rules") { json in
      for rule in rules {
        json.add(rule.id) {
          $0.add("rationale", rule.rationale)
          $0.add("source", rule.source)
          $0.add("title", rule.title)
        }
      }
    }
    json.add("stamp", stamp)
    json.add("texts", texts)
    json.add("view", view)
  }
}

// MARK: Packs

extension PageContents {
  /// A pack on the page.
  fileprivate struct Pack: JSONObject {
    var name: String
    var path: String
    /// The path as a word of a shell.
    var word: String
    var gridSize: GridSize
    /// The configuration to which suppressions are added.
    var configuration: String
    var stickers: [Sticker]
    var findings: [FindingText]
    /// The verdicts of destinations on the pack.
    var destinations: [Column] = []

    init(
      _ pack: LintedPack, _ configuration: FilePath?, images: [String: Int],
      masks: FindingMasks
    ) {
      name = pack.name.withoutControls
      path = pack.folder
      word = pack.folder.shellWord.withoutControls
      let facts = pack.facts
      gridSize = facts.gridSize
      let place = facts.source.suppressionPlace(configuration)
      self.configuration = place.file.string.withoutControls
      // A problem that most stickers share is one finding about the pack, but it is found in each of them.
      let found = Dictionary(grouping: pack.separateFindings) { $0.subject }
      var positions: [FileID: Int] = [:]
      stickers = []
      for (source, facts) in facts.shownStickers {
        let id = FileID(source)
        if positions[id] == nil { positions[id] = stickers.count }
        stickers.append(
          Sticker(
            source, facts, of: pack, image: facts.contentHash.flatMap { images[$0] },
            found[id] ?? [], masks))
      }
      findings = pack.findings.map { finding in
        // The files that a suppression names: the stickers, if most of them share the problem.
        let isOwn = found[finding.subject]?.contains { $0.rule == finding.rule } ?? false
        let files = isOwn ? [finding.subject] : finding.others
        return FindingText(
          finding, of: pack, sticker: positions[finding.subject],
          related: finding.others.compactMap { positions[$0] },
          globs: files.compactMap { place.glob(for: $0.path) })
      }
    }

    func addMembers(to json: inout JSONStream) {
      json.add("configuration", configuration)
      json.add("destinations", objects: destinations) {
        $0.add("reasons", $1.reasons)
        $0.add("state", $1.state)
        $0.add("summary", $1.summary)
      }
      json.add("findings", findings)
      json.add("gridSize", gridSize)
      json.add("name", name)
      json.add("path", path)
      json.add("stickers", stickers)
      json.add("word", word)
    }
  }

  /// A destination's verdict on a pack.
  fileprivate struct Column {
    var state: DestinationVerdict.State
    var summary: String
    /// The reasons, as indices of texts.
    var reasons: [Int]
  }

  /// A destination's verdict on a sticker.
  fileprivate struct Cell {
    var state: DestinationVerdict.State
    /// The changes of a build, or else the problem in a word or two, as an index of texts; empty if there is neither.
    var text: Int
    /// The findings, as indices of texts.
    var reasons: [Int]
    /// The canvas after a build, or as it is, in pixels.
    var canvas: [Int]?
    /// The size of the art in its center.
    var art: [Int]?
    /// Whether a build changes it.
    var isChanged: Bool
  }

  /// A sticker on the page. Lengths are pixels of the art.
  fileprivate struct Sticker: JSONObject {
    /// The path as the page's address has it.
    var file: String
    /// The path relative to the pack, without the folder that a catalog has for each sticker.
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
    /// The number of times the animation plays; 0 is forever.
    var plays: Int?
    /// The bounds of the visible pixels of all frames: x, y, width, height.
    var art: [Int]?
    /// The edges that cut the art off, if a finding is about them.
    var cutEdges: [ArtExtent.Edge]
    /// The regions of the art that its findings are about, by rule.
    var regions: [String: [FindingRegion]] = [:]
    /// The verdicts of destinations on it.
    var destinations: [Cell] = []

    /// - Parameter findings: those about the sticker, before any are joined.
    init(
      _ source: StickerSource, _ asset: AssetFacts, of pack: LintedPack,
      image index: Int?, _ findings: [Finding], _ masks: FindingMasks
    ) {
      file = source.displayPath
      name = pack.shortName(of: source.shownPath.pathOnPage).withoutControls
      label = source.writtenLabel?.withoutControls
      emoji = source.emoji.map { $0.withoutControls }
      let image = asset.image
      let frameCount = image.flatMap { $0.isAnimated ? $0.frames.count : nil }
      facts = [
        image?.format.name, image?.canvas?.description,
        frameCount.map { Text.count($0, "frame") }, Text.bytes(asset.byteCount),
      ].compactMap { $0 }.joined(separator: ", ")
      (width, height) = (image?.canvas?.width, image?.canvas?.height)
      self.image = index
      art = image?.artArea.map { [$0.x, $0.y, $0.width, $0.height] }
      cutEdges = ArtExtent.Edge.allCases.filter(Set(findings.flatMap { $0.edges }).contains)
      guard let image, index != nil else { return }
      regions = Dictionary(grouping: findings.filter { !$0.regions.isEmpty }) { $0.rule }
        .mapValues { masks.adding(to: $0.flatMap { $0.regions }, of: FileID(source)) }
      // The frame table of a file that exceeds a limit may have millions of rows.
      guard image.isAnimated else { return }
      let destination = pack.facts.destination
      frames = image.frames.map { Frame($0, of: image.format, destination) }
      plays = image.container.loop?.plays
    }

    func addMembers(to json: inout JSONStream) {
      json.add("art", art)
      json.add("cutEdges", cutEdges.map { $0.rawValue })
      json.add("destinations", objects: destinations) {
        $0.add("art", $1.art)
        $0.add("canvas", $1.canvas)
        $0.add("isChanged", $1.isChanged)
        $0.add("reasons", $1.reasons)
        $0.add("state", $1.state)
        $0.add("text", $1.text)
      }
      json.add("emoji", emoji)
      json.add("facts", facts)
      json.add("file", file)
      json.add("frames", objects: frames) {
        $0.add("area", $1.area)
        $0.add("played", $1.played)
        $0.add("stored", $1.stored)
      }
      json.add("height", height)
      json.add("image", image)
      json.add("label", label)
      json.add("name", name)
      json.add("plays", plays)
      json.add("regions", regions)
      json.add("width", width)
    }
  }

  /// A row of the frame table.
  fileprivate struct Frame {
    /// The delay in the file, in milliseconds.
    var stored: Double
    /// The delay that iOS applies, in milliseconds.
    var played: Double
    /// The area that the frame changes, in pixels: x, y, width, height.
    var area: [Int]

    init(_ entry: FrameEntry, of format: ImageFormat, _ destination: Destination) {
      stored = entry.delay.milliseconds
      played = destination.played(stored, in: format)
      area = [entry.x, entry.y, entry.width, entry.height]
    }
  }
}

extension PackFacts {
  /// Everything that the drawer shows, in pack order, with the facts about its image: the first frame
  /// of a sequence that was not assembled.
  package var shownStickers: [(source: StickerSource, facts: AssetFacts)] {
    // From the last to the first, so the positions stay valid.
    sequences.reversed().reduce(into: assets.map { ($0.source, $0) }) { all, sequence in
      let sticker = sequence.source.sticker
      let image = sequence.assembled ?? sequence.files.first ?? AssetFacts(source: sticker)
      all.insert((sticker, image), at: min(sequence.source.position, assets.count))
    }
  }
}

// MARK: Destinations

extension PageContents {
  /// Texts and their indices. Most stickers of a pack have the same problems.
  fileprivate struct TextIndex {
    private(set) var texts: [String] = []
    private var positions: [String: Int] = [:]

    mutating func index(of text: String) -> Int {
      if let known = positions[text] { return known }
      positions[text] = texts.count
      texts.append(text)
      return texts.count - 1
    }
  }
}

extension PageContents.Pack {
  fileprivate mutating func add(
    _ matrix: DestinationMatrix, _ texts: inout PageContents.TextIndex
  ) {
    for column in matrix.columns {
      destinations.append(
        PageContents.Column(
          state: column.state, summary: column.summary,
          reasons: column.reasons.map { texts.index(of: "\($0.text) \($0.finding.fix)") }))
      for (index, cell) in zip(stickers.indices, column.cells) {
        let size = stickers[index].width.flatMap { width in
          stickers[index].height.map { [width, $0] }
        }
        stickers[index].destinations.append(
          PageContents.Cell(
            state: cell.state,
            text: texts.index(of: cell.change ?? cell.reason ?? ""),
            reasons: cell.findings.map { texts.index(of: "\($0.message) \($0.fix)") },
            canvas: cell.plan.map { [$0.canvas.width, $0.canvas.height] } ?? size,
            art: cell.plan.map { [$0.art.width, $0.art.height] } ?? size,
            isChanged: cell.change != nil))
      }
    }
  }
}

// MARK: Findings

extension PageContents {
  /// A finding on the page.
  fileprivate struct FindingText: JSONObject {
    /// Whether a finding counts.
    enum Status: String { case open, suppressed, baseline }

    var rule: String
    var severity: Severity
    /// The path, for an approval that the browser remembers.
    var file: String
    /// The file relative to the pack.
    var name: String
    /// The index of the sticker that it is about; nil if it is about something else.
    var sticker: Int?
    /// The indices of the other stickers that it concerns.
    var related: [Int]
    var message: String
    /// The names of all files that a finding about a folder concerns.
    var files: [String]
    var fix: String
    var status: Status
    /// The reason of the suppression.
    var reason: String?
    /// The globs of an override that suppresses it; empty if none can.
    var globs: [String]

    init(
      _ finding: Finding, of pack: LintedPack, sticker: Int?, related: [Int],
      globs: [String]
    ) {
      rule = finding.rule
      severity = finding.severity
      file = finding.file
      name = pack.shortName(of: finding.subject.path).withoutControls
      (self.sticker, self.related) = (sticker, related)
      message = finding.messageWithPlace.withoutControls
      files = finding.filesInside.map { $0.withoutControls }
      fix = finding.fix
      status =
        finding.suppressionReason != nil ? .suppressed : finding.isInBaseline ? .baseline : .open
      reason = finding.suppressionReason?.withoutControls
      self.globs = globs
    }

    func addMembers(to json: inout JSONStream) {
      json.add("file", file)
      json.add("files", files)
      json.add("fix", fix)
      json.add("globs", globs)
      json.add("message", message)
      json.add("name", name)
      json.add("reason", reason)
      json.add("related", related)
      json.add("rule", rule)
      json.add("severity", severity)
      json.add("status", status)
      json.add("sticker", sticker)
    }
  }
}

/// The configuration to which suppressions are added, as reports name it.
struct SuppressionPlace {
  var file: FilePath
  /// The folder that its globs are relative to.
  var folder: FilePath

  /// Returns the glob that matches only a file, whose display path is given; nil for one outside of the
  /// folder. The folder's own findings need one that matches everything.
  func glob(for path: FilePath) -> String? {
    guard let inside = path.relative(to: folder), inside.isUTF8 else { return nil }
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
    let nearest = configurations.files.map { $0.location.displayPath }.last {
      folder.isInside($0.parent)
    }
    let file = nearest ?? folder.appending(PackConfiguration.fileName)
    return SuppressionPlace(file: file, folder: file.parent)
  }
}
