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
    let files = reports.map(\.file)
    guard files.count(where: { $0 == nil }) <= 1 else {
      throw ValidationError(
        "Only one report can be written to standard output; name a file for the others.")
    }
    for (index, file) in files.enumerated() where files[..<index].contains(file) {
      throw ValidationError(
        "Two reports cannot be written to the same file \((file ?? "-").string.quoted).")
    }
  }

  /// The reports to write, files first: if the reader of standard output goes away, the program ends.
  var reports: [LintReport] {
    var all = more.report
    let isOutputTaken = more.report.contains { $0.file == nil }
    if main.format != nil || main.output != nil || !isOutputTaken {
      all.append(LintReport(main.format ?? .other(.text), to: main.output))
    }
    return all.filter { $0.file != nil } + all.filter { $0.file == nil }
  }

  /// Writes the reports.
  ///
  /// - Parameters:
  ///   - contents: all findings. Those below the minimum severity are not reported.
  ///   - page: the page of an HTML report, for the same findings.
  ///   - suggestion: the command for fixes in text.
  func write(
    _ contents: ReportContents, _ page: LintReport.Page?, _ output: OutputOptions,
    suggestion: FixSuggestion?
  ) throws {
    let reported = more.minSeverity.map { contents.limited(to: $0) } ?? contents
    // A report that cannot be written must not prevent the others.
    var failure: (any Error)?
    for report in reports {
      do { try report.write(reported, page, output, suggestion: suggestion) } catch {
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
      "Report format: \(LintReport.Format.names.joined(separator: ", ")).",
      valueName: "format"),
    completion: .list(LintReport.Format.names), transform: LintReport.Format.init(named:))
  var format: LintReport.Format?

  @Option(
    name: .shortAndLong,
    help: .init("Write the report to a file (-: standard output).", valueName: "file"),
    completion: .file())
  var output: FilePath?
}

/// The less common options for reports of findings.
struct MoreReportOptions: ParsableArguments {
  @Option(
    help: .init(
      "Write an additional report, such as sarif=report.sarif. Repeatable.",
      valueName: "format=file"),
    completion: .list(LintReport.Format.names.map { $0 + "=" }),
    transform: LintReport.init(argument:))
  var report: [LintReport] = []

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
