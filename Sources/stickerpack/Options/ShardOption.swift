internal import ArgumentParser
internal import StickerLint
internal import StickerPacks

/// The argument of `--shard`, such as `2/5`.
struct ShardOption: ExpressibleByArgument {
  private let index: Int
  private let count: Int

  /// A larger number of shards is a typo.
  private static let mostParts = 100_000

  init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1],
      (1...Self.mostParts).contains(count), (1...count).contains(index)
    else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Removes the packs of all other shards.
  func choose(from packs: inout [PackSource]) -> Shard {
    Shard(index, of: count, choosingFrom: &packs)
  }
}
