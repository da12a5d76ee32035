#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// JSON as every file of this project holds it: sorted keys, two spaces, `"key" : value` as Xcode
/// writes it, and a newline at the end, so that the same value is always the same bytes.
public enum CanonicalJSON {
  /// The bytes of a value. Numbers that JSON cannot hold, such as infinity, throw.
  public static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(value)) + [0x0A]
  }

  /// A value from the bytes of plain JSON.
  public static func value<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}
