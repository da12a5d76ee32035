internal import Dispatch

extension Array where Element: Sendable {
  /// Returns the results of `transform` for all elements, in order, running at most `jobs` at a time.
  ///
  /// All concurrent work goes through this function. An element is usually a file, so `jobs` also
  /// limits how much is in memory. Decoding one may take seconds: the work runs on `jobs` threads of
  /// its own and never blocks those that Swift tasks share.
  ///
  /// - Parameter progress: called after each element with the number of finished elements and the total.
  /// - Throws: `CancellationError` if the task is cancelled before the last element is started.
  ///   Elements that have been started are finished first.
  package func concurrentMap<Result: Sendable>(
    jobs: Int, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
    _ transform: @escaping @Sendable (Element) -> Result
  ) async throws(CancellationError) -> [Result] {
    var results = [Result?](repeating: nil, count: count)
    await withTaskGroup(of: (index: Int, result: Result, thread: DispatchQueue).self) { group in
      var next = 0
      func start(on thread: DispatchQueue) {
        guard next < count, !Task.isCancelled else { return }
        let (index, element) = (next, self[next])
        next += 1
        group.addTask {
          await withCheckedContinuation { continuation in
            thread.async { continuation.resume(returning: (index, transform(element), thread)) }
          }
        }
      }
      for _ in 0..<Swift.min(count, Swift.max(1, jobs)) {
        // A serial queue gets a thread even if all cores are busy; a concurrent one may not.
        start(on: DispatchQueue(label: "stickerpack.worker"))
      }
      var done = 0
      for await (index, result, thread) in group {
        results[index] = result
        done += 1
        progress(done, count)
        start(on: thread)
      }
    }
    let finished = results.compactMap(\.self)
    guard finished.count == count else { throw CancellationError() }
    return finished
  }
}
