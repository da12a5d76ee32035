import Basics
import Testing

@Suite("Packed coding")
struct PackedCodingTests {
  enum Kind: String, Codable {
    case plain, fancy
  }

  enum Shape: Codable, Equatable {
    case none
    case circle(Double, name: String?)
    case group(parts: [Shape])
  }

  struct Value: Codable, Equatable {
    var integer: Int
    var small: Int8
    var large: UInt64
    var single: Float
    var text: String
    var flag: Bool
    var missing: Int?
    var present: Float?
    var kind: Kind?
    var shape: Shape
    var bytes: [UInt8]
    var words: [UInt32]
    var list: [[Double]]
    var set: Set<Kind>
    var counts: [Kind: Int]
    var range: Range<Int>
  }

  static let values = [
    Value(
      integer: -3, small: -128, large: .max, single: 0.1, text: "Zoë 👋🏽", flag: true, missing: nil,
      present: -0.0, kind: .fancy, shape: .group(parts: [.none, .circle(.pi, name: nil)]),
      bytes: [0, 255], words: [0, 0x0403_0201, .max], list: [[], [1.5, .infinity]],
      set: [.plain, .fancy], counts: [.fancy: 7],
      range: 3..<9),
    Value(
      integer: .max, small: 0, large: 0, single: .greatestFiniteMagnitude, text: "", flag: false,
      missing: 0, present: nil, kind: nil, shape: .circle(-1, name: ""), bytes: [], words: [],
      list: [],
      set: [], counts: [:], range: 0..<0),
  ]

  @Test("values are what they were")
  func same() throws {
    let bytes = try PackedEncoder.bytes(of: Self.values)
    #expect(try PackedDecoder.value([Value].self, from: bytes) == Self.values)
  }

  @Test("the bytes of a number, a text and a list are those of the documentation")
  func format() throws {
    #expect(try PackedEncoder.bytes(of: [258]) == [1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0])
    #expect(
      try PackedEncoder.bytes(of: [0x0403_0201, 5] as [UInt32])
        == [2] + zeros(7) + [1, 2, 3, 4, 5, 0, 0, 0])
    #expect(try PackedEncoder.bytes(of: ["é"]) == [1] + zeros(7) + [2] + zeros(7) + [0xC3, 0xA9])
  }

  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test("truncated and longer bytes are errors")
  func length() throws {
    let bytes = try PackedEncoder.bytes(of: Self.values)
    for count in 0..<bytes.count {
      #expect(throws: DecodingError.self) {
        try PackedDecoder.value([Value].self, from: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: DecodingError.self) {
      try PackedDecoder.value([Value].self, from: bytes + [0])
    }
  }

  @Test("changed bytes are errors or other values, and never stop the program")
  func damage() throws {
    let bytes = try PackedEncoder.bytes(of: Self.values)
    for index in bytes.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[index] = value
        _ = try? PackedDecoder.value([Value].self, from: damaged)
      }
    }
  }

  @Test("nil in a list is an error, because its place would be lost")
  func missingElements() throws {
    #expect(throws: EncodingError.self) { try PackedEncoder.bytes(of: [1, nil, 3]) }
    #expect(try PackedDecoder.value([Int?].self, from: PackedEncoder.bytes(of: [1, 2])) == [1, 2])
  }
}
