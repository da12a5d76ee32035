internal import ImageContainers
package import StickerLint
internal import Basics
internal import StickerPacks

/// A lint result as the XML of Checkstyle, which many programs that show or comment on findings read.
///
/// What is allowed or in the baseline has no place in it and is left out.
package enum CheckstyleReport {
  /// The whole report, with a newline at its end.
  package static func text(of result: LintResult) -> String {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, #"<checkstyle version="4.3">"#]
    // Findings come file by file, and only its bytes tell two names apart.
    var rest = result.findings.filter(\.isOpen)[...]
    while let file = rest.first?.file {
      let findings = rest.prefix { $0.file.utf8.elementsEqual(file.utf8) }
      rest = rest.dropFirst(findings.count)
      lines.append(#"  <file name="\#(file.exactName.withEntities)">"#)
      lines += findings.map { finding in
        // An image has no lines, which readers take from 0.
        #"    <error line="\#(finding.place?.line ?? 0)"\#(column(of: finding)) severity="\#(finding.severity.rawValue)""#
          + #" message="\#(finding.messageWithPlace.html) \#(finding.fix.html)""#
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
