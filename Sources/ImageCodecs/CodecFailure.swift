/// Why a system library could not read or write an image: its own words.
package struct CodecFailure: Error, Equatable, CustomStringConvertible {
  /// The library's message, or ours where it has none.
  package var description: String
}
