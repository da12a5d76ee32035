/// Encodes values as bytes without keys, for files that only the program that wrote them reads: the
/// values of a type in the order in which it encodes them, numbers in 8 bytes, texts and lists after
/// their length. Numbers in lists of `UInt8` and `UInt32` have their own size.
///
/// A type must decode what it encodes, in the same order, as all synthesized code does except that of
/// dictionaries with strings or integers as keys.
package enum PackedEncoder {
  /// Encodes a value.
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let writer = Writer()
    try writer.write(value)
    return writer.bytes
  }

  fileprivate final class Writer: Encoder {
    private(set) var bytes: [UInt8] = []

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Keyed<Key>(writer: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { List(writer: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }

    func write(word: UInt64) { bytes.append(word: word) }
    func write(flag: Bool) { bytes.append(flag ? 1 : 0) }
    func write(integer: some FixedWidthInteger) { write(word: UInt64(truncatingIfNeeded: integer)) }
    func write(text: String) {
      write(integer: text.utf8.count)
      bytes += text.utf8
    }
    func write(_ value: some Encodable) throws {
      // Their own coding takes several calls for each element.
      if let list = value as? [UInt8] {
        write(integer: list.count)
        bytes += list
      } else if let list = value as? [UInt32] {
        write(integer: list.count)
        bytes.append(words: list)
      } else {
        try value.encode(to: self)
      }
    }

    /// Whether a value is present is only stored for optional properties.
    static var unsupportedNil: EncodingError {
      .invalidValue(
        Optional<Never>.none as Any,
        .init(codingPath: [], debugDescription: "nil that is not a property's value"))
    }

    /// Replaces the word at an offset.
    func replaceWord(at offset: Int, with word: Int) {
      for index in 0..<8 {
        bytes[offset + index] = UInt8(truncatingIfNeeded: word >> (index * 8))
      }
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: Writer
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { throw Writer.unsupportedNil }
    func encode(_ value: Bool, forKey key: Key) { writer.write(flag: value) }
    func encode(_ value: String, forKey key: Key) { writer.write(text: value) }
    func encode(_ value: Double, forKey key: Key) { writer.write(word: value.bitPattern) }
    func encode(_ value: Float, forKey key: Key) { writer.write(integer: value.bitPattern) }
    func encode<Value: FixedWidthInteger & Codable>(_ value: Value, forKey key: Key) {
      writer.write(integer: value)
    }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try writer.write(value)
    }

    // The default implementations leave out what is nil.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      try encodeOptional(value)
    }
    private func encodeOptional(_ value: (some Encodable)?) throws {
      writer.write(flag: value != nil)
      if let value { try writer.write(value) }
    }

    /// The values of an enum's case, after its name.
    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      writer.write(text: key.stringValue)
      return writer.container(keyedBy: keyType)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      writer.unkeyedContainer()
    }
    func superEncoder() -> any Encoder { writer }
    func superEncoder(forKey key: Key) -> any Encoder { writer }
  }

  private struct List: UnkeyedEncodingContainer {
    let writer: Writer
    /// The offset of the length.
    let start: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(writer: Writer) {
      self.writer = writer
      start = writer.bytes.count
      writer.write(word: 0)
    }

    private mutating func addOne() {
      count += 1
      writer.replaceWord(at: start, with: count)
    }

    func encodeNil() throws { throw Writer.unsupportedNil }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
      addOne()
      try writer.write(value)
    }
    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
      addOne()
      return writer.container(keyedBy: keyType)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      addOne()
      return writer.unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder {
      addOne()
      return writer
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let writer: Writer
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { throw Writer.unsupportedNil }
    func encode(_ value: Bool) { writer.write(flag: value) }
    func encode(_ value: String) { writer.write(text: value) }
    func encode(_ value: Double) { writer.write(word: value.bitPattern) }
    func encode(_ value: Float) { writer.write(integer: value.bitPattern) }
    func encode<Value: FixedWidthInteger & Codable>(_ value: Value) {
      writer.write(integer: value)
    }
    func encode<Value: Encodable>(_ value: Value) throws { try writer.write(value) }
  }
}
