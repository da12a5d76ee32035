internal import Synchronization

/// Tells work on threads of its own, which do not belong to a Swift task, to end early.
package final class Cancellation: Sendable {
  private let value = Mutex(false)

  /// Creates a cancellation that has not been requested.
  package init() {}

  /// Whether it was requested.
  package var isRequested: Bool { value.withLock { $0 } }

  /// Requests it.
  package func request() { value.withLock { $0 = true } }
}
