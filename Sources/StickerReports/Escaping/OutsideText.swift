internal import Basics
internal import StickerPacks

extension String {
  /// The text with control and invisible characters written as `\u{…}`, so that a file's name can
  /// neither control a terminal nor add or reorder lines.
  package var withoutControls: String { escaping { $0.isInvisible } }

  /// A file's name for programs that look for the file: only characters that XML or a line of a log
  /// cannot contain are escaped.
  var exactName: String {
    escaping(leadingAccent: false) { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isNoncharacterCodePoint
      }
    }
  }

  /// The text for the content or a quoted attribute of an HTML element.
  var html: String { withoutControls.withEntities }

  /// The text as a code span of Markdown, in which GitHub recognizes no links, mentions or emoji.
  ///
  /// Pipes and backticks are escaped: a pipe ends a table's cell, and a backtick ends the span.
  package var markdownCode: String {
    let text = escaping { $0.isInvisible || $0 == "|" || $0 == "`" }
    // Markdown removes one space from both ends of a span.
    let padding = text.hasPrefix(" ") || text.hasSuffix(" ") ? " " : ""
    return "`\(padding)\(text)\(padding)`"
  }

  /// The text as Markdown: unchanged if nothing in it can be markup, a link, a mention, a reference or
  /// an emoji, and otherwise as a code span.
  ///
  /// Backslashes are not enough: GitHub recognizes mentions after it has removed them.
  package var markdown: String {
    let text = withoutControls
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " .,;:()%'\"/+-^?=".unicodeScalars.contains(scalar)
    }
    let lowercase = text.lowercased()
    let isLinked =
      ["www.", "gh-"].contains { lowercase.contains($0) }
      || text.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
        .contains { !$0.isEmpty && !$0.hasPrefix(" ") }
    return isPlain && !isLinked ? text : markdownCode
  }

  /// A combining accent at the start is escaped, too: it would combine with the quote or tag before
  /// it.
  private func escaping(
    leadingAccent: Bool = true, _ isEscaped: (Unicode.Scalar) -> Bool
  ) -> String {
    let startsWithAccent =
      leadingAccent && unicodeScalars.first?.properties.isGraphemeExtend ?? false
    guard startsWithAccent || unicodeScalars.contains(where: isEscaped) else { return self }
    return unicodeScalars.enumerated().map { index, scalar in
      isEscaped(scalar) || index == 0 && startsWithAccent
        ? "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}" : String(scalar)
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible: controls, format characters such as those that change the
  /// direction of text, line ends, fillers, and characters that XML cannot contain. The two variation
  /// selectors that choose between emoji and text are not.
  fileprivate var isInvisible: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: break
    }
    if self == "\u{FE0E}" || self == "\u{FE0F}" { return false }
    return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
  }
}
