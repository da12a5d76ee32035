import Basics
import Foundation
import Testing

/// The expected bytes are those of the system's encoder.
@Suite("JSON")
struct JSONStreamTests {
  private struct Tree: Encodable, JSONObject {
    var a: [Leaf]
    var b: [Branch]
    var c: Leaf?
    var d: Leaf?
    var e: String
    var f: Bool

    func addMembers(to json: inout JSONStream) {
      json.add("a", a)
      json.add("b", objects: b) { json, branch in
        json.add("leaves", branch.leaves)
        json.add("name", branch.name)
      }
      json.add("c", c)
      json.add("d", d)
      json.add("e", e)
      json.add("f", f)
    }
  }

  private struct Branch: Encodable {
    var leaves: [Leaf]
    var name: String
  }

  private struct Leaf: Encodable, JSONObject {
    var list: [Int]
    var map: [String: Double]
    var text: String

    func addMembers(to json: inout JSONStream) {
      json.add("list", list)
      json.add("map", map)
      json.add("text", text)
    }
  }

  private static func leaves(_ count: Int) -> [Leaf] {
    (0..<count).map { number in
      let map: [String: Double] = ["b": 0.5, "a/\u{1}": Double(number)]
      return Leaf(
        list: Array(0..<number % 3), map: number % 2 == 0 ? [:] : map,
        text: "line \(number)\n\"\u{2028}é")
    }
  }

  private func encoded(
    _ value: some Encodable, isIndented: Bool = true
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    return try Array(encoder.encode(value)) + (isIndented ? [0x0A] : [])
  }

  private func expectSame(_ value: some Encodable & JSONValue) throws {
    #expect(try JSONStream.bytes(of: value) == encoded(value))
    #expect(try JSONStream.compactBytes(of: value) == encoded(value, isIndented: false))
  }

  @Test("objects and lists are as the system's encoder writes them", arguments: [0, 1, 2, 5])
  func tree(_ count: Int) throws {
    let leaves = Self.leaves(count)
    try expectSame(
      Tree(
        a: leaves, b: [Branch(leaves: leaves, name: "x"), Branch(leaves: [], name: "")], c: nil,
        d: leaves.last, e: "e", f: count == 1))
    try expectSame(leaves)
    try expectSame([leaves, [], leaves])
    try expectSame(["list": leaves.map { _ in [String: Int]() }, "z": []])
    #expect(
      try JSONStream.list(of: leaves) { $1.addMembers(to: &$0) } == encoded(leaves))
    #expect(try JSONStream.object { _ in } == encoded([String: Int]()))
  }

  @Test("keys have the order of the system's encoder")
  func keys() throws {
    let keys = [
      "a10", "a9", "B", "b", "ä", "a\u{308}o", "Z", "", "pt-BR", "pt", "files", "fileBytes",
    ]
    try expectSame(Dictionary(uniqueKeysWithValues: keys.map { ($0, $0) }))
  }

  @Test("strings are escaped as by the system's encoder")
  func strings() throws {
    let scalars = (0...0xA0).compactMap { Unicode.Scalar(UInt32($0)) }
    try expectSame(scalars.map { String($0) })
    try expectSame(scalars.reduce(into: "") { $0.unicodeScalars.append($1) })
    try expectSame(
      ["", "/", "\u{2028}\u{2029}", "👩‍👩‍👧", "e\u{301}", "\u{FEFF}", "\u{FFFF}", "\r\n", "\u{10FFFF}"])
  }

  @Test("numbers are as the system's encoder writes them")
  func numbers() throws {
    try expectSame(
      [
        0, -0.0, 1, 1.5, -2.25, 100, 0.1, 1.0 / 3, 1e15, 1e16, 1e20, 1.5e300,
        .leastNonzeroMagnitude, 1e-5, 0.0001,
        .pi, .greatestFiniteMagnitude, -.leastNormalMagnitude,
      ] as [Double])
    try expectSame([0, -1, .max, .min])
  }

  @Test("a number that JSON cannot represent is null", arguments: [Double.infinity, .nan])
  func infinity(_ number: Double) {
    #expect(JSONStream.compactBytes(of: [number]) == [UInt8]("[null]".utf8))
  }

  @Test("a parsed text is written with sorted keys and whole numbers")
  func parsed() throws {
    let text = #"{ "b": [1.0, -0, 2.5, 1e3, null, true], "a": { "y": "\u00e9\n", "x": {} } }"#
    #expect(
      String(
        decoding: JSONStream.compactBytes(of: try RelaxedJSON(parsing: Array(text.utf8))),
        as: UTF8.self)
        == #"{"a":{"x":{},"y":"é\n"},"b":[1,0,2.5,1000,null,true]}"#)
  }
}
