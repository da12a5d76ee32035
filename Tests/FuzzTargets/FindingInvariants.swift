import Basics
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import StickerReports

/// Invariants of findings and of the reports that show them.
enum FindingInvariants {
  static func check(
    _ bytes: [UInt8], _ limits: DecodingLimits, _ alpha: [AlphaStatistics], _ defects: [Defect]
  ) throws {
    let source = StickerSource(id: "love", at: Location("Pack/love", displayPath: "Pack/love"))
    let facts = AssetFacts(source: source, bytes: bytes, limits: limits)
    try invariant(
      facts.image?.defects == defects && facts.image?.frameAlpha == alpha,
      "decoding is deterministic")
    let pack = PackSource(
      kind: .folder, name: "Pack", at: Location("Pack", displayPath: "Pack"),
      stickers: [source])
    let linted = Linter(jobs: 1).check(
      PackFacts(source: pack, assets: [facts]))
    for finding in linted.findings {
      try check(finding, fileSize: bytes.count)
      if let image = facts.image { try check(finding.regions, in: image) }
    }
    for defect in defects {
      try invariant(
        linted.findings.contains {
          $0.message.dropFirst().dropLast() == defect.message.dropFirst()
        },
        "a rule reports every defect: \(defect.message)")
    }
    // Reports take longer than everything else, so only one input in eight gets them.
    if bytes.reduce(0, &+) % 8 == 0 { try checkReports(LintResult(packs: [linted]), facts) }
  }

  /// - Parameter fileSize: in bytes; nil where there is no such file.
  static func check(_ finding: Finding, fileSize: Int?) throws(InvariantViolation) {
    try invariant(
      finding.message.last == "." || finding.message.last == "?",
      "a finding has a sentence: \(finding.message)")
    try invariant(!finding.fix.isEmpty, "a finding has a fix: \(finding.message)")
    try invariant(Rule.named(finding.rule) != nil, "a finding names a rule")
    if let place = finding.place, let fileSize {
      try invariant((0...fileSize).contains(place.offset), "a finding is located inside its file")
      try invariant(
        place.line.map { $0 > 0 } != false && place.column.map { $0 > 0 } != false,
        "lines and columns count from 1")
    }
  }

  private static func check(
    _ regions: [FindingRegion], in image: ImageFacts
  ) throws(InvariantViolation) {
    for region in regions {
      let isInside =
        region.area.map { area in
          guard let canvas = image.canvas else { return false }
          let whole = PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
          return area.width > 0 && area.height > 0 && whole.intersection(area) == area
        } ?? true
      try invariant(isInside, "a region is inside the canvas: \(region)")
      try invariant(
        region.frame.map { image.isAnimated && (1...image.frames.count).contains($0) } != false,
        "a region is in a frame of the file: \(region)")
    }
  }

  private static func checkReports(_ result: LintResult, _ facts: AssetFacts) throws {
    let contents = ReportContents(result)
    let texts = [
      TextReport(style: .plain).text(of: contents), InspectionReport.text(of: facts, style: .plain),
      JUnitReport.text(of: contents), GitHubReport.text(of: contents),
    ]
    for text in texts { try check(text: text) }
    let numbers = contents.findings.flatMap { [$0.measured, $0.limit].compactMap { $0?.value } }
    try invariant(numbers.allSatisfy { $0.isFinite }, "JSON has all numbers of a finding")
    for report in [contents.bytes(as: .json), InspectionReport.json(of: [facts])] {
      try check(json: report)
    }
  }

  static func check(text: String) throws(InvariantViolation) {
    try invariant(
      text.unicodeScalars.allSatisfy { $0 == "\n" || !isControl($0) },
      "a report has no control characters")
  }

  static func check(json report: [UInt8]) throws(InvariantViolation) {
    try invariant(report.last == 0x0A, "a JSON report ends with a newline")
    try invariant(
      (try? RelaxedJSON(parsing: report, isRelaxed: false)) != nil, "a JSON report is valid JSON")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
