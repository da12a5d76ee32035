import Foundation
import ImageContainers
import StickerLint
import StickerReports
import Testing

@Suite("Places in text files, such as a catalog's JSON")
struct TextPlaceTests {
  /// A finding in line 3, column 5.
  let result: LintResult = {
    var result = Findings.result([("a.png", .place)])
    result.packs[0].findings[0].place = Place("stickers[2]", offset: 41, line: 3, column: 5)
    return result
  }()

  @Test("text has line and column")
  func text() {
    let report = TextReport(style: .plain).text(of: ReportContents(result))
    #expect(report.contains("(line 3, column 5)") && !report.contains("byte 41"))
  }

  @Test("SARIF's region has line and column instead of a byte, and the unit of columns")
  func sarif() throws {
    let run = try SARIFTests.run(result)
    #expect(run.results.map(\.place.region) == [["startLine": 3, "startColumn": 5]])
    let text = String(
      decoding: ReportContents(result, version: "1").bytes(as: .sarif), as: UTF8.self)
    #expect(text.contains(#""columnKind" : "unicodeCodePoints""#))
  }

  @Test("GitHub and GitLab have the line")
  func lines() throws {
    #expect(
      GitHubReport.text(of: ReportContents(result)).contains("file=Pack/a.png,line=3,col=5,title="))
    let gitlab = String(decoding: ReportContents(result).bytes(as: .gitlab), as: UTF8.self)
    #expect(gitlab.contains(#""begin" : 3"#))
  }

  @Test("JSON also has the path of the value")
  func json() throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(ReportContents(result).bytes(as: .json)))
        as? [String: Any])
    let finding = try #require((document["findings"] as? [[String: Any]])?.first)
    let place = try #require(finding["place"] as? NSDictionary)
    #expect(place == ["part": "stickers[2]", "offset": 41, "line": 3, "column": 5])
  }
}
