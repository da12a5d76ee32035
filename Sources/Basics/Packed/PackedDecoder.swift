/// Decodes what ``PackedEncoder`` encodes. Whatever the bytes are, it reads none outside of them.
package enum PackedDecoder {
  /// Decodes a value, to which all bytes must belong.
  package static func value<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    let reader = Reader(bytes)
    let value = try reader.value(type)
    guard reader.isAtEnd else { throw Reader.corrupt }
    return value
  }

  private final class Reader: Decoder {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var isAtEnd: Bool { offset == bytes.count }

    static var corrupt: DecodingError {
      .dataCorrupted(.init(codingPath: [], debugDescription: "not the bytes of the type"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Keyed<Key>(reader: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      List(reader: self, length: try length())
    }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single(reader: self) }

    /// Returns the offset of the next bytes and moves behind them.
    private func next(_ count: Int) throws -> Int {
      guard count <= bytes.count - offset else { throw Self.corrupt }
      defer { offset += count }
      return offset
    }

    func word() throws -> UInt64 { bytes.word(at: try next(8)) }
    func flag() throws -> Bool {
      let byte = bytes[try next(1)]
      guard byte <= 1 else { throw Self.corrupt }
      return byte == 1
    }
    func integer<Value: FixedWidthInteger>() throws -> Value {
      Value(truncatingIfNeeded: try word())
    }
    func text() throws -> String { String(decoding: try list(), as: UTF8.self) }
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
      // Their own coding takes several calls for each element.
      if type == [UInt8].self, let list = Array(try list()) as? Value { return list }
      if type == [UInt32].self, let list = try words() as? Value { return list }
      return try Value(from: self)
    }

    /// The length of a list, of which every element has at least a byte.
    private func length() throws -> Int {
      guard let length = Int(exactly: try word()), length <= bytes.count - offset else {
        throw Self.corrupt
      }
      return length
    }
    private func list() throws -> ArraySlice<UInt8> {
      let count = try length()
      let start = try next(count)
      return bytes[start..<start + count]
    }

    private func words() throws -> [UInt32] {
      let count = try length()
      guard count <= (bytes.count - offset) / 4 else { throw Self.corrupt }
      return bytes.words(at: try next(count * 4), count: count)
    }

    /// The next text, which is read again.
    var upcomingText: String? {
      let start = offset
      defer { offset = start }
      return try? text()
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: Reader
    var codingPath: [any CodingKey] { [] }

    /// The name of an enum's case. Nothing else asks for the keys.
    var allKeys: [Key] { reader.upcomingText.flatMap { Key(stringValue: $0) }.map { [$0] } ?? [] }

    /// `decodeNil` says whether an optional value is present.
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { try !reader.flag() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try reader.flag() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try reader.text() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
      Double(bitPattern: try reader.word())
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
      Float(bitPattern: try reader.integer())
    }
    func decode<Value: FixedWidthInteger & Codable>(
      _ type: Value.Type, forKey key: Key
    ) throws -> Value {
      try reader.integer()
    }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try reader.value(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      guard try reader.text() == key.stringValue else { throw Reader.corrupt }
      return reader.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try reader.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { reader }
    func superDecoder(forKey key: Key) -> any Decoder { reader }
  }

  private struct List: UnkeyedDecodingContainer {
    let reader: Reader
    let length: Int
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { length }
    var isAtEnd: Bool { currentIndex == length }

    init(reader: Reader, length: Int) {
      self.reader = reader
      self.length = length
    }

    private mutating func takeOne() throws {
      guard !isAtEnd else { throw Reader.corrupt }
      currentIndex += 1
    }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try takeOne()
      return try reader.value(type)
    }
    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
      try takeOne()
      return reader.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try takeOne()
      return try reader.unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder {
      try takeOne()
      return reader
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let reader: Reader
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool { try reader.flag() }
    func decode(_ type: String.Type) throws -> String { try reader.text() }
    func decode(_ type: Double.Type) throws -> Double { Double(bitPattern: try reader.word()) }
    func decode(_ type: Float.Type) throws -> Float { Float(bitPattern: try reader.integer()) }
    func decode<Value: FixedWidthInteger & Codable>(_ type: Value.Type) throws -> Value {
      try reader.integer()
    }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reader.value(type) }
  }
}
