extension Array where Element: Sendable {
  /// Applies `transform` to every element, at most `jobs` at a time, and keeps the order.
  ///
  /// This is the only place where work runs side by side: one element is one file, and what is in
  /// flight at once is bounded by `jobs`.
  ///
  /// - Parameter progress: called after each element with the number done and the number of all.
  package func concurrentMap<Result: Sendable>(
    jobs: Int, progress: (_ done: Int, _ total: Int) -> Void,
    _ transform: @escaping @Sendable (Element) -> Result
  ) async -> [Result] {
    var results = [Result?](repeating: nil, count: count)
    await withTaskGroup(of: (Int, Result).self) { group in
      var next = 0
      func start() {
        guard next < count else { return }
        let (index, element) = (next, self[next])
        next += 1
        group.addTask { (index, transform(element)) }
      }
      for _ in 0..<Swift.max(1, jobs) { start() }
      var done = 0
      for await (index, result) in group {
        results[index] = result
        done += 1
        progress(done, count)
        start()
      }
    }
    return results.compactMap(\.self)
  }
}
