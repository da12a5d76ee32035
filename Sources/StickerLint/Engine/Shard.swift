internal import Basics
package import StickerPacks

/// One part of a tree that several machines lint, with the information that joins the parts.
///
/// Packs are never divided, so that rules about whole packs see all of them and the joined report equals
/// that of a single run.
package struct Shard: Sendable, Equatable {
  /// The number of the part, from 1.
  package let index: Int
  /// The number of parts, 1 or more.
  package let count: Int
  /// The indices of this part's packs in the tree, ascending.
  package let positions: [Int]
  /// The number of packs in the tree.
  package let packCount: Int
  /// A hash of all packs' paths, in order. Parts of different trees cannot be joined.
  package let tree: String

  /// Chooses a part of a tree's packs by the SHA-256 of each pack's display path, so that a pack's part
  /// does not depend on the machine or on other packs.
  ///
  /// - Parameters:
  ///   - index: from 1 to `count`.
  ///   - packs: all packs of the tree; reduced to those of this part.
  package init(_ index: Int, of count: Int, choosingFrom packs: inout [PackSource]) {
    self.index = index
    self.count = count
    packCount = packs.count
    tree = SHA256.hexadecimal(packs.flatMap { Array($0.displayPath.utf8) + [0] })
    positions = packs.indices.filter { Self.index(of: packs[$0].displayPath, count) == index }
    packs = positions.map { packs[$0] }
  }

  /// The part of a path, from 1: the first 60 bits of its hash, modulo `count`.
  static func index(of path: String, _ count: Int) -> Int {
    let digits = SHA256.hexadecimal(Array(path.utf8)).prefix(15)
    return (Int(digits, radix: 16) ?? 0) % count + 1
  }
}
