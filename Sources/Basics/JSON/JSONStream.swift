/// Writes an object in the style of ``CanonicalJSON`` member by member, so objects whose members are computed need no
/// types. The bytes are the same.
package struct JSONStream {
  private var bytes: [UInt8] = []
  /// The spaces before each member.
  private let indentation: String

  private init(indentation: String) { self.indentation = indentation }

  /// Writes an object and a newline.
  ///
  /// - Parameters:
  ///   - write: called once.
  ///   - members: adds the members in the order of their keys.
  package static func object(
    to write: ([UInt8]) throws -> Void, _ members: (inout JSONStream) throws -> Void
  ) throws {
    try write(object(indentation: "", members) + Array("\n".utf8))
  }

  private static func object(
    indentation: String, _ members: (inout JSONStream) throws -> Void
  ) rethrows -> [UInt8] {
    var object = JSONStream(indentation: indentation + "  ")
    try members(&object)
    return Array("{\n".utf8) + object.bytes + Array("\n\(indentation)}".utf8)
  }

  /// Adds a member. A nil value is left out, as encoders do.
  package mutating func add(_ key: String, _ value: (some Encodable)?) throws {
    guard let value else { return }
    begin(key)
    let newline = UInt8(ascii: "\n")
    var last: UInt8 = 0
    for byte in try CanonicalJSON.bytes(of: value).dropLast() {
      // Encoders do not indent the empty line in an empty list.
      if last == newline, byte != newline { bytes += indentation.utf8 }
      bytes.append(byte)
      last = byte
    }
  }

  package mutating func add(_ key: String, list elements: some Sequence<some Encodable>) throws {
    try add(key, Array(elements))
  }

  /// Adds a list of objects.
  ///
  /// - Parameter members: adds the members of an object in the order of their keys.
  package mutating func add<Element>(
    _ key: String, objects elements: some Sequence<Element>,
    _ members: (inout JSONStream, Element) throws -> Void
  ) throws {
    begin(key)
    let inner = indentation + "  "
    let objects = try elements.map { element in
      try Array(inner.utf8) + Self.object(indentation: inner) { try members(&$0, element) }
    }
    bytes += "[\n".utf8
    bytes += objects.joined(separator: ",\n".utf8)
    bytes += "\n\(indentation)]".utf8
  }

  private mutating func begin(_ key: String) {
    bytes += "\(bytes.isEmpty ? "" : ",\n")\(indentation)\"\(key)\" : ".utf8
  }
}
