extension String {
  /// The text with each invisible character replaced by what `escape` returns for it.
  package func escapingInvisible(_ escape: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: { $0.isInvisible }) else { return self }
    let scalars = Array(unicodeScalars)
    return scalars.indices.map { index in
      scalars.isInvisible(at: index) ? escape(scalars[index]) : String(scalars[index])
    }.joined()
  }
}

extension Array<Unicode.Scalar> {
  /// Whether a character is invisible. A joiner between two emoji makes one picture of them and is not.
  package func isInvisible(at index: Int) -> Bool {
    guard self[index] == "\u{200D}", index > 0, index + 1 < count else {
      return self[index].isInvisible
    }
    return !(self[index - 1].isPartOfEmoji && self[index + 1].isPartOfEmoji)
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible: controls, format characters such as those that change the
  /// direction of text, line ends, fillers, and characters that XML cannot contain. The two variation
  /// selectors that choose between emoji and text are not.
  package var isInvisible: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: break
    }
    if self == "\u{FE0E}" || self == "\u{FE0F}" { return false }
    return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
  }

  fileprivate var isPartOfEmoji: Bool {
    !isASCII && (properties.isEmoji || self == "\u{FE0F}")
  }
}

extension UInt32 {
  /// The number in hexadecimal digits, at least `count`.
  package func hexadecimal(digits count: Int = 1) -> String {
    let digits = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
