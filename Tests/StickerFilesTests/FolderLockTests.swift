import Basics
import StickerFiles
import Synchronization
import TestSupport
import Testing

@Suite("Locks on folders")
struct FolderLockTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["A/a.png", "A/Sub/b.png", "B/c.png"] { try folder.write([1], to: name) }
  }

  private final class Flag: Sendable {
    let value = Mutex(false)
  }

  private func path(_ name: String) -> FilePath { FilePath("\(folder.path)/\(name)") }

  @Test(
    "a lock waits for one on the same folder, on one in it and on one around it",
    arguments: [
      (["A"], ["A"]), (["A"], ["A/Sub"]), (["A/Sub"], ["A"]), (["A"], ["A/a.png"]),
      (["A", "B"], ["A"]), (["A"], ["B", "A"]), (["A", "B"], ["."]),
    ])
  func waits(_ first: [String], _ second: [String]) async throws {
    let hasEnded = Flag()
    let (waiting, continuation) = AsyncStream.makeStream(of: Void.self)
    let other = try await FolderLock.holding(
      on: first.map(path), orThrow: CancellationError() as any Error, waiting: {}
    ) {
      let other = Task { [paths = second.map(path)] in
        try await FolderLock.holding(
          on: paths, orThrow: CancellationError() as any Error, waiting: { continuation.yield() }
        ) { hasEnded.value.withLock { $0 } }
      }
      for await _ in waiting { break }
      hasEnded.value.withLock { $0 = true }
      return other
    }
    #expect(try await other.value)
  }

  @Test("folders beside each other are locked at the same time")
  func siblings() async throws {
    let entered = try await FolderLock.holding(
      on: [path("A")], orThrow: CancellationError() as any Error, waiting: {}
    ) {
      try await FolderLock.holding(
        on: [path("B")], orThrow: CancellationError() as any Error,
        waiting: { Issue.record("B is not locked") }
      ) { true }
    }
    #expect(entered)
  }

  @Test("a cancelled task stops waiting")
  func cancellation() async throws {
    try await FolderLock.holding(
      on: [path("A")], orThrow: CancellationError() as any Error, waiting: {}
    ) {
      let (waiting, continuation) = AsyncStream.makeStream(of: Void.self)
      let other = Task { [path = path("A")] in
        try await FolderLock.holding(
          on: [path], orThrow: CancellationError() as any Error, waiting: { continuation.yield() }
        ) { Issue.record("A was not locked") }
      }
      for await _ in waiting { break }
      other.cancel()
      await #expect(throws: CancellationError.self) { try await other.value }
    }
  }
}
