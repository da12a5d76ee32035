internal import Dispatch
internal import SystemLibraries

/// The groups of the programs that run now. A terminal sends Ctrl-C to its own group only, so a
/// signal that ends this program has to end them, too.
enum ProcessGroups {
  /// Guards the groups. A signal handler reads them without it.
  private static let queue = DispatchQueue(label: "stickerpack.groups")

  /// Ends a group with this program, until it is removed.
  static func add(_ group: pid_t) {
    queue.sync {
      if unsafe groups.isEmpty { catchSignals() }
      if let free = unsafe groups.firstIndex(of: 0) { unsafe groups[free] = group }
    }
  }

  static func remove(_ group: pid_t) {
    queue.sync {
      if let index = unsafe groups.firstIndex(of: group) { unsafe groups[index] = 0 }
    }
  }

  /// Signals that this program handles or ignores keep that effect.
  private static func catchSignals() {
    unsafe groups = .allocate(capacity: 64)
    unsafe groups.initialize(repeating: 0)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number, endWithGroups)
      guard unsafe unsafeBitCast(previous, to: Int.self) != unsafeBitCast(SIG_DFL, to: Int.self)
      else { continue }
      _ = signal(number, previous)
    }
  }
}

// Unsafe: a signal handler has no context, so this is global. Its memory is never moved or freed, and its numbers
// are written one at a time.
private nonisolated(unsafe) var groups = unsafe UnsafeMutableBufferPointer<pid_t>(
  start: nil, count: 0)

/// Called between any two instructions of the program: only system calls are safe here.
private func endWithGroups(_ number: Int32) {
  unsafe groups.forEach { if $0 > 0 { kill(-$0, SIGKILL) } }
  _ = signal(number, SIG_DFL)
  raise(number)
}
