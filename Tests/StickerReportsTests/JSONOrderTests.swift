import Basics
import Foundation
import StickerLint
import StickerPacks
import StickerReports
import TestSupport
import Testing

/// Reports add their members one by one, so nothing but these tests sorts their keys.
@Suite("JSON of reports")
struct JSONOrderTests {
  /// Stickers with regions, places, suggestions for builds and shared findings, and a catalog.
  static let samples = [
    "Biscuit", "Broken/background-box.png", "Broken/apng-operation.png", "Broken/delay-clamped.png",
    "Broken/catalog-bad-value", "Broken/corrupt-file.png", "Broken/clipped-art.png",
  ]

  private func result() async throws -> LintResult {
    let paths = Self.samples.map {
      FilePath(Repository.root.appending(path: "SampleStickers/\($0)").path)
    }
    return try await Linter(jobs: 2).lint(PackDiscovery(at: paths).packs)
  }

  /// Expects that a report is what is written for its values with sorted keys.
  private func expectSorted(_ report: [UInt8], _ name: String) throws {
    let written = JSONStream.bytes(of: try RelaxedJSON(parsing: report, isRelaxed: false))
    let isSame = written == report
    #expect(isSame, "\(name)")
  }

  @Test("has sorted keys")
  func sorted() async throws {
    var result = try await result()
    result.packs[0].findings[0].suppressionReason = "a reason"
    for index in result.packs[1].findings.indices {
      result.packs[1].findings[index].isInBaseline = true
    }
    result.staleBaselineEntries = result.baseline().baseline.entries
    let contents = ReportContents(result)
    for format in [ReportFormat.json, .sarif, .gitlab] {
      try expectSorted(contents.bytes(as: format), format.rawValue)
    }
    try expectSorted(UploadReport.json(of: result), "upload")
    let files = result.packs.flatMap { $0.facts.assets }
    try expectSorted(InspectionReport.json(of: files), "inspection")
    try expectSorted(RuleReport.json(Rule.all), "rules")
    try expectSorted(LimitsReport.json(of: Destination.all), "limits")
    let verdicts = try Destination.named(
      "signal,whatsapp", for: result.packs.map { $0.facts.source }
    )
    .map { DestinationVerdict($0, result, by: Linter(jobs: 1)) }
    try expectSorted(DestinationReport.json(of: verdicts), "destinations")
  }

  @Test("in a page has sorted keys")
  func page() async throws {
    let result = try await result()
    let pictures = try await StickerPictures(
      of: result, LintPage.pictures(), limits: .init(), jobs: 2)
    var page = LintPage(ReportContents(result), pictures)
    page.verdicts = try Destination.named(
      "signal,whatsapp", for: result.packs.map { $0.facts.source }
    )
    .map { DestinationVerdict($0, result, by: Linter(jobs: 1)) }
    page.stamp = PageStamp(of: page, named: "page")
    let json = try String(LintPageTests.Page(page).json)
    #expect(json.contains("\"mask\"") && json.contains("\"frames\"") && json.contains("\"stamp\""))
    let values = try RelaxedJSON(parsing: Array(json.utf8), isRelaxed: false)
    let written = String(decoding: JSONStream.compactBytes(of: values), as: UTF8.self)
    let isSame = written.replacing("<", with: #"\u003c"#) == json
    #expect(isSame)
  }
}
