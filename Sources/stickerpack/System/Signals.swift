internal import Basics
internal import Dispatch
internal import StickerTasks
internal import Synchronization
internal import SystemLibraries

/// Delays the end of the program by Ctrl-C, a closed terminal or `kill` while files are being written,
/// so nothing incomplete is left. A second signal ends the program at once. Everywhere else, signals
/// have the effect that the command chose, or their default effect.
enum Signals {
  /// Lets this thread receive signals. A program that is started from a thread that blocks them, such as one
  /// of Dispatch, inherits that, and could not be ended by Ctrl-C.
  static func unblock() {
    var none = sigset_t()
    _ = unsafe sigemptyset(&none)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Cancels `work` at the first signal. When it has ended, the program ends by that signal.
  static func cancelling<Value: Sendable, Failure>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let delay = Delay()
    let task = Task { () async -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
    }
    delay.react { task.cancel() }
    let result = await task.value
    delay.end()
    return try result.get()
  }

  /// Lets `work`, which takes milliseconds, end before a signal ends the program.
  static func deferring<Value, Failure>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let delay = Delay()
    defer { delay.end() }
    return try work()
  }

  /// The time in which signals are caught.
  private struct Delay {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// The handlers of the signals before.
    private let previous: [(number: Int32, handler: (@convention(c) (Int32) -> Void)?)]

    /// Begins to catch signals. Those that the caller, such as nohup, wants to be ignored stay ignored.
    init() {
      caught.isExpected.store(true, ordering: .sequentiallyConsistent)
      previous = Self.signals.map { ($0, signal($0, catchSignal)) }
      for (number, handler) in previous
      where unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = signal(number, SIG_IGN)
      }
    }

    /// Calls `body` at the first signal, on another thread, because a signal handler may do very little.
    func react(_ body: @escaping @Sendable () -> Void) {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { return }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let reading = ends[0]
      DispatchQueue.global().async {
        if (try? FileStream.bytes(from: reading, count: 1)) == [0] { body() }
        close(reading)
      }
      caught.writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
      if caught.signal.load(ordering: .sequentiallyConsistent) != 0 { body() }
    }

    /// Ends the program if a signal was caught.
    func end() {
      for (number, handler) in previous { _ = signal(number, handler) }
      caught.isExpected.store(false, ordering: .sequentiallyConsistent)
      let end = caught.writingEnd.exchange(-1, ordering: .sequentiallyConsistent)
      if end >= 0 { close(end) }
      let number = caught.signal.load(ordering: .sequentiallyConsistent)
      guard number != 0 else { return }
      // This thread may block signals, so another one receives it.
      kill(getpid(), number)
      while true { pause() }
    }
  }
}

extension WholeFile {
  /// Writes or replaces a file. A signal ends the program after that.
  static func write(
    _ bytes: [UInt8], to path: FilePath, replacesImages: Bool = false
  ) throws(OutputError) {
    try write(bytes, to: path, replacesImages: replacesImages) { Signals.deferring($0) }
  }

  /// Writes several files, all or none. A signal ends the program after that.
  static func write(_ files: [(bytes: [UInt8], path: FilePath)]) throws(OutputError) {
    try write(files) { Signals.deferring($0) }
  }
}

/// The state that the signal handler shares with the threads that it interrupts, or that go on beside it.
private struct Caught: ~Copyable, Sendable {
  /// Whether a delay has not ended.
  let isExpected = Atomic<Bool>(false)
  /// The first signal; 0 before it.
  let signal = Atomic<Int32>(0)
  /// The end of a pipe that tells of the first signal, or -1. The thread that takes it closes it, so no other one
  /// writes to a descriptor that was closed, and may be that of another file by then.
  let writingEnd = Atomic<Int32>(-1)
}

// A signal handler has no context, so this is global.
// Unsafe: handlers are only compared, as addresses, and `write` reads one byte of the handler's own stack.
private let caught = Caught()

/// Called between any two instructions of the program: only system calls and atomic numbers are safe here.
private func catchSignal(_ number: Int32) {
  let code = errno
  defer { errno = code }
  guard
    caught.signal.compareExchange(
      expected: 0, desired: number, ordering: .sequentiallyConsistent
    ).exchanged
  else {
    _ = signal(number, SIG_DFL)
    raise(number)
    return
  }
  let end = caught.writingEnd.exchange(-1, ordering: .sequentiallyConsistent)
  if end >= 0 {
    var byte: UInt8 = 0
    _ = unsafe write(end, &byte, 1)
    close(end)
  }
  // The delay ended before this signal was stored, on another thread that did not see it.
  if !caught.isExpected.load(ordering: .sequentiallyConsistent) { kill(getpid(), number) }
}
