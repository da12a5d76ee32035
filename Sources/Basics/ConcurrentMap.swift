extension Array where Element: Sendable {
  /// Returns the results of `transform` for all elements, in order, running at most `jobs` at a time.
  ///
  /// - Parameter progress: called after each element with the number of finished and of all elements.
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
