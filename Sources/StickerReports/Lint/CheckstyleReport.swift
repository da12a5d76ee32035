internal import Basics
internal import ImageContainers
internal import StickerLint
internal import StickerPacks

/// A lint result as Checkstyle XML, which many programs that show findings read.
///
/// Suppressed and baselined findings are omitted: the format cannot express them.
package enum CheckstyleReport {
  /// The report. Ends in a newline.
  package static func text(of contents: ReportContents) -> String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, #"<checkstyle version="4.3">"#]
    // Findings are sorted by file.
    var rest = contents.findings.filter(\.isOpen)[...]
    while let file = rest.first?.subject.path {
      let findings = rest.prefix { $0.subject.path == file }
      rest = rest.dropFirst(findings.count)
      lines.append(#"  <file name="\#(file.string.html)">"#)
      lines += findings.map { finding in
        // An image has no lines; line 0 stands for the whole file.
        #"    <error line="\#(finding.place?.line ?? 0)"\#(column(of: finding)) severity="\#(finding.severity.rawValue)""#
          + #" message="\#(finding.wholeMessage.html) \#(finding.fix.html)""#
          + #" source="stickerpack.\#(finding.rule.html)"/>"#
      }
      lines.append("  </file>")
    }
    return (lines + ["</checkstyle>"]).joined(separator: "\n") + "\n"
  }

  private static func column(of finding: Finding) -> String {
    finding.place?.column.map { #" column="\#($0)""# } ?? ""
  }
}
