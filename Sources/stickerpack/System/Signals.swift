internal import Basics
internal import Dispatch
internal import StickerFiles
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
    /// What handled each signal before.
    private let previous: [(number: Int32, handler: (@convention(c) (Int32) -> Void)?)]

    /// Begins to catch signals. Those that the caller, such as nohup, wants to be ignored stay ignored.
    init() {
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
      unsafe writingEnd = ends[1]
      if unsafe caughtSignal != 0 { body() }
    }

    /// Ends the program if a signal was caught.
    func end() {
      for (number, handler) in previous { _ = signal(number, handler) }
      if unsafe writingEnd >= 0 { close(unsafe writingEnd) }
      unsafe writingEnd = -1
      guard unsafe caughtSignal != 0 else { return }
      // This thread may block signals, so another one receives it.
      unsafe kill(getpid(), caughtSignal)
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
}

// Unsafe: a signal handler has no context, so these are global. Each is one number, and the handler is removed before
// the descriptor loses its meaning.
private nonisolated(unsafe) var writingEnd: Int32 = -1
private nonisolated(unsafe) var caughtSignal: Int32 = 0

/// Called between any two instructions of the program: only system calls are safe here.
private func catchSignal(_ number: Int32) {
  if unsafe caughtSignal == 0 {
    unsafe caughtSignal = number
    let code = errno
    var byte: UInt8 = 0
    _ = unsafe write(writingEnd, &byte, 1)
    errno = code
  } else {
    _ = signal(number, SIG_DFL)
    raise(number)
  }
}
