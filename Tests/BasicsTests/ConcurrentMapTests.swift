import Basics
import Dispatch
import Foundation
import Testing

@Suite("Concurrent map")
struct ConcurrentMapTests {
  @Test("results keep the order of the elements for any number of jobs", arguments: [1, 3, 100])
  func order(_ jobs: Int) async throws {
    let doubled = try await Array(0..<50).concurrentMap(jobs: jobs) { $0 * 2 }
    #expect(doubled == (0..<50).map { $0 * 2 })
    #expect(try await [Int]().concurrentMap(jobs: jobs) { $0 } == [])
  }

  @Test("results of a blocking map keep the order of the elements", arguments: [1, 3, 100])
  func blockingOrder(_ jobs: Int) {
    #expect(Array(0..<50).blockingMap(jobs: jobs) { $0 * 2 } == (0..<50).map { $0 * 2 })
    #expect([Int]().blockingMap(jobs: jobs) { $0 } == [])
  }

  @Test("a blocking map runs at most its number of jobs at a time", arguments: [1, 2])
  func blockingJobs(_ jobs: Int) {
    let running = DispatchSemaphore(value: jobs)
    let isWithinLimit = Array(0..<40).blockingMap(jobs: jobs) { _ in
      defer { running.signal() }
      return running.wait(timeout: .now()) == .success
    }
    #expect(isWithinLimit.allSatisfy { $0 })
  }

  @Test("a cancelled task starts no further elements and throws")
  func cancellation() async {
    let started = DispatchSemaphore(value: 0)
    let canFinish = DispatchSemaphore(value: 0)
    let elements = Array(0..<1000)
    let task = Task {
      try await elements.concurrentMap(jobs: 1) { element in
        started.signal()
        canFinish.wait()
        return element
      }
    }
    await wait(for: started)
    task.cancel()
    for _ in elements { canFinish.signal() }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(started.wait(timeout: .now()) == .timedOut)
  }

  @Test("blocking work does not block other tasks")
  func blocking() async throws {
    let (started, isReleased) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let jobs = ProcessInfo.processInfo.activeProcessorCount * 2
    async let results = Array(0..<jobs).concurrentMap(jobs: jobs) { element in
      started.signal()
      isReleased.wait()
      return element
    }
    for _ in 0..<jobs { await wait(for: started) }
    // Runs on the threads that tasks share, and only if the work above does not occupy them all.
    Task { for _ in 0..<jobs { isReleased.signal() } }
    #expect(try await results == Array(0..<jobs))
  }

  /// Waits on a thread of its own.
  private func wait(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "test").async {
        semaphore.wait()
        continuation.resume()
      }
    }
  }
}
