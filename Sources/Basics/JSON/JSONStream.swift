/// A value that can be written as JSON.
package protocol JSONValue {
  func write(to json: inout JSONStream)
}

/// A value that is written as an object.
package protocol JSONObject: JSONValue {
  /// Adds the members in the order of their keys.
  func addMembers(to json: inout JSONStream)
}

/// Writes JSON in the style of every file of this project: sorted keys, two spaces, `"key" : value` as in Xcode, and a
/// newline at the end. Equal values have equal bytes, which are those of Foundation's encoder.
///
/// Objects whose members are computed need no types, and a long list takes no more memory than its text. The caller
/// adds members in the order of their keys.
package struct JSONStream {
  private var bytes: [UInt8] = []
  /// Whether members and elements have lines of their own.
  private let isIndented: Bool
  /// The number of objects and lists around the next value.
  private var depth = 0

  private init(isIndented: Bool) { self.isIndented = isIndented }

  /// Returns an object and a newline.
  ///
  /// - Parameter members: adds the members in the order of their keys.
  package static func object(_ members: (inout JSONStream) -> Void) -> [UInt8] {
    document { $0.object(members) }
  }

  /// Returns a list of objects and a newline.
  ///
  /// - Parameter members: adds the members of an object in the order of their keys.
  package static func list<Element>(
    of elements: some Sequence<Element>, _ members: (inout JSONStream, Element) -> Void
  ) -> [UInt8] {
    document { $0.list(of: elements, members) }
  }

  /// Returns a value and a newline.
  package static func bytes(of value: some JSONValue) -> [UInt8] { document(value.write) }

  /// Returns a value without spaces or newlines, for files that only programs read.
  package static func compactBytes(of value: some JSONValue) -> [UInt8] {
    var stream = JSONStream(isIndented: false)
    value.write(to: &stream)
    return stream.bytes
  }

  private static func document(_ write: (inout JSONStream) -> Void) -> [UInt8] {
    var stream = JSONStream(isIndented: true)
    write(&stream)
    stream.bytes.append(UInt8(ascii: "\n"))
    return stream.bytes
  }

  // MARK: Members

  /// Adds a member. A nil value is left out.
  package mutating func add(_ key: String, _ value: (some JSONValue)?) {
    guard let value else { return }
    begin(key)
    value.write(to: &self)
  }

  package mutating func add(_ key: String, _ value: (some RawRepresentable<String>)?) {
    add(key, value?.rawValue)
  }

  /// Adds an object.
  ///
  /// - Parameter members: adds its members in the order of their keys.
  package mutating func add(_ key: String, members: (inout JSONStream) -> Void) {
    begin(key)
    object(members)
  }

  /// Adds a list of objects. A nil list is left out.
  ///
  /// - Parameter members: adds the members of an object in the order of their keys.
  package mutating func add<Element>(
    _ key: String, objects elements: (some Sequence<Element>)?,
    _ members: (inout JSONStream, Element) -> Void
  ) {
    guard let elements else { return }
    begin(key)
    list(of: elements, members)
  }

  private mutating func begin(_ key: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    beginLine()
    write(key)
    if isIndented { bytes.append(UInt8(ascii: " ")) }
    bytes.append(UInt8(ascii: ":"))
    if isIndented { bytes.append(UInt8(ascii: " ")) }
  }

  // MARK: Values

  package mutating func object(_ members: (inout JSONStream) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    depth += 1
    members(&self)
    end("}", isEmpty: bytes.last == UInt8(ascii: "{"))
  }

  package mutating func list<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONStream, Element) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    depth += 1
    var isEmpty = true
    for element in elements {
      if !isEmpty { bytes.append(UInt8(ascii: ",")) }
      isEmpty = false
      beginLine()
      write(&self, element)
    }
    end("]", isEmpty: isEmpty)
  }

  private mutating func list<Element>(
    of objects: some Sequence<Element>, _ members: (inout JSONStream, Element) -> Void
  ) {
    list(objects) { json, element in json.object { members(&$0, element) } }
  }

  private mutating func end(_ bracket: Unicode.Scalar, isEmpty: Bool) {
    depth -= 1
    // Foundation's encoder writes an empty line into an empty object or list.
    if isIndented, isEmpty { bytes.append(UInt8(ascii: "\n")) }
    beginLine()
    bytes.append(UInt8(ascii: bracket))
  }

  private mutating func beginLine() {
    guard isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<2 * depth { bytes.append(UInt8(ascii: " ")) }
  }

  package mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    // At once: most strings need no escape, and images are megabytes of text.
    bytes += text.utf8
    if bytes[start...].contains(where: Self.isEscaped) {
      let plain = Array(bytes[start...])
      bytes.removeSubrange(start...)
      for byte in plain { writeEscaped(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscaped(_ byte: UInt8) {
    guard Self.isEscaped(byte) else { return bytes.append(byte) }
    let escape =
      switch byte {
      case 0x08: "b"
      case 0x09: "t"
      case 0x0A: "n"
      case 0x0C: "f"
      case 0x0D: "r"
      case ..<0x10: "u000" + String(byte, radix: 16)
      case ..<0x20: "u00" + String(byte, radix: 16)
      default: String(Unicode.Scalar(byte))
      }
    bytes.append(UInt8(ascii: "\\"))
    bytes += escape.utf8
  }

  /// Writes a number, or null for one that JSON cannot represent, such as infinity.
  package mutating func write(_ number: Double) {
    guard number.isFinite else { return writeNull() }
    let text = number.description.utf8
    // Whole numbers end in ".0".
    bytes +=
      text.last == UInt8(ascii: "0") && text.dropLast().last == UInt8(ascii: ".")
      ? text.dropLast(2) : text[...]
  }

  package mutating func write(_ number: some BinaryInteger) { bytes += String(number).utf8 }
  package mutating func write(_ flag: Bool) { bytes += (flag ? "true" : "false").utf8 }
  package mutating func writeNull() { bytes += "null".utf8 }
}

extension JSONObject {
  package func write(to json: inout JSONStream) { json.object(addMembers) }
}

extension String: JSONValue {
  package func write(to json: inout JSONStream) { json.write(self) }
}

extension Bool: JSONValue {
  package func write(to json: inout JSONStream) { json.write(self) }
}

extension Double: JSONValue {
  package func write(to json: inout JSONStream) { json.write(self) }
}

extension Int: JSONValue {
  package func write(to json: inout JSONStream) { json.write(self) }
}

extension Array: JSONValue where Element: JSONValue {
  package func write(to json: inout JSONStream) { json.list(self) { $1.write(to: &$0) } }
}

extension String {
  /// Whether it precedes another key, by bytes.
  fileprivate func isKey(before other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension Dictionary: JSONValue where Key == String, Value: JSONValue {
  package func write(to json: inout JSONStream) {
    json.object { json in
      for member in sorted(by: { $0.key.isKey(before: $1.key) }) {
        json.add(member.key, member.value)
      }
    }
  }
}

extension RelaxedJSON: JSONValue {
  package func write(to json: inout JSONStream) {
    switch content {
    case .null: json.writeNull()
    case .bool(let flag): json.write(flag)
    case .number(let number):
      if let whole = Int64(exactly: number) { json.write(whole) } else { json.write(number) }
    case .text(let text): json.write(text)
    case .list(let elements): json.list(elements) { $1.write(to: &$0) }
    case .object(let members):
      json.object { json in
        for member in members.sorted(by: { $0.key.isKey(before: $1.key) }) {
          json.add(member.key, member.value)
        }
      }
    }
  }
}
