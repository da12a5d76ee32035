internal import Basics
package import ImageContainers
package import StickerLint
internal import StickerManifest
internal import StickerPacks

/// A lint result as JSON. `stickerpack schema report` describes it.
package enum JSONReport {
  /// The version of the format. Incompatible changes get a new number.
  package static let schema = "stickerpack.report/1"

  /// The report. Ends in a newline.
  static func bytes(of contents: ReportContents) throws -> [UInt8] {
    try JSONStream.object { report in
      try report.add("findings", list: contents.findings.fingerprinted.lazy.map(FindingEntry.init))
      try report.add("packs", objects: contents.packs) { entry, pack in
        try entry.add("gridSize", pack.facts.gridSize)
        try entry.add("kind", pack.facts.source.kind)
        try entry.add("name", pack.name)
        try entry.add("path", pack.folder)
        try entry.add("stickers", list: pack.facts.assets.lazy.map(ImageSummary.init))
      }
      try report.add("schema", schema)
      try report.add("staleBaselineEntries", contents.staleBaselineEntries)
      try report.add("summary", SummaryEntry(contents))
      try report.add("tool", ToolEntry(version: contents.version))
    }
  }
}

/// The program in JSON.
struct ToolEntry: Encodable {
  var name = "stickerpack"
  var version: String
}

/// The numbers of a report in JSON.
struct SummaryEntry: Encodable {
  var packs: Int
  var stickers: Int
  var errors: Int
  var warnings: Int
  var infos: Int
  var suppressed: Int
  var baselined: Int
  var passed: Bool

  init(_ contents: ReportContents) {
    let findings = contents.findings
    packs = contents.packs.count
    stickers = contents.stickerCount
    errors = findings.count(of: .error)
    warnings = findings.count(of: .warning)
    infos = findings.count(of: .info)
    suppressed = findings.suppressedCount
    baselined = findings.baselinedCount
    passed = errors == 0
  }
}

/// A finding in JSON.
struct FindingEntry: Encodable {
  var rule: String
  var severity: Severity
  var file: String
  /// Omitted if empty.
  var related: [String]?
  var place: Place?
  /// Omitted if empty.
  var regions: [FindingRegion]?
  var message: String
  var measured: Quantity?
  var limit: Quantity?
  var fix: String
  /// Omitted if it has no automatic fix.
  var fixable: String?
  var suppressionReason: String?
  /// True or omitted.
  var baselined: Bool?
  var fingerprint: String

  init(_ finding: Finding, fingerprint: String) {
    rule = finding.rule
    severity = finding.severity
    file = finding.file
    related = finding.others.isEmpty ? nil : finding.related
    place = finding.place
    regions = finding.regions.isEmpty ? nil : finding.regions.reported
    message = finding.message
    measured = finding.measured
    limit = finding.limit
    fix = finding.fix
    fixable = finding.repair?.safety.rawValue
    suppressionReason = finding.suppressionReason
    baselined = finding.isInBaseline ? true : nil
    self.fingerprint = fingerprint
  }
}

/// A file in the JSON of a lint or an inspection.
package struct ImageSummary: Encodable, Sendable {
  package var file: String
  package var label: String?
  package var bytes: Int
  package var format: ImageFormat?
  package var width: Int?
  package var height: Int?
  package var animated: Bool?
  package var frameCount: Int?
  var durationMilliseconds: Double?
  var legibility: LegibilityEntry?

  struct LegibilityEntry: Encodable, Sendable {
    var mean: Int
    var worst: Int
    var worstBackdrop: String
  }

  /// Describes a file.
  package init(_ asset: AssetFacts) {
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
      durationMilliseconds = asset.image?.frames.reduce(0) { $0 + $1.delay.milliseconds }
    }
  }
}
