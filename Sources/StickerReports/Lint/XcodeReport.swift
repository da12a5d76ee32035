internal import Basics
internal import StickerLint
internal import StickerPacks

/// A lint result as lines that Xcode shows as issues:
/// `/path/wave.png:1: warning: What is wrong. (rule)`.
///
/// Xcode requires absolute paths, so this is the only report that contains them.
/// Source: Apple, Running custom scripts during a build, "Log errors and warnings from your script".
package enum XcodeReport {
  /// The report. Suppressed and baselined findings are only counted. Ends in a newline.
  ///
  /// - Parameter folder: the absolute path to which the result's paths are relative.
  package static func text(of contents: ReportContents, in folder: String) -> String {
    var lines: [String] = []
    for pack in contents.packs {
      let stickers = FactIndex(pack.facts.assets)
      for finding in pack.findings where finding.isOpen {
        let path = stickers[finding.subject]?.source.path ?? finding.subject.path
        let absolute = path.isAbsolute ? path.string : folder + "/" + path.string
        // An image has no lines, but Xcode requires one.
        lines.append(
          "\(absolute.withoutControls):1: \(kind(finding.severity)):"
            + " \(finding.wholeMessage.withoutControls) \(finding.fix) (\(finding.rule))")
      }
    }
    return (lines + [TextReport.summary(of: contents, .plain)]).joined(separator: "\n") + "\n"
  }

  private static func kind(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
