internal import Basics
internal import ImageContainers
internal import StickerLint

/// A lint result as workflow commands, which GitHub's runner turns into annotations.
///
/// The log contains all findings; suppressed and baselined ones are only counted.
package enum GitHubReport {
  /// The maximum number of annotations of each kind that GitHub shows for a step.
  /// <https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations>
  static let mostShown = 10

  /// The report. Ends in a newline.
  package static func text(of contents: ReportContents) -> String {
    let findings = contents.findings.filter { $0.isOpen }
    let lines = note(on: contents) + findings.map(command)
    return (lines + [TextReport.summary(of: contents, .plain)]).joined(separator: "\n") + "\n"
  }

  private static func command(_ finding: Finding) -> String {
    let kind =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "notice"
      }
    let message = "\(finding.wholeMessage.withoutControls)\n\(finding.fix)"
    let place = finding.place.flatMap { place in
      place.line.flatMap { line in place.column.map { "line=\(line),col=\($0)," } }
    }
    return "::\(kind) file=\(finding.file.withoutControls.commandProperty),\(place ?? "")"
      + "title=\(finding.rule.commandProperty)::\(message.commandData)"
  }

  /// The number of findings that GitHub does not show, as the first annotation: the last one might not
  /// be shown either.
  private static func note(on contents: ReportContents) -> [String] {
    let counts = Severity.allCases.map(contents.findings.count(of:))
    guard counts.contains(where: { $0 > mostShown }) else { return [] }
    let hidden = Severity.allCases.reversed().compactMap { severity -> String? in
      // This note is a notice, too.
      let shown = severity == .info ? mostShown - 1 : mostShown
      let count = contents.findings.count(of: severity) - shown
      return count > 0 ? severity.phrase(for: count) : nil
    }
    let text =
      "GitHub shows at most \(mostShown) annotations of each kind; only the log has"
      + " \(hidden.joined(separator: ", "))."
    return ["::notice title=stickerpack::\(text.commandData)"]
  }
}

extension String {
  /// The text after a command's second `::`, escaped like in GitHub's toolkit.
  fileprivate var commandData: String { encoding("%\r\n") }

  /// The value of a command's property, escaped like in GitHub's toolkit.
  fileprivate var commandProperty: String { encoding("%\r\n:,") }

  private func encoding(_ special: String) -> String {
    unicodeScalars.map { scalar in
      special.unicodeScalars.contains(scalar)
        ? "%" + scalar.value.hexadecimal(digits: 2) : String(scalar)
    }.joined()
  }
}
