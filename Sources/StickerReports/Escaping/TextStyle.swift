internal import StickerLint

/// How text is marked on a terminal, or not at all.
package struct TextStyle: Sendable {
  /// Whether ANSI escape sequences are used.
  package var hasColor: Bool

  /// Creates a style.
  package init(hasColor: Bool) { self.hasColor = hasColor }

  /// Text without any marks.
  package static let plain = TextStyle(hasColor: false)

  func bold(_ text: String) -> String { marked(text, "1") }
  func faint(_ text: String) -> String { marked(text, "2") }
  func green(_ text: String) -> String { marked(text, "32") }

  func colored(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: marked(text, "31")
    case .warning: marked(text, "33")
    case .info: marked(text, "36")
    }
  }

  private func marked(_ text: String, _ code: String) -> String {
    hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text with spaces after it, at least `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
