internal import Basics
internal import ImageContainers
package import StickerLint
internal import StickerPacks

/// A lint result as text: findings by file, most severe first, with the rule's fix at the first finding
/// of each rule.
package struct TextReport {
  private let style: TextStyle

  /// Creates a report.
  package init(style: TextStyle) { self.style = style }

  // The longest of error, warning, info and suppressed, and two spaces.
  private static let severityWidth = 12

  /// The report. Ends in a newline.
  package func text(of result: LintResult) -> String {
    var lines: [String] = []
    var file: String?
    var explained: Set<String> = []
    for finding in result.findings where !finding.isInBaseline {
      if finding.file != file {
        if file != nil { lines.append("") }
        lines.append(style.bold(finding.file.withoutControls))
        file = finding.file
      }
      lines += self.lines(of: finding, withFix: explained.insert(finding.rule).inserted)
    }
    if !lines.isEmpty { lines.append("") }
    lines.append(Self.summary(of: result, style))
    lines += Self.staleEntries(in: result)
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of finding: Finding, withFix: Bool) -> [String] {
    let isSuppressed = finding.suppressionReason != nil
    let name = isSuppressed ? "suppressed" : finding.severity.rawValue
    let head = name.padded(to: Self.severityWidth)
    let message = finding.messageWithPlace.withoutControls
    let indent = String(repeating: " ", count: 2 + Self.severityWidth)
    var lines = [
      "  " + (isSuppressed ? style.green(head) : style.colored(head, finding.severity)) + message
        + "  "
        + style.faint(finding.rule)
    ]
    if let reason = finding.suppressionReason {
      lines.append(indent + style.faint("Reason: " + reason.withoutControls))
    } else if withFix {
      lines.append(indent + style.faint("→ " + finding.fix))
    }
    return lines
  }

  /// The last line: the numbers of stickers, packs and findings.
  static func summary(of result: LintResult, _ style: TextStyle) -> String {
    let subject =
      "\(Text.count(result.stickerCount, "sticker")) in \(Text.count(result.packs.count, "pack"))"
    var parts: [String] = []
    for severity in Severity.allCases.reversed() {
      let count = result.count(of: severity)
      guard count > 0 else { continue }
      let noun = severity == .info ? "\(count) info" : Text.count(count, severity.rawValue)
      parts.append(style.colored(noun, severity))
    }
    let isClean = parts.isEmpty
    let (suppressed, baselined) = (result.suppressedCount, result.baselinedCount)
    if isClean { parts.append(style.green(baselined > 0 ? "no new findings" : "no findings")) }
    if suppressed > 0 { parts.append("\(suppressed) suppressed") }
    if baselined > 0 { parts.append("\(baselined) in the baseline") }
    return "\(isClean ? style.green("✓ ") : "")\(subject): \(parts.joined(separator: ", "))"
  }

  /// A line with the number of stale baseline entries; empty if there are none.
  static func staleEntries(in result: LintResult) -> [String] {
    let count = (result.staleBaselineEntries ?? []).reduce(0) { $0 + $1.count }
    guard count > 0 else { return [] }
    let (entries, them) = count == 1 ? ("entry", "it") : ("entries", "them")
    return [
      "\(Text.number(count)) stale baseline \(entries); write the baseline again to remove \(them)"
    ]
  }
}

extension Finding {
  /// The message with the place in the file.
  var messageWithPlace: String {
    message + (place.map { " (\($0.inWords))" } ?? "")
  }
}

extension Place {
  /// The place in messages: `line 3, column 5` of a text, `IDAT, byte 41` of an image.
  var inWords: String {
    if let line, let column { "line \(line), column \(column)" } else { "\(part), byte \(offset)" }
  }
}

extension LintedPack {
  /// A file's path relative to the pack.
  func shortName(of file: String) -> String {
    let (path, folder) = (FilePath(file), facts.source.location.displayPath)
    guard path != folder, let name = path.relative(to: folder) else { return file }
    return name.string
  }
}
