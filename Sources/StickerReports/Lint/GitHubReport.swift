internal import ImageContainers
package import StickerLint

/// A lint result as commands to GitHub's runner, which makes annotations of them.
///
/// All findings are written, so that the log has them all. What is allowed or in the baseline is
/// counted.
package enum GitHubReport {
  /// How many annotations of a kind GitHub takes from one step; the rest it drops in silence.
  /// <https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations>
  static let mostShown = 10

  /// The whole report, with a newline at its end.
  package static func text(of result: LintResult) -> String {
    let findings = result.findings.filter(\.isOpen)
    let lines = note(on: result) + findings.map(command)
    return (lines + [TextReport.summary(of: result, .plain)]).joined(separator: "\n") + "\n"
  }

  private static func command(_ finding: Finding) -> String {
    let kind =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "notice"
      }
    let message = "\(finding.messageWithPlace.withoutControls)\n\(finding.fix)"
    let place = finding.place.flatMap { place in
      place.line.flatMap { line in place.column.map { "line=\(line),col=\($0)," } }
    }
    return "::\(kind) file=\(finding.file.exactName.commandProperty),\(place ?? "")"
      + "title=\(finding.rule.commandProperty)::\(message.commandData)"
  }

  /// What GitHub will not show, as the first annotation: the last would not be shown either.
  private static func note(on result: LintResult) -> [String] {
    let counts = Severity.allCases.map(result.count)
    guard counts.contains(where: { $0 > mostShown }) else { return [] }
    let hidden = Severity.allCases.reversed().compactMap { severity -> String? in
      // The note is one of the notices.
      let shown = severity == .info ? mostShown - 1 : mostShown
      let count = result.count(of: severity) - shown
      guard count > 0 else { return nil }
      return severity == .info ? "\(count) info" : Text.count(count, severity.rawValue)
    }
    let text =
      "GitHub shows \(mostShown) annotations of a kind. Only the log has the others:"
      + " \(hidden.joined(separator: ", "))."
    return ["::notice title=stickerpack::\(text.commandData)"]
  }
}

extension String {
  /// The text behind a command's second `::`, as GitHub's own toolkit writes it.
  fileprivate var commandData: String { encoding("%\r\n") }

  /// The value of a command's property.
  fileprivate var commandProperty: String { encoding("%\r\n:,") }

  private func encoding(_ special: String) -> String {
    unicodeScalars.map { scalar in
      guard special.unicodeScalars.contains(scalar) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return scalar.value < 16 ? "%0" + digits : "%" + digits
    }.joined()
  }
}
