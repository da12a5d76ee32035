internal import StickerLint

/// Styles text for a terminal with ANSI escape sequences, or leaves it plain.
package struct TextStyle: Sendable {
  /// Whether escape sequences are used.
  package var hasColor: Bool

  /// Creates a style.
  package init(hasColor: Bool) { self.hasColor = hasColor }

  /// Plain text.
  package static let plain = TextStyle(hasColor: false)

  func bold(_ text: String) -> String { styled(text, "1") }
  func faint(_ text: String) -> String { styled(text, "2") }
  func green(_ text: String) -> String { styled(text, "32") }

  func colored(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: styled(text, "31")
    case .warning: styled(text, "33")
    case .info: styled(text, "36")
    }
  }

  private func styled(_ text: String, _ code: String) -> String {
    hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text, padded with spaces to at least `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The text in lines of at most `width` characters, divided at spaces.
  package func wrapped(to width: Int) -> [String] { split(separator: " ").wrapped(to: width) }
}

extension Sequence where Element: StringProtocol {
  /// The words in lines of at most `width` characters. Longer words get a line of their own.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in self {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
