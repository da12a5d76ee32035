internal import ArgumentParser
internal import StickerReports

/// The options for printed output.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print errors only, and nothing if there are none.")
  var quiet = false

  @Flag(
    name: .shortAndLong,
    help: "Also print infos and suppressed findings, and the names of all files.")
  var verbose = false

  @OptionGroup var color: ColorOption

  func validate() throws {
    guard !(quiet && verbose) else {
      throw ValidationError("--quiet cannot be combined with --verbose.")
    }
  }

  /// The layout of text reports.
  ///
  /// - Parameters:
  ///   - detail: the detail that is shown without `--quiet` and `--verbose`.
  ///   - style: the style; by default that of standard output.
  ///   - suggestion: the command for fixes in the last line, unless `--quiet`.
  func textReport(
    _ detail: TextReport.Detail = .normal, style: TextStyle? = nil,
    suggestion: FixSuggestion? = nil
  ) -> TextReport {
    var ending: (@Sendable (ReportContents) -> [String])?
    if let suggestion, !quiet { ending = { suggestion.lines(for: $0) } }
    return TextReport(
      style: style ?? color.style, width: Terminal.width,
      detail: quiet ? .quiet : verbose ? .verbose : detail,
      hint: quiet ? nil : "--verbose shows them", ending: ending)
  }
}

/// The option for colored text.
struct ColorOption: ParsableArguments {
  /// The condition for colored text.
  enum Mode: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(
    help: .init(
      """
      Color the text: auto, always or never. auto follows NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE and \
      TERM, and otherwise colors on a terminal.
      """, valueName: "when"))
  var color = Mode.auto

  /// The style for standard output.
  var style: TextStyle {
    switch color {
    case .auto: Terminal.style
    case .always: TextStyle(hasColor: true)
    case .never: .plain
    }
  }
}
