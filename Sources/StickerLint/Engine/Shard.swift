internal import Basics
package import StickerPacks

/// One part of a tree that several machines lint, and what it takes to put the parts together.
///
/// Packs are never divided: a rule about a whole pack sees all of it, so that the joined report is
/// that of a single run.
package struct Shard: Sendable, Equatable {
  /// Which part it is, from 1.
  package let index: Int
  /// How many parts there are, 1 or more.
  package let count: Int
  /// Where each pack of this part stands in the tree, from 0, ascending.
  package let positions: [Int]
  /// How many packs the tree has.
  package let packCount: Int
  /// A hash of all packs' paths, in order: parts of different trees do not fit together.
  package let tree: String

  /// Chooses a part of a tree's packs by the SHA-256 of each pack's path as reports name it: the
  /// same on every machine, whatever other packs there are.
  ///
  /// - Parameters:
  ///   - index: from 1 to `count`.
  ///   - packs: all packs of the tree; those of this part stay.
  package init(_ index: Int, of count: Int, choosingFrom packs: inout [PackSource]) {
    self.index = index
    self.count = count
    packCount = packs.count
    tree = SHA256.hexadecimal(packs.flatMap { Array($0.displayPath.utf8) + [0] })
    positions = packs.indices.filter { Self.index(of: packs[$0].displayPath, count) == index }
    packs = positions.map { packs[$0] }
  }

  /// The part that a path belongs to, from 1: the first 60 bits of its hash, modulo `count`.
  static func index(of path: String, _ count: Int) -> Int {
    let digits = SHA256.hexadecimal(Array(path.utf8)).prefix(15)
    return (Int(digits, radix: 16) ?? 0) % count + 1
  }
}
