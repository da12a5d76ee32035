internal import Dispatch
internal import Synchronization
internal import SystemLibraries

/// The groups of the programs that run now. A terminal sends Ctrl-C to its own group only, so a
/// signal that ends this program has to end them, too.
enum ProcessGroups {
  /// Guards the groups. A signal handler reads them without it.
  private static let queue = DispatchQueue(label: "stickerpack.groups")

  /// Starts a program that leads a group, which ends with this program until it is removed.
  ///
  /// A signal in between ends both as soon as the group is known.
  static func start<Failure>(
    _ spawn: () throws(Failure) -> pid_t
  ) throws(Failure) -> pid_t {
    queue.sync { if unsafe groups.isEmpty { catchSignals() } }
    starting.add(1, ordering: .sequentiallyConsistent)
    defer {
      starting.subtract(1, ordering: .sequentiallyConsistent)
      endIfSignaled(whileStarting: 0)
    }
    while endIfSignaled(whileStarting: 1) { pause() }
    let group = try spawn()
    queue.sync {
      if let free = unsafe groups.firstIndex(of: 0) { unsafe groups[free] = group }
    }
    return group
  }

  /// Does not return if a signal ends this program: the group may have ended because of it, which must not
  /// look like a failure of that program.
  static func remove(_ group: pid_t) {
    while ending.load(ordering: .sequentiallyConsistent) != 0 { pause() }
    queue.sync {
      if let index = unsafe groups.firstIndex(of: group) { unsafe groups[index] = 0 }
    }
  }

  /// Signals that this program handles or ignores keep that effect.
  private static func catchSignals() {
    unsafe groups = .allocate(capacity: 64)
    unsafe groups.initialize(repeating: 0)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number, handle)
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

/// The number of programs that are started now, whose groups are not known yet.
private let starting = Atomic<Int>(0)

/// The signal that ends this program; 0 if there was none.
private let ending = Atomic<Int32>(0)

/// Called between any two instructions of the program: only system calls and atomic numbers are safe here.
private func handle(_ number: Int32) {
  ending.store(number, ordering: .sequentiallyConsistent)
  endIfSignaled(whileStarting: 0)
}

/// Ends all groups and this program after a signal, unless more than the given number of programs are being
/// started: then the thread that starts the last of them does.
///
/// - Returns: whether the program is about to end.
@discardableResult
private func endIfSignaled(whileStarting most: Int) -> Bool {
  let number = ending.load(ordering: .sequentiallyConsistent)
  guard number != 0, starting.load(ordering: .sequentiallyConsistent) <= most else { return false }
  unsafe groups.forEach { if $0 > 0 { kill(-$0, SIGKILL) } }
  _ = signal(number, SIG_DFL)
  // To the process: this thread may block signals.
  kill(getpid(), number)
  return true
}
