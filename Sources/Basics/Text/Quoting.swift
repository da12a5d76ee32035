extension String {
  /// The text in quotation marks, for a message. What is longer than any file name is cut: a hostile
  /// file may hold megabytes of it.
  package var quoted: String {
    let longest = 255
    guard let end = index(startIndex, offsetBy: longest, limitedBy: endIndex), end < endIndex else {
      return "\"\(self)\""
    }
    return "\"\(self[..<end])…\""
  }
}
