/// Writes values in the style of ``CanonicalJSON`` part by part, so objects whose members are computed need no types, and
/// long lists are never encoded as a whole, which takes several times as much memory. The bytes are the same.
package struct JSONStream {
  private var bytes: [UInt8] = []
  /// The spaces before each member or element.
  private var indentation = ""

  private init() {}

  /// Returns an object and a newline.
  ///
  /// - Parameter members: adds the members in the order of their keys.
  package static func object(
    _ members: (inout JSONStream) throws -> Void
  ) rethrows -> [UInt8] {
    var stream = JSONStream()
    try stream.object(members)
    stream.bytes.append(UInt8(ascii: "\n"))
    return stream.bytes
  }

  /// Returns a list and a newline.
  package static func list(_ elements: some Sequence<some Encodable>) throws -> [UInt8] {
    var stream = JSONStream()
    try stream.list(elements) { try $0.value($1) }
    stream.bytes.append(UInt8(ascii: "\n"))
    return stream.bytes
  }

  /// Adds a member. A nil value is left out, as encoders do.
  package mutating func add(_ key: String, _ value: (some Encodable)?) throws {
    guard let value else { return }
    begin(key)
    try self.value(value)
  }

  package mutating func add(_ key: String, list elements: some Sequence<some Encodable>) throws {
    begin(key)
    try list(elements) { try $0.value($1) }
  }

  /// Adds a list of objects.
  ///
  /// - Parameter members: adds the members of an object in the order of their keys.
  package mutating func add<Element>(
    _ key: String, objects elements: some Sequence<Element>,
    _ members: (inout JSONStream, Element) throws -> Void
  ) rethrows {
    begin(key)
    try list(elements) { stream, element in try stream.object { try members(&$0, element) } }
  }

  private mutating func begin(_ key: String) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes += "\n\(indentation)\"\(key)\" : ".utf8
  }

  private mutating func object(_ members: (inout JSONStream) throws -> Void) rethrows {
    let outer = indentation
    bytes.append(UInt8(ascii: "{"))
    indentation += "  "
    try members(&self)
    // Encoders write an empty line into an empty object.
    if bytes.last == UInt8(ascii: "{") { bytes.append(UInt8(ascii: "\n")) }
    indentation = outer
    bytes += "\n\(indentation)}".utf8
  }

  private mutating func list<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONStream, Element) throws -> Void
  ) rethrows {
    let outer = indentation
    bytes.append(UInt8(ascii: "["))
    indentation += "  "
    var separator = ""
    for element in elements {
      bytes += "\(separator)\n\(indentation)".utf8
      try write(&self, element)
      separator = ","
    }
    // The same as in an empty object.
    if separator.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    indentation = outer
    bytes += "\n\(indentation)]".utf8
  }

  private mutating func value(_ value: some Encodable) throws {
    let newline = UInt8(ascii: "\n")
    var last: UInt8 = 0
    for byte in try CanonicalJSON.bytes(of: value).dropLast() {
      // Encoders do not indent the empty line in an empty list.
      if last == newline, byte != newline { bytes += indentation.utf8 }
      bytes.append(byte)
      last = byte
    }
  }
}
