/// A value of a JSON text.
struct JSONValue {
  fileprivate let document: JSONDocument
  /// The index of its token.
  fileprivate let index: Int

  init(document: JSONDocument, index: Int) {
    (self.document, self.index) = (document, index)
  }

  private var token: JSONDocument.Token { document.tokens[index] }
  private var bytes: ArraySlice<UInt8> { document.bytes[Int(token.start)..<Int(token.end)] }
  /// The first byte, which tells the kinds of values apart.
  private var first: UInt8 { document.bytes[Int(token.start)] }
  private var isObject: Bool { first == UInt8(ascii: "{") }
  private var isNull: Bool { first == UInt8(ascii: "n") }

  /// The error for a value of another kind than expected.
  var mismatch: JSONMismatch { JSONMismatch(path: document.path(ofToken: index)) }

  // MARK: Objects

  /// Decodes the value of a member. If the key is repeated, the first one counts.
  func member<Value: JSONDecodable>(_ key: String) throws(JSONMismatch) -> Value {
    guard let value = try value(of: key) else {
      throw JSONMismatch(path: document.path(ofToken: index, adding: key))
    }
    return try Value(value)
  }

  /// Decodes the value of a member; nil if it is missing or null.
  func optionalMember<Value: JSONDecodable>(_ key: String) throws(JSONMismatch) -> Value? {
    guard let value = try value(of: key), !value.isNull else { return nil }
    return try Value(value)
  }

  private func value(of key: String) throws(JSONMismatch) -> JSONValue? {
    guard isObject else { throw mismatch }
    for (name, value) in children where name.isKey(key) { return value }
    return nil
  }

  /// The keys and values of an object; the elements of a list, each twice.
  fileprivate var children: some Sequence<(key: JSONValue, value: JSONValue)> {
    let isObject = isObject
    return sequence(state: index + 1) { [document, end = Int(token.next)] next in
      guard next < end else { return nil }
      let key = JSONValue(document: document, index: next)
      let value = isObject ? JSONValue(document: document, index: next + 1) : key
      next = Int(value.token.next)
      return (key, value)
    }
  }

  /// The values by key. If a key is repeated, the first one counts.
  fileprivate func members<Value: JSONDecodable>() throws(JSONMismatch) -> [String: Value] {
    guard isObject else { throw mismatch }
    var members: [String: Value] = [:]
    for (name, value) in children {
      let key = try name.text()
      if members[key] == nil { members[key] = try Value(value) }
    }
    return members
  }

  // MARK: Other values

  fileprivate func elements<Value: JSONDecodable>() throws(JSONMismatch) -> [Value] {
    guard first == UInt8(ascii: "[") else { throw mismatch }
    var elements: [Value] = []
    for (_, element) in children { elements.append(try Value(element)) }
    return elements
  }

  fileprivate func flag() throws(JSONMismatch) -> Bool {
    switch first {
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    default: throw mismatch
    }
  }

  fileprivate func number() throws(JSONMismatch) -> Double {
    guard first.isDigit || first == UInt8(ascii: "-"),
      let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite
    else { throw mismatch }
    return number
  }

  /// The value as a whole number, which may be written with a fraction of 0 or an exponent.
  fileprivate func integer() throws(JSONMismatch) -> Int {
    // Most numbers are sizes of a few digits, and `Int` takes several times as long.
    if bytes.count < 18, bytes.allSatisfy(\.isDigit) {
      return bytes.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
    if let integer = Int(String(decoding: bytes, as: UTF8.self)) { return integer }
    guard let integer = Int(exactly: try number()) else { throw mismatch }
    return integer
  }

  fileprivate func text() throws(JSONMismatch) -> String {
    guard first == UInt8(ascii: "\""), let text = textOfString else { throw mismatch }
    return text
  }

  /// The text of a string or key; nil if half of a surrogate pair is missing.
  fileprivate var textOfString: String? {
    let content = bytes.dropFirst().dropLast()
    return content.contains(UInt8(ascii: "\\"))
      ? JSONEscapes.text(of: content) : String(decoding: content, as: UTF8.self)
  }

  /// Whether a key has this text. Inlined, because calls take half of the time of decoding a manifest.
  @inline(__always)
  private func isKey(_ text: String) -> Bool {
    let length = Int(token.end - token.start) - 2
    if length == text.utf8.count {
      // `elementsEqual` takes several times as long.
      var index = Int(token.start)
      for byte in text.utf8 {
        index += 1
        guard document.bytes[index] == byte else { return false }
      }
      return true
    }
    // A key with escapes is longer than its text.
    return length > text.utf8.count && bytes.contains(UInt8(ascii: "\\"))
      && textOfString == text
  }
}

/// A value that is missing or has the wrong type, at a path such as `stickers[3].label`.
struct JSONMismatch: Error {
  var path: String
}

extension JSONDocument {
  /// The path of a token, from the outermost value.
  fileprivate func path(ofToken target: Int, adding key: String? = nil) -> String {
    var keys: [String] = []
    var parent = root
    // The path of a key is that of its value, which is the next token.
    while parent.index < target {
      let isObject = bytes[Int(tokens[parent.index].start)] == UInt8(ascii: "{")
      for (position, child) in parent.children.enumerated()
      where target < tokens[child.value.index].next {
        keys.append(isObject ? child.key.textOfString ?? "" : "[\(position)]")
        parent = child.value
        break
      }
    }
    return (keys + (key.map { [$0] } ?? [])).reduce("") { path, key in
      path.isEmpty || key.hasPrefix("[") ? path + key : path + "." + key
    }
  }
}

/// The text of a string with escapes.
private enum JSONEscapes {
  /// Replaces escapes, which must be valid; nil if half of a surrogate pair is missing.
  static func text(of content: ArraySlice<UInt8>) -> String? {
    var units: [UInt16] = []
    var rest = content
    while let index = rest.firstIndex(of: UInt8(ascii: "\\")) {
      units += String(decoding: rest[..<index], as: UTF8.self).utf16
      let kind = rest[index + 1]
      var end = index + 2
      switch kind {
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        end += 4
        let digits = String(decoding: rest[(index + 2)..<end], as: UTF8.self)
        units.append(UInt16(digits, radix: 16) ?? 0)
      default: units.append(UInt16(kind))
      }
      rest = rest[end...]
    }
    units += String(decoding: rest, as: UTF8.self).utf16
    let text = String(decoding: units, as: UTF16.self)
    return text.utf16.elementsEqual(units) ? text : nil
  }
}

// MARK: Types

/// A type that is decoded from a JSON value.
protocol JSONDecodable {
  /// Decodes a value. Unknown members of objects are ignored.
  init(_ json: JSONValue) throws(JSONMismatch)
}

extension Bool: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) { self = try json.flag() }
}

extension Int: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) { self = try json.integer() }
}

extension Double: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) { self = try json.number() }
}

extension String: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) { self = try json.text() }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) { self = try json.elements() }
}

extension Dictionary: JSONDecodable where Key == String, Value: JSONDecodable {
  init(_ json: JSONValue) throws(JSONMismatch) { self = try json.members() }
}
