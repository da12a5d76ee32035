internal import Synchronization

/// Tells work on threads of its own, which do not belong to a Swift task, to end early.
package final class Cancellation: Sendable {
  private let value = Mutex(false)

  package init() {}

  package var isRequested: Bool { value.withLock { $0 } }

  package func request() { value.withLock { $0 = true } }
}
