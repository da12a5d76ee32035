/// A configuration that cannot be used.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, in one sentence without a full stop.
  package let message: String
  package let place: RelaxedJSON.Place?

  package init(_ message: String, at place: RelaxedJSON.Place? = nil) {
    self.message = message
    self.place = place
  }

  /// Where it is and what is wrong, in one sentence without a full stop.
  package var description: String {
    place.map { "line \($0.line), column \($0.column): \(message)" } ?? message
  }

  package static func unknownKey(
    _ key: String, known: [String], _ place: RelaxedJSON.Place
  ) -> ConfigurationError {
    let nearest = Spelling.nearest(to: key, in: known)
    let advice =
      nearest.map { "did you mean \"\($0)\"?" } ?? "known are \(known.joined(separator: ", "))"
    return ConfigurationError("the key \(key.quoted) is unknown; \(advice)", at: place)
  }
}
