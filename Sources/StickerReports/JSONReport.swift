internal import ImageContainers
public import StickerLint
internal import StickerManifest
internal import StickerModel

/// A lint result for programs. `report.schema.json` beside this file describes it.
public enum JSONReport {
  /// The version of the format. A change that breaks a reader gets a new number.
  public static let schema = "stickerpack.report/1"

  /// The whole report, with a newline at its end.
  public static func bytes(of result: LintResult) throws -> [UInt8] {
    try CanonicalJSON.bytes(
      of: Document(
        schema: schema, summary: Summary(result), packs: result.packs.map(Pack.init),
        findings: result.findings.map(FindingEntry.init),
        goneFromBaseline: result.goneFromBaseline))
  }

  private struct Document: Encodable {
    var schema: String
    var summary: Summary
    var packs: [Pack]
    var findings: [FindingEntry]
    var goneFromBaseline: [Baseline.Entry]?
  }

  private struct Summary: Encodable {
    var packs: Int
    var stickers: Int
    var errors: Int
    var warnings: Int
    var infos: Int
    var allowed: Int
    var baselined: Int
    var passed: Bool

    init(_ result: LintResult) {
      packs = result.packs.count
      stickers = result.stickerCount
      errors = result.count(of: .error)
      warnings = result.count(of: .warning)
      infos = result.count(of: .info)
      allowed = result.allowedCount
      baselined = result.baselinedCount
      passed = !result.hasErrors
    }
  }

  private struct Pack: Encodable {
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
}

/// A finding as the JSON reports write it.
struct FindingEntry: Encodable {
  var rule: String
  var severity: Severity
  var file: String
  var place: Place?
  var message: String
  var measured: Quantity?
  var limit: Quantity?
  var fix: String
  var allowedBecause: String?
  /// True or left out.
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
    allowedBecause = finding.allowedBecause
    baselined = finding.isInBaseline ? true : nil
  }
}

/// What both JSON reports say about one file.
struct ImageSummary: Encodable {
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

  struct LegibilityEntry: Encodable {
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
