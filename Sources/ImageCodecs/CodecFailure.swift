/// Why a system library could not read or write an image: its own words.
public struct CodecFailure: Error, Equatable, CustomStringConvertible {
  /// The library's message, or ours where it has none.
  public var description: String
}
