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
}
