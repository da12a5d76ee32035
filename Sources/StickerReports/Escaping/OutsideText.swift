internal import Basics
internal import StickerPacks

extension String {
  /// The text with control and invisible characters spelled out, so that a file's name can neither
  /// steer a terminal nor change the order or number of the lines that a reader sees.
  package var withoutControls: String { spellingOut { $0.isInvisible } }

  /// A file's name for a program that looks for that file: only what XML and the lines of a log
  /// cannot hold is spelled out.
  var exactName: String {
    spellingOut(firstAccent: false) { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isNoncharacterCodePoint
      }
    }
  }

  /// The text as it stands between the tags of HTML or in a quoted attribute.
  var html: String { withoutControls.withEntities }

  /// The text as a code span of Markdown, in which GitHub looks for no link, mention or emoji.
  ///
  /// A pipe would end a table's cell, and no fence is long enough for every run of backticks: both
  /// are spelled out.
  package var markdownCode: String {
    let text = spellingOut { $0.isInvisible || $0 == "|" || $0 == "`" }
    // A span that begins and ends with a space loses both.
    let padding = text.hasPrefix(" ") || text.hasSuffix(" ") ? " " : ""
    return "`\(padding)\(text)\(padding)`"
  }

  /// The text as Markdown: as it is where nothing in it could be markup, a link, a mention, a
  /// reference or an emoji, and a code span otherwise.
  ///
  /// Backslashes would not do, since GitHub looks for mentions after it has taken them away.
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

  /// An accent at the start, which would stand on a quote or a tag of ours, is spelled out too.
  private func spellingOut(
    firstAccent: Bool = true, _ isMeant: (Unicode.Scalar) -> Bool
  ) -> String {
    let beginsWithAccent =
      firstAccent && unicodeScalars.first?.properties.isGraphemeExtend ?? false
    guard beginsWithAccent || unicodeScalars.contains(where: isMeant) else { return self }
    return unicodeScalars.enumerated().map { index, scalar in
      isMeant(scalar) || index == 0 && beginsWithAccent
        ? "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}" : String(scalar)
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether it shows nothing of its own: controls, format characters such as those that turn the
  /// direction of text, ends of lines, fillers, and what XML cannot hold. The two variation
  /// selectors that choose between an emoji and a letter are left alone.
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
