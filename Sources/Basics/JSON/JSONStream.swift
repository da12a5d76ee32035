/// Writes an object in the style of ``CanonicalJSON`` member by member and its lists piece by piece, so a
/// long list is never encoded as a whole. The bytes are the same.
package struct JSONStream {
  /// Elements that are encoded at once, because an encoder is slow to start.
  private static let batch = 100

  private let output: Output
  /// The spaces before each member.
  private let indentation: String
  private var isEmpty = true

  /// Writes an object and a newline.
  ///
  /// - Parameters:
  ///   - write: called with each piece.
  ///   - members: adds the members in the order of their keys.
  package static func object(
    to write: @escaping ([UInt8]) throws -> Void, _ members: (inout JSONStream) throws -> Void
  ) throws {
    try Output.collecting(to: write) { output in
      try object(to: output, "", members)
      try output.add("\n")
    }
  }

  /// Writes a list and a newline.
  package static func list(
    to write: @escaping ([UInt8]) throws -> Void, _ elements: some Sequence<some Encodable>
  ) throws {
    try Output.collecting(to: write) { output in
      try JSONStream(output, indentation: "").write(elements)
      try output.add("\n")
    }
  }

  /// Writes each value as ``CanonicalJSON/line(of:)``.
  package static func lines(
    to write: @escaping ([UInt8]) throws -> Void, _ values: some Sequence<some Encodable>
  ) throws {
    try Output.collecting(to: write) { output in
      for value in values { try output.add(CanonicalJSON.line(of: value)) }
    }
  }

  /// Adds a member. A nil value is left out, as encoders do.
  package mutating func add(_ key: String, _ value: (some Encodable)?) throws {
    guard let value else { return }
    try begin(key)
    try output.add(CanonicalJSON.bytes(of: value).dropLast(), indentation)
  }

  package mutating func add(_ key: String, list elements: some Sequence<some Encodable>) throws {
    try begin(key)
    try write(elements)
  }

  /// Adds a list of objects.
  ///
  /// - Parameter members: adds the members of an object in the order of their keys.
  package mutating func add<Element>(
    _ key: String, objects elements: some Sequence<Element>,
    _ members: (inout JSONStream, Element) throws -> Void
  ) throws {
    try begin(key)
    let inner = indentation + "  "
    try output.add("[\n")
    for (index, element) in elements.enumerated() {
      try output.add((index == 0 ? "" : ",\n") + inner)
      try Self.object(to: output, inner) { try members(&$0, element) }
    }
    try output.add("\n\(indentation)]")
  }

  private static func object(
    to output: Output, _ indentation: String, _ members: (inout JSONStream) throws -> Void
  ) throws {
    var object = JSONStream(output, indentation: indentation + "  ")
    try output.add("{\n")
    try members(&object)
    try output.add("\n\(indentation)}")
  }

  private init(_ output: Output, indentation: String) {
    self.output = output
    self.indentation = indentation
  }

  private mutating func begin(_ key: String) throws {
    try output.add("\(isEmpty ? "" : ",\n")\(indentation)\"\(key)\" : ")
    isEmpty = false
  }

  private func write(_ elements: some Sequence<some Encodable>) throws {
    try output.add("[\n")
    var rest = elements.makeIterator()
    var isFirst = true
    while let next = rest.next() {
      var batch = [next]
      while batch.count < Self.batch, let next = rest.next() { batch.append(next) }
      try output.add((isFirst ? "" : ",\n") + indentation)
      // Without "[\n" and "\n]\n".
      try output.add(CanonicalJSON.bytes(of: batch).dropFirst(2).dropLast(3), indentation)
      isFirst = false
    }
    try output.add("\n\(indentation)]")
  }
}

/// Collects bytes to pieces that are worth a system call.
private final class Output {
  private static let size = 1 << 20

  private let write: ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []

  static func collecting(
    to write: @escaping ([UInt8]) throws -> Void, _ body: (Output) throws -> Void
  ) throws {
    let output = Output(write)
    try body(output)
    try write(output.bytes)
  }

  private init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

  func add(_ text: String) throws { try add(text.utf8) }

  func add(_ more: some Sequence<UInt8>) throws {
    bytes += more
    if bytes.count >= Self.size {
      try write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Adds JSON, whose strings have no newlines, with an indentation of all lines but the first.
  func add(_ json: some Sequence<UInt8>, _ indentation: String) throws {
    let newline = UInt8(ascii: "\n")
    var last: UInt8 = 0
    for byte in json {
      // Encoders do not indent the empty line in an empty list.
      if last == newline, byte != newline { bytes += indentation.utf8 }
      bytes.append(byte)
      last = byte
    }
    try add([])
  }
}
