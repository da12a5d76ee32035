/// A parser of property lists in the binary format.
///
/// Every offset, size and reference is checked before it is used, and each value that repeats another one counts.
///
/// Source: Apple, CFBinaryPList.c: the description of the format.
struct BinaryPropertyList {
  static let signature = Array("bplist00".utf8)
  private static let trailerSize = 32

  private let bytes: [UInt8]
  private let offsets: Range<Int>
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let topObject: Int
  private var valuesLeft = PropertyList.mostValues
  /// The bytes that strings can still have together. In a list that a program wrote none share bytes.
  private var textBytesLeft: Int
  /// Strings that were read, so one that is referred to often is stored once.
  private var texts: [Int: PropertyList] = [:]

  init(_ bytes: [UInt8]) throws(PropertyList.Defect) {
    self.bytes = bytes
    textBytesLeft = bytes.count
    let trailer = bytes.count - Self.trailerSize
    guard trailer >= Self.signature.count else { throw Self.invalid("trailer") }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Self.number(in: bytes, at: trailer + 8, size: 8),
      let top = Self.number(in: bytes, at: trailer + 16, size: 8),
      let start = Self.number(in: bytes, at: trailer + 24, size: 8),
      // The product cannot overflow: a table that fits has fewer objects than bytes.
      count <= bytes.count, start <= trailer, count * offsetSize <= trailer - start, top < count
    else { throw Self.invalid("trailer") }
    (self.count, topObject) = (count, top)
    offsets = start..<start + count * offsetSize
  }

  mutating func top() throws(PropertyList.Defect) -> PropertyList {
    try value(topObject, depth: 0)
  }

  private static func invalid(_ part: String) -> PropertyList.Defect {
    PropertyList.Defect("the binary property list has an invalid \(part)")
  }

  /// An unsigned number, most significant byte first; nil if it is not in the bytes or not an `Int`.
  private static func number(in bytes: [UInt8], at offset: Int, size: Int) -> Int? {
    guard offset >= 0, size > 0, size <= bytes.count, offset <= bytes.count - size else {
      return nil
    }
    var value: UInt64 = 0
    for byte in bytes[offset..<offset + size] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }

  private mutating func value(
    _ object: Int, depth: Int
  ) throws(PropertyList.Defect) -> PropertyList {
    valuesLeft -= 1
    guard valuesLeft >= 0 else {
      throw PropertyList.Defect("the property list has more than \(PropertyList.mostValues) values")
    }
    guard depth <= PropertyList.mostDepth else {
      throw PropertyList.Defect(
        "the property list is nested more than \(PropertyList.mostDepth) deep")
    }
    if let text = texts[object] { return text }
    guard object < count,
      let offset = Self.number(
        in: bytes, at: offsets.lowerBound + object * offsetSize, size: offsetSize),
      offset < offsets.lowerBound
    else { throw Self.invalid("offset") }
    let marker = bytes[offset]
    let low = Int(marker & 15)
    switch marker >> 4 {
    case 0x0 where low == 8 || low == 9: return .flag(low == 9)
    case 0x1 where low <= 3:
      // Numbers of 8 bytes are signed.
      guard let bits = unsigned(at: offset + 1, size: 1 << low) else {
        throw Self.invalid("number")
      }
      return .number(low == 3 ? Double(Int64(bitPattern: bits)) : Double(bits))
    case 0x2 where low == 2 || low == 3:
      guard let bits = unsigned(at: offset + 1, size: 1 << low) else {
        throw Self.invalid("number")
      }
      return .number(
        low == 2
          ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits))
    case 0x0, 0x1, 0x2, 0x3, 0x4, 0x8: return .other
    case 0x5, 0x6, 0x7:
      let text = try text(at: offset, unit: marker >> 4 == 6 ? 2 : 1)
      texts[object] = .text(text)
      return .text(text)
    case 0xA, 0xC:
      let (start, length) = try extent(at: offset, unit: referenceSize)
      var list: [PropertyList] = []
      for index in 0..<length { list.append(try value(reference(start, index), depth: depth + 1)) }
      return .list(list)
    case 0xD:
      let (start, length) = try extent(at: offset, unit: 2 * referenceSize)
      var members: [String: PropertyList] = [:]
      for index in 0..<length {
        // A key takes time by its length for each dictionary that has it.
        guard let key = try value(reference(start, index), depth: depth + 1).text,
          key.utf8.count <= 1024
        else { throw Self.invalid("key") }
        members[key] = try value(reference(start, length + index), depth: depth + 1)
      }
      return .dictionary(members)
    default: throw Self.invalid("object")
    }
  }

  /// Reads a text.
  ///
  /// - Parameter unit: the bytes of a code unit: 1 for UTF-8, 2 for UTF-16.
  private mutating func text(at offset: Int, unit: Int) throws(PropertyList.Defect) -> String {
    let (start, length) = try extent(at: offset, unit: unit)
    let range = start..<start + length * unit
    textBytesLeft -= range.count
    guard textBytesLeft >= 0 else { throw Self.invalid("string") }
    let text =
      unit == 1
      ? String(validating: bytes[range], as: UTF8.self)
      : String(
        validating: stride(from: start, to: range.upperBound, by: 2).map {
          UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }, as: UTF16.self)
    guard let text else { throw Self.invalid("string") }
    return text
  }

  private func unsigned(at offset: Int, size: Int) -> UInt64? {
    guard offset <= bytes.count - size else { return nil }
    return bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func reference(_ start: Int, _ index: Int) throws(PropertyList.Defect) -> Int {
    guard
      let object = Self.number(
        in: bytes, at: start + index * referenceSize, size: referenceSize)
    else { throw Self.invalid("reference") }
    return object
  }

  /// The offset of the content of an object and the number of its units, which are in the file.
  private func extent(
    at offset: Int, unit: Int
  ) throws(PropertyList.Defect) -> (start: Int, length: Int) {
    var (start, length) = (offset + 1, Int(bytes[offset] & 15))
    if length == 15 {
      guard start < bytes.count, bytes[start] >> 4 == 1, bytes[start] & 15 <= 3 else {
        throw Self.invalid("length")
      }
      let size = 1 << Int(bytes[start] & 15)
      guard let long = Self.number(in: bytes, at: start + 1, size: size) else {
        throw Self.invalid("length")
      }
      (start, length) = (start + 1 + size, long)
    }
    guard start <= bytes.count, length <= (bytes.count - start) / unit else {
      throw Self.invalid("length")
    }
    return (start, length)
  }
}
