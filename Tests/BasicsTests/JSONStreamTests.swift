import Basics
import Testing

/// The expected bytes are those of the system's encoder for the whole value.
@Suite("JSON objects member by member")
struct JSONStreamTests {
  private struct Tree: Encodable {
    var a: [Leaf]
    var b: [Branch]
    var c: Leaf?
    var d: Leaf?
    var e: String
  }

  private struct Branch: Encodable {
    var leaves: [Leaf]
    var name: String
  }

  private struct Leaf: Encodable {
    var list: [Int]
    var map: [String: Double]
    var text: String
  }

  private static func leaves(_ count: Int) -> [Leaf] {
    (0..<count).map {
      Leaf(
        list: Array(0..<$0 % 3), map: $0 % 2 == 0 ? [:] : ["b": 0.5, "a/\u{1}": Double($0)],
        text: "line \($0)\n\"\u{2028}é")
    }
  }

  @Test("is the same as in one piece", arguments: [0, 1, 2, 5])
  func object(_ count: Int) throws {
    let leaves = Self.leaves(count)
    let tree = Tree(
      a: leaves, b: [Branch(leaves: leaves, name: "x"), Branch(leaves: [], name: "")], c: nil,
      d: leaves.last, e: "e")
    let bytes = try JSONStream.object { object in
      try object.add("a", list: tree.a)
      try object.add("b", objects: tree.b) { entry, branch in
        try entry.add("leaves", list: branch.leaves)
        try entry.add("name", branch.name)
      }
      try object.add("c", tree.c)
      try object.add("d", tree.d)
      try object.add("e", tree.e)
    }
    #expect(try bytes == CanonicalJSON.bytes(of: tree))
  }

  @Test("is the same for lists and objects without members", arguments: [0, 1, 2, 5])
  func lists(_ count: Int) throws {
    let leaves = Self.leaves(count)
    #expect(try JSONStream.list(leaves) == CanonicalJSON.bytes(of: leaves))
    #expect(try JSONStream.object { _ in } == CanonicalJSON.bytes(of: [String: Int]()))
    let objects = JSONStream.object { object in
      object.add("list", objects: leaves) { _, _ in }
    }
    #expect(
      try objects == CanonicalJSON.bytes(of: ["list": leaves.map { _ in [String: Int]() }]))
  }
}
