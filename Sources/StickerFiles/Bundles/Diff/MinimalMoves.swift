/// The smallest set of elements whose move explains a new order.
enum MinimalMoves {
  /// Returns the indices that are not part of the longest increasing subsequence: when these elements
  /// move, all others keep their order.
  ///
  /// - Parameter positions: the old position of each element, in the new order, without duplicates.
  static func indices(of positions: [Int]) -> Set<Int> {
    // At index n: the index of the lowest end of an increasing subsequence of n + 1 elements.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: positions.count)
    for (index, position) in positions.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if positions[ends[middle]] < position { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var moved = Set(positions.indices)
    var index = ends.last
    while let kept = index {
      moved.remove(kept)
      index = previous[kept]
    }
    return moved
  }
}
