internal import SystemLibraries

/// The JSON style of every file that this project writes: sorted keys, two spaces, `"key" : value` as
/// in Xcode, and a newline at the end. Equal values have equal bytes.
package enum CanonicalJSON {
  /// Encodes a value. Throws for a number that JSON cannot represent, such as infinity.
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(value)) + [0x0A]
  }

  /// Encodes a value as one line with a newline at the end. Control characters and Unicode line
  /// separators are escaped, so no reader sees a second line.
  package static func line(of value: some Encodable) throws -> [UInt8] {
    let text = String(decoding: try compactBytes(of: value), as: UTF8.self)
    // The encoder escapes everything below U+0020. The others occur only inside strings.
    let line = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\u{7F}"..."\u{9F}": "\\u00" + String(scalar.value, radix: 16)
      case "\u{2028}", "\u{2029}": "\\u" + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }.joined()
    return Array(line.utf8) + [0x0A]
  }

  /// Encodes a value without spaces or newlines, for files that only programs read.
  package static func compactBytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try Array(encoder.encode(value))
  }

  /// Decodes a value from standard JSON.
  package static func value<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}
