/// Which members of a list were moved.
enum Reordering {
  /// The indices of all but one of the longest increasing subsequences: the fewest members that must
  /// go elsewhere for the rest to be in order. One that was moved far is one index.
  ///
  /// - Parameter places: each member's place in the old list, by the order of the new one. No two are
  ///   the same.
  static func moved(_ places: [Int]) -> Set<Int> {
    // By length less one: the index that ends the subsequence with the lowest end.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: places.count)
    for (index, place) in places.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if places[ends[middle]] < place { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var moved = Set(places.indices)
    var index = ends.last
    while let stays = index {
      moved.remove(stays)
      index = previous[stays]
    }
    return moved
  }
}
