internal import Synchronization

/// Tells work on threads of its own, which do not belong to a Swift task, to end early.
package final class Cancellation: Sendable {
  private let value = Atomic(false)

  package init() {}

  package var isRequested: Bool { value.load(ordering: .relaxed) }

  package func request() { value.store(true, ordering: .relaxed) }
}
