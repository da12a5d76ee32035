#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// JSON as every file of this project holds it: sorted keys, two spaces, `"key" : value` as Xcode
/// writes it, and a newline at the end, so that the same value is always the same bytes.
package enum CanonicalJSON {
  /// The bytes of a value. Numbers that JSON cannot hold, such as infinity, throw.
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(value)) + [0x0A]
  }

  /// The bytes of a value on one line, with a newline at the end. Nothing inside is a control
  /// character or is taken by any reader for the end of a line.
  package static func line(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    // JSON itself spells out all below U+0020. The others stand inside of strings only.
    let line = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\u{7F}"..."\u{9F}": "\\u00" + String(scalar.value, radix: 16)
      case "\u{2028}", "\u{2029}": "\\u" + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }.joined()
    return Array(line.utf8) + [0x0A]
  }

  /// The bytes of a value without a space or a newline, for programs alone.
  package static func compactBytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(value))
  }

  /// A value from the bytes of plain JSON.
  package static func value<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}
