import Foundation
import TestSupport
import Testing

/// `Tests/Measurements/Conformance.md` is generated from a run.
@Suite(
  "Conformance table",
  .enabled(if: Suites.areComplete, "the table needs all suites, and one of them is missing"))
struct ConformanceTableTests {
  static let page = Repository.root.appending(path: "Tests/Measurements/Conformance.md")
  static let isRecording = ProcessInfo.processInfo.environment["STICKERPACK_RECORD"] != nil

  static let suites = [
    PNGSuiteTests.valid, PNGSuiteTests.invalid, PNGSuiteTests.apple, APNGSuiteTests.suite,
    GIFSuiteTests.suite, JPEGSuiteTests.ordinary, JPEGSuiteTests.lossless,
  ]

  @Test("the documentation's table equals the results of this run")
  func isCurrent() throws {
    let results = try Self.suites.map { suite in
      (suite: suite, outcomes: try suite.cases.map { ($0, try suite.outcome($0)) })
    }
    let text = Self.text(results)
    if Self.isRecording {
      try Data(text.utf8).write(to: Self.page)
      Issue.record("recorded Conformance.md; run again without STICKERPACK_RECORD")
    }
    let committed = try String(decoding: Repository.bytes(Self.page), as: UTF8.self)
    #expect(
      committed == text,
      "Tests/Measurements/Conformance.md is stale; run `make conformance RECORD=1`")
  }

  typealias Results = [(suite: SuiteCases, outcomes: [(name: String, outcome: Outcome)])]

  static func text(_ results: Results) -> String {
    """
    # Conformance

    Results of the decoders on third-party test suites. `make fetch-conformance` downloads them into `.conformance`,
    and `make conformance RECORD=1` runs them and writes this page. The expected canvases of the APNG browser tests are
    not public; without them that suite is skipped.

    | suite | compared | cases | as expected | known difference | wrong |
    | --- | --- | ---: | ---: | ---: | ---: |
    \(results.map(row).joined(separator: "\n"))

    *As expected* counts files that decode to the reference and invalid files that are reported.

    ## Known differences

    | case | reason |
    | --- | --- |
    \(rows(results.flatMap(differences)))

    ## Findings on invalid files

    | case | finding |
    | --- | --- |
    \(rows(results.flatMap(reports)))

    """
  }

  private static func row(_ result: Results.Element) -> String {
    var (good, known, wrong) = (0, 0, 0)
    for (_, outcome) in result.outcomes {
      switch outcome {
      case .same, .reported: good += 1
      case .known: known += 1
      case .wrong: wrong += 1
      }
    }
    let suite = result.suite
    return
      "| \(suite.name) | \(suite.compares) | \(suite.cases.count) | \(good) | \(known) | \(wrong) |"
  }

  /// Rows of a table, one for all cases with the same text.
  private static func rows(_ cases: [(name: String, text: String)]) -> String {
    var texts: [String] = []
    for text in cases.map(\.text) where !texts.contains(text) { texts.append(text) }
    return texts.map { text in
      "| \(cases.filter { $0.text == text }.map { "`\($0.name)`" }.joined(separator: ", ")) | \(text) |"
    }.joined(separator: "\n")
  }

  private static func differences(_ result: Results.Element) -> [(name: String, text: String)] {
    result.outcomes.compactMap { name, outcome in
      switch outcome {
      case .known(let reason): (name, reason)
      case .wrong(let fault): (name, "**wrong: \(fault)**")
      case .same, .reported: nil
      }
    }
  }

  private static func reports(_ result: Results.Element) -> [(name: String, text: String)] {
    result.outcomes.compactMap { name, outcome in
      if case .reported(let message) = outcome { (name, message) } else { nil }
    }
  }
}

extension Suites {
  /// Whether every suite of the table is present.
  static let areComplete = png != nil && apng != nil && gif != nil && jpeg != nil
}
