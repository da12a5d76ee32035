internal import Basics
internal import Synchronization

/// Limits how many bytes of images that lint has made stay in memory for a build.
///
/// A build ships the sequences that were assembled and the stickers that were fitted for lint, because making
/// them takes far longer than anything else. An image that exceeds the budget is made again by the build.
package final class ImageBudget: Sendable {
  private let bytesLeft: Atomic<Int>

  /// Creates a budget. The default has room for more than a hundred stickers of Apple's largest size.
  package init(bytes: Int = 64 << 20) { bytesLeft = Atomic(bytes) }

  /// Reserves `count` bytes. Returns false if fewer are left.
  package func reserve(_ count: Int) -> Bool {
    var left = bytesLeft.load(ordering: .relaxed)
    while count <= left {
      let (exchanged, original) = bytesLeft.compareExchange(
        expected: left, desired: left - count, ordering: .relaxed)
      if exchanged { return true }
      left = original
    }
    return false
  }
}
