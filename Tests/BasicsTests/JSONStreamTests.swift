import Basics
import Testing

/// The expected bytes are those of the system's encoder for the whole value.
@Suite("JSON in pieces")
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

  @Test("is the same as in one piece", arguments: [0, 1, 2, 99, 100, 101, 250])
  func object(_ count: Int) throws {
    let leaves = Self.leaves(count)
    let tree = Tree(
      a: leaves, b: [Branch(leaves: leaves, name: "x"), Branch(leaves: [], name: "")], c: nil,
      d: leaves.last, e: "e")
    var bytes: [UInt8] = []
    try JSONStream.object(to: { bytes += $0 }) { object in
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

  @Test("a list is the same as in one piece", arguments: [0, 1, 100, 101])
  func list(_ count: Int) throws {
    var bytes: [UInt8] = []
    try JSONStream.list(to: { bytes += $0 }, Self.leaves(count))
    #expect(try bytes == CanonicalJSON.bytes(of: Self.leaves(count)))
  }

  @Test("lines are the values one by one")
  func lines() throws {
    var bytes: [UInt8] = []
    try JSONStream.lines(to: { bytes += $0 }, Self.leaves(3))
    #expect(try bytes == Self.leaves(3).flatMap { try CanonicalJSON.line(of: $0) })
  }

  @Test("comes in pieces of about a MiB")
  func pieces() throws {
    var sizes: [Int] = []
    try JSONStream.list(
      to: { sizes.append($0.count) },
      (0..<4000).lazy.map { _ in String(repeating: "a", count: 1000) })
    #expect(sizes.count == 4)
    #expect(sizes.dropLast().allSatisfy { (1 << 20..<(1 << 20) + 200_000).contains($0) })
  }
}
