/// A file of this project's own formats that cannot be used: a configuration or a baseline.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// The problem, in one sentence without a full stop.
  package let message: String
  /// The place in the file; nil for the whole file.
  package let place: RelaxedJSON.Place?

  package init(_ message: String, at place: RelaxedJSON.Place? = nil) {
    self.message = message
    self.place = place
  }

  /// The place and the message, in one sentence without a full stop.
  package var description: String {
    place.map { "line \($0.line), column \($0.column): \(message)" } ?? message
  }

  package static func unknownKey(
    _ key: String, known: [String], _ place: RelaxedJSON.Place
  ) -> ConfigurationError {
    let hint =
      Spelling.nearest(to: key, in: known).map { "did you mean \"\($0)\"?" }
      ?? "expected \(known.joined(separator: ", "))"
    return ConfigurationError("unknown key \(key.quoted); \(hint)", at: place)
  }
}
