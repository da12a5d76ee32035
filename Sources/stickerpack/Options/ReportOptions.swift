internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// The options for reports of findings and for the exit status.
struct ReportOptions: ParsableArguments {
  @OptionGroup(title: CommonOptions.title)
  var main: MainReportOptions

  @OptionGroup(title: "Reports")
  var more: MoreReportOptions

  func validate() throws {
    if let maxWarnings = more.maxWarnings, maxWarnings < 0 {
      throw ValidationError("--max-warnings is \(maxWarnings); it must be at least 0.")
    }
    try LintReport.check(reports)
    if more.statistics,
      try !reports.contains(where: { $0.file == nil && $0.format == .other(.text) })
    {
      throw ValidationError("--statistics requires the text report on standard output.")
    }
  }

  /// The reports to write.
  var reports: [LintReport] {
    get throws {
      try LintReport.all(main.format, main.output, and: more.report, or: .other(.text))
    }
  }

  /// Writes the reports.
  ///
  /// - Parameters:
  ///   - contents: all findings. Those below the minimum severity are not reported.
  ///   - page: the page of an HTML report, for the same findings.
  ///   - suggestion: the command for fixes in text.
  func write(
    _ contents: ReportContents, _ page: LintReportPage?, _ output: OutputOptions,
    suggestion: FixSuggestion?
  ) throws {
    let reported = more.minSeverity.map { contents.limited(to: $0) } ?? contents
    // A report that cannot be written must not prevent the others.
    var failure: (any Error)?
    for report in try reports {
      do {
        if more.statistics, report.file == nil {
          try Terminal.write(StatisticsReport.text(of: reported, style: output.color.style))
        } else {
          try report.write(reported, page, output, suggestion: suggestion)
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}

/// The report that is printed.
struct MainReportOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: .init(
      "Report format: \(LintFormat.names.joined(separator: ", ")).",
      valueName: "format"),
    completion: .list(LintFormat.names), transform: LintFormat.init(named:))
  var format: LintFormat?

  @Option(
    name: .shortAndLong,
    help: .init(
      "Write the report to a file, whose name can select the format, such as report.html.",
      valueName: "file"),
    completion: .file())
  var output: FilePath?
}

/// The less common options for reports of findings.
struct MoreReportOptions: ParsableArguments {
  @Option(
    help: .init(
      "Write an additional report, such as report.sarif or gitlab=codequality.json. Repeatable.",
      valueName: "format=file"),
    completion: .list(LintReport.completions),
    transform: LintReport.init(argument:))
  var report: [LintReport] = []

  @Flag(help: "Print the numbers of findings by rule and by pack in place of the findings.")
  var statistics = false

  @Option(
    help: .init(
      "Report only findings of this severity or worse: info, warning or error.",
      valueName: "severity"),
    completion: .list(Severity.allCases.map(\.rawValue)), transform: Severity.init(argument:))
  var minSeverity: Severity?

  @Option(
    help: .init("Exit with 1 if there are more warnings than this.", valueName: "count"))
  var maxWarnings: Int?

  @Flag(help: "Exit with 0 even if there are errors.")
  var exitZero = false
}

extension Severity {
  fileprivate init(argument: String) throws {
    guard let severity = Severity(rawValue: argument) else {
      throw ValidationError(
        "invalid severity \(argument.quoted); expected info, warning or error")
    }
    self = severity
  }
}
