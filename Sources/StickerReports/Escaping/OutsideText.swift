internal import Basics
internal import StickerPacks

extension String {
  /// The text with control and invisible characters written as `\u{…}`, so a file's name can
  /// neither control a terminal nor add or reorder lines.
  package var withoutControls: String { escaping() }

  /// The text for the content or a quoted attribute of an HTML element.
  var html: String { withoutControls.withEntities }

  /// The text as a code span of Markdown, in which GitHub recognizes no links, mentions or emoji.
  ///
  /// Pipes and backticks are escaped: a pipe ends a table's cell, and a backtick ends the span.
  package var markdownCode: String {
    let text = escaping("|`")
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

  /// Escapes invisible characters and those of `others`.
  ///
  /// A combining accent at the start is escaped, too: it would combine with the quote or tag before it.
  private func escaping(_ others: String = "") -> String {
    let others = others.unicodeScalars
    let startsWithAccent = unicodeScalars.first?.properties.isGraphemeExtend ?? false
    guard
      startsWithAccent || unicodeScalars.contains(where: { $0.isInvisible || others.contains($0) })
    else { return self }
    let scalars = Array(unicodeScalars)
    return scalars.indices.map { index in
      scalars.isInvisible(at: index) || others.contains(scalars[index])
        || index == 0 && startsWithAccent
        ? "\\u{\(scalars[index].value.hexadecimal())}" : String(scalars[index])
    }.joined()
  }
}
