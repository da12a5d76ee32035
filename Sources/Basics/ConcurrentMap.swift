internal import Dispatch
internal import Synchronization

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
    let indices = RemainingIndices(of: self)
    await withTaskCancellationHandler {
      await withTaskGroup(
        of: (finished: (index: Int, result: Result)?, thread: DispatchQueue).self
      ) { group in
        func start(on thread: DispatchQueue) {
          group.addTask {
            await withCheckedContinuation { continuation in
              thread.async {
                continuation.resume(
                  returning: (indices.next().map { ($0, transform(self[$0])) }, thread))
              }
            }
          }
        }
        for _ in 0..<Swift.min(count, Swift.max(1, jobs)) {
          // A serial queue gets a thread even if all cores are busy; a concurrent one may not.
          start(on: DispatchQueue(label: "stickerpack.worker"))
        }
        var done = 0
        for await (finished, thread) in group {
          guard let (index, result) = finished else { continue }
          results[index] = result
          done += 1
          progress(done, count)
          start(on: thread)
        }
      }
    } onCancel: {
      indices.stop()
    }
    let finished = results.compactMap { $0 }
    guard finished.count == count else { throw CancellationError() }
    return finished
  }

  /// Returns the results of `transform` for all elements, in order, running at most `jobs` at a time.
  ///
  /// For parts of one file's work, which run on its thread and on those that are idle. The thread waits
  /// for them, so it must not be one that Swift tasks share.
  ///
  /// - Throws: the error of the first element that has one.
  package func blockingMap<Value: Sendable, Failure>(
    jobs: Int, _ transform: @Sendable (Element) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    guard jobs > 1, count > 1 else { return try map(transform) }
    var results = [Result<Value, Failure>?](repeating: nil, count: count)
    let indices = RemainingIndices(of: self)
    unsafe results.withUnsafeMutableBufferPointer { results in
      // Unsafe: each index is taken once, so no two threads write the same element.
      nonisolated(unsafe) let results = unsafe results
      DispatchQueue.concurrentPerform(iterations: Swift.min(count, jobs)) { _ in
        while let index = indices.next() {
          unsafe results[index] = Result { () throws(Failure) in try transform(self[index]) }
        }
      }
    }
    return try results.compactMap { $0 }.map { result throws(Failure) in try result.get() }
  }
}

/// The elements of an array that no thread has started yet.
private final class RemainingIndices: Sendable {
  private let count: Int
  private let first = Atomic(0)

  init(of array: [some Any]) { count = array.count }

  func next() -> Int? {
    let index = first.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  /// Lets no further element start.
  func stop() { first.store(count, ordering: .relaxed) }
}
