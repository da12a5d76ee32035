internal import ImageContainers
package import StickerLint
internal import StickerPacks

/// A lint result for people: by file, the worst first, with each rule's remedy the first time.
package struct TextReport {
  private let style: TextStyle

  /// Prepares a report.
  package init(style: TextStyle) { self.style = style }

  // The widest of error, warning, info and allowed, and two spaces.
  private static let severityWidth = 9

  /// The whole report, with a newline at its end.
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
    lines += Self.gone(from: result)
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
      lines.append(indent + style.faint("Because: " + reason.withoutControls))
    } else if withFix {
      lines.append(indent + style.faint("→ " + finding.fix))
    }
    return lines
  }

  /// The last line: how many stickers and packs, and what was found in them.
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
    let (allowed, baselined) = (result.suppressedCount, result.baselinedCount)
    if isClean { parts.append(style.green(baselined > 0 ? "no new findings" : "no findings")) }
    if allowed > 0 { parts.append("\(allowed) allowed") }
    if baselined > 0 { parts.append("\(baselined) in the baseline") }
    return "\(isClean ? style.green("✓ ") : "")\(subject): \(parts.joined(separator: ", "))"
  }

  /// What the baseline holds in vain, in a line; none where nothing is.
  static func gone(from result: LintResult) -> [String] {
    let count = (result.goneFromBaseline ?? []).reduce(0) { $0 + $1.count }
    guard count > 0 else { return [] }
    return [
      "\(Text.count(count, "finding")) of the baseline \(count == 1 ? "is" : "are") gone;"
        + " write the baseline again to drop \(count == 1 ? "it" : "them")"
    ]
  }
}

extension Finding {
  /// The message, and where in the file.
  var messageWithPlace: String {
    message + (place.map { " (\($0.inWords))" } ?? "")
  }
}

extension Place {
  /// The place as messages name it: `line 3, column 5` of a text, `IDAT, byte 41` of an image.
  var inWords: String {
    if let line, let column { "line \(line), column \(column)" } else { "\(part), byte \(offset)" }
  }
}

extension LintedPack {
  /// A file's name below the pack's own, for reports that have just named the pack.
  func shortName(of file: String) -> String {
    let folder = facts.source.displayPath + "/"
    // By bytes: a name may begin with an accent, which would be one character with the slash.
    guard file.utf8.starts(with: folder.utf8) else { return file }
    return String(decoding: file.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
  }
}
