internal import Dispatch

/// Limits how many bytes of assembled sequences stay in memory from lint to build.
///
/// A build ships the APNG that lint has assembled, because assembling takes far longer than anything
/// else. A sequence that does not fit into the budget is assembled again by the build.
package final class SequenceBudget: @unchecked Sendable {
  // Guards `bytesLeft`, so the class can be Sendable. Mutex would require macOS 15.
  private let queue = DispatchQueue(label: "stickerpack.sequence-budget")
  private var bytesLeft: Int

  /// Creates a budget. The default has room for more than a hundred sequences of Apple's largest size.
  package init(bytes: Int = 64 << 20) { bytesLeft = bytes }

  /// Reserves `count` bytes. Returns false if fewer are left.
  package func reserve(_ count: Int) -> Bool {
    queue.sync {
      guard count <= bytesLeft else { return false }
      bytesLeft -= count
      return true
    }
  }
}
