extension String {
  /// The text in quotation marks, for a message. Text that is longer than any file name is truncated,
  /// because a hostile file may contain megabytes of it.
  package var quoted: String {
    let maximumLength = 255
    guard let end = index(startIndex, offsetBy: maximumLength, limitedBy: endIndex), end < endIndex
    else {
      return "\"\(self)\""
    }
    return "\"\(self[..<end])…\""
  }

  /// The text as one word of a POSIX shell.
  package var shellWord: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy {
        !$0.isASCII || $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "/._-+,@%".unicodeScalars.contains($0)
      }
    return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
  }
}
