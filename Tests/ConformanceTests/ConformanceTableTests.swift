import Foundation
import TestSupport
import Testing

/// `Documentation/Conformance.md` is what a run says, and stays so.
@Suite("Conformance table", .enabled(if: Suites.areComplete, Suites.missing))
struct ConformanceTableTests {
  static let page = Repository.root.appending(path: "Documentation/Conformance.md")
  static let isRecording = ProcessInfo.processInfo.environment["STICKERPACK_RECORD"] != nil

  static let suites = [
    PNGSuiteTests.valid, PNGSuiteTests.invalid, PNGSuiteTests.apple, APNGSuiteTests.suite,
    GIFSuiteTests.suite, JPEGSuiteTests.ordinary, JPEGSuiteTests.lossless,
  ]

  @Test("the documentation's table is what this run says")
  func isCurrent() throws {
    let results = try Self.suites.map { suite in
      (suite: suite, outcomes: try suite.cases.map { ($0, try suite.outcome($0)) })
    }
    let text = Self.text(results)
    if Self.isRecording {
      try Data(text.utf8).write(to: Self.page)
      Issue.record("recorded Documentation/Conformance.md; run again without STICKERPACK_RECORD")
    }
    let committed = try String(decoding: Repository.bytes(Self.page), as: UTF8.self)
    #expect(
      committed == text, "Documentation/Conformance.md is stale; run `make conformance RECORD=1`")
  }

  typealias Results = [(suite: SuiteCases, outcomes: [(name: String, outcome: Outcome)])]

  static func text(_ results: Results) -> String {
    """
    # Conformance

    What the decoders make of test suites that nobody here wrote. `make conformance` runs them where \
    they lie, in `../shared/conformance`, and a test compares this page with what it finds;
    `make conformance RECORD=1` writes the page.

    | suite | compared | cases | as the suite says | known difference | wrong |
    | --- | --- | ---: | ---: | ---: | ---: |
    \(results.map(row).joined(separator: "\n"))

    *As the suite says* counts files that decode to the reference and invalid files that are reported.

    ## Known differences

    | case | reason |
    | --- | --- |
    \(results.flatMap(differences).joined(separator: "\n"))

    ## Invalid files and what is said about them

    | case | finding |
    | --- | --- |
    \(results.flatMap(reports).joined(separator: "\n"))

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

  private static func differences(_ result: Results.Element) -> [String] {
    result.outcomes.compactMap { name, outcome in
      switch outcome {
      case .known(let reason): "| `\(name)` | \(reason) |"
      case .wrong(let fault): "| `\(name)` | **wrong: \(fault)** |"
      case .same, .reported: nil
      }
    }
  }

  /// The files that Xcode rewrote all have the same finding, which the table above names.
  private static func reports(_ result: Results.Element) -> [String] {
    guard result.suite.name != PNGSuiteTests.apple.name else { return [] }
    return result.outcomes.compactMap { name, outcome in
      if case .reported(let message) = outcome { "| `\(name)` | \(message) |" } else { nil }
    }
  }
}

extension Suites {
  /// Whether there is every suite that the table speaks about.
  static let areComplete = png != nil && apng != nil && gif != nil && jpeg != nil
}
