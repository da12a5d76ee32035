internal import ImageContainers
package import StickerLint
internal import StickerManifest
internal import Basics
internal import StickerPacks

/// A lint result as JSON. `report.schema.json` describes it.
package enum JSONReport {
  /// The version of the format. Incompatible changes get a new number.
  package static let schema = "stickerpack.report/1"

  /// The report. Ends in a newline.
  ///
  /// - Parameter version: the program's version, which the report of a shard contains.
  package static func bytes(of result: LintResult, version: String = "") throws -> [UInt8] {
    try CanonicalJSON.bytes(of: Document(result, version: version))
  }

  /// The report as it is written here and read by ``JoinedReport``.
  struct Document: Codable {
    var schema: String
    var summary: Summary
    var packs: [Pack]
    var findings: [FindingEntry]
    var staleBaselineEntries: [Baseline.Entry]?
    var shard: ShardEntry?

    init(_ result: LintResult, version: String) {
      self.init(
        packs: result.packs.map(Pack.init), findings: result.findings.map(FindingEntry.init),
        stickerCount: result.stickerCount)
      staleBaselineEntries = result.staleBaselineEntries
      shard = result.shard.map { ShardEntry($0, result.packs, version: version) }
    }

    init(packs: [Pack], findings: [FindingEntry], stickerCount: Int) {
      schema = JSONReport.schema
      self.packs = packs
      self.findings = findings
      summary = Summary(packs: packs.count, stickers: stickerCount, findings: findings)
    }
  }

  struct Summary: Codable {
    var packs: Int
    var stickers: Int
    var errors: Int
    var warnings: Int
    var infos: Int
    var suppressed: Int
    var baselined: Int
    var passed: Bool

    init(packs: Int, stickers: Int, findings: [FindingEntry]) {
      func count(_ severity: Severity) -> Int {
        findings.count { $0.severity == severity && $0.isOpen }
      }
      self.packs = packs
      self.stickers = stickers
      errors = count(.error)
      warnings = count(.warning)
      infos = count(.info)
      suppressed = findings.count { $0.suppressionReason != nil }
      baselined = findings.count { $0.baselined == true }
      passed = errors == 0
    }
  }

  struct Pack: Codable {
    var path: String
    var name: String
    var gridSize: GridSize
    var stickers: [ImageSummary]

    init(_ pack: LintedPack) {
      path = pack.facts.source.displayPath
      name = pack.facts.source.name
      gridSize = pack.facts.gridSize
      stickers = pack.facts.assets.map(ImageSummary.init)
    }
  }

  /// The place of a shard among all shards.
  struct ShardEntry: Codable {
    var index: Int
    var count: Int
    var version: String
    var tree: String
    var packCount: Int
    /// The index of each pack of this shard among all packs.
    var positions: [Int]
    /// The number of findings of each pack.
    var findings: [Int]

    init(_ shard: Shard, _ packs: [LintedPack], version: String) {
      index = shard.index
      count = shard.count
      self.version = version
      tree = shard.tree
      packCount = shard.packCount
      positions = shard.positions
      findings = packs.map(\.findings.count)
    }
  }
}

/// A finding in JSON.
struct FindingEntry: Codable {
  var rule: String
  var severity: Severity
  var file: String
  var place: Place?
  var message: String
  var measured: Quantity?
  var limit: Quantity?
  var fix: String
  var suppressionReason: String?
  /// True or omitted.
  var baselined: Bool?

  init(_ finding: Finding) {
    rule = finding.rule
    severity = finding.severity
    file = finding.file
    place = finding.place
    message = finding.message
    measured = finding.measured
    limit = finding.limit
    fix = finding.fix
    suppressionReason = finding.suppressionReason
    baselined = finding.isInBaseline ? true : nil
  }

  /// Whether the finding is neither suppressed nor baselined.
  var isOpen: Bool { suppressionReason == nil && baselined != true }
}

/// A file in the JSON of a lint or an inspection.
struct ImageSummary: Codable {
  var file: String
  var label: String?
  var bytes: Int
  var format: ImageFormat?
  var width: Int?
  var height: Int?
  var animated: Bool?
  var frameCount: Int?
  var durationMilliseconds: Double?
  var legibility: LegibilityEntry?

  struct LegibilityEntry: Codable {
    var mean: Int
    var worst: Int
    var worstBackdrop: String
  }

  init(_ asset: AssetFacts) {
    file = asset.source.displayPath
    label = asset.source.label
    bytes = asset.byteCount
    format = asset.image?.format
    width = asset.image?.canvas?.width
    height = asset.image?.canvas?.height
    animated = asset.image?.isAnimated
    frameCount = asset.image?.frames.count
    legibility = asset.image?.legibility.map {
      LegibilityEntry(mean: $0.mean, worst: $0.worst, worstBackdrop: $0.worstBackdrop)
    }
    if asset.image?.isAnimated == true {
      durationMilliseconds = asset.image?.frames.reduce(0) { $0 + $1.delayMilliseconds }
    }
  }
}
