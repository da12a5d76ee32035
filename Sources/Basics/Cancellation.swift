internal import Dispatch

/// Tells work on threads of its own, which do not belong to a Swift task, to end early.
package final class Cancellation: @unchecked Sendable {
  // Guards `value`, so the class can be Sendable. Mutex would require macOS 15.
  private let queue = DispatchQueue(label: "stickerpack.cancellation")
  private var value = false

  /// Creates a cancellation that has not been requested.
  package init() {}

  /// Whether it was requested.
  package var isRequested: Bool { queue.sync { value } }

  /// Requests it.
  package func request() { queue.sync { value = true } }
}
