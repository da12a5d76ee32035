internal import SystemLibraries

// Unsafe: system calls. What `posix_spawn` gets is initialized before, freed after, and used during the call only;
// lists of arguments end with nil. Buffers are passed with their size.

/// Another program, run to its end without a shell. Foundation's `Process` would link all of Foundation,
/// and swift-subprocess with swift-system adds 3.65 MB (18%) to the program.
package struct Subprocess {
  /// The outcome of running a program.
  package struct End: Sendable {
    /// Whether it exited with the status 0.
    package var isSuccess: Bool
    /// The last 64 KiB that it wrote to standard error.
    package var errors: [UInt8]
    /// Whether it was ended because it took longer than the time limit.
    package var isTimeout = false
  }

  /// A failure to start a program.
  package struct Failure: Error {
    /// The error number, `ENOENT` for a program that is not installed.
    package var code: Int32

    /// Whether there is no such program on the `PATH`.
    package var isMissing: Bool { code == ENOENT }
  }

  private static let partSize = 1 << 16
  private static let mostErrors = 1 << 16

  /// Runs a program from the `PATH`.
  ///
  /// - Parameters:
  ///   - environment: variables that are added to those of this process, or removed where nil.
  ///   - input: an open file that becomes standard input; nil for none.
  ///   - timeLimit: the time after which the program and all that it started are ended.
  ///   - receive: takes the next part of standard output; false ends the program.
  package static func run(
    _ name: String, _ arguments: [String], environment: [String: String?] = [:],
    input: Int32? = nil, timeLimit: Duration? = nil, receive: ([UInt8]) -> Bool
  ) throws(Failure) -> End {
    var (output, errors) = (try Pipe(), try Pipe())
    defer {
      output.closeEnds()
      errors.closeEnds()
    }
    let child = try ProcessGroups.start { () throws(Failure) in
      try start(name, arguments, environment, input, &output, &errors)
    }
    defer { ProcessGroups.remove(child) }
    let deadline = timeLimit.map { ContinuousClock.now + $0 }
    var end = End(isSuccess: false, errors: [])
    while output.isOpen || errors.isOpen {
      if let deadline, ContinuousClock.now > deadline {
        end.isTimeout = true
        break
      }
      // Wakes up for the deadline.
      guard Pipe.wait(for: [output, errors], milliseconds: deadline == nil ? -1 : 100) else {
        continue
      }
      if let part = output.next(), !part.isEmpty, !receive(part) { break }
      if let part = errors.next() { end.errors = Array((end.errors + part).suffix(mostErrors)) }
    }
    // A program that has closed its output may still run.
    let isEnding = !output.isOpen && !errors.isOpen
    if isEnding, let status = status(of: child, until: deadline) {
      end.isSuccess = status == 0
      return end
    }
    end.isTimeout = end.isTimeout || isEnding
    // It leads its group, in which are the programs that it started.
    kill(-child, SIGKILL)
    _ = status(of: child, until: nil)
    return end
  }

  /// Waits for the end of a program and returns its status; nil at the deadline.
  private static func status(of child: pid_t, until deadline: ContinuousClock.Instant?) -> Int32? {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(child, &status, deadline == nil ? 0 : WNOHANG)
      if ended == child { return status }
      guard ended == 0 || errno == EINTR else { return -1 }
      if let deadline, ContinuousClock.now > deadline { return nil }
      usleep(1_000)
    }
  }

  private static func start(
    _ name: String, _ arguments: [String], _ environment: [String: String?], _ input: Int32?,
    _ output: inout Pipe, _ errors: inout Pipe
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, output.writingEnd, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors.writingEnd, STDERR_FILENO)
    var child = pid_t()
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #elseif canImport(Glibc)
      var attributes = posix_spawnattr_t()
    #else
      var attributes = unsafe posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // A group of its own, so it can be ended with the programs that it starts. The threads of tasks block signals, and
    // a shell that inherits that waits forever.
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    let code = unsafe withCStrings([name] + arguments) { argv in
      unsafe withCStrings(variables.map { "\($0)=\($1)" }) { envp in
        unsafe posix_spawnp(&child, name, &actions, &attributes, argv, envp)
      }
    }
    output.closeWritingEnd()
    errors.closeWritingEnd()
    guard code == 0 else { throw Failure(code: code) }
    return child
  }

  /// Passes strings as a null-terminated array of C strings.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe pointers.forEach { unsafe free($0) } }
    unsafe pointers.append(nil)
    return unsafe body(pointers)
  }

  /// The output of a program.
  private struct Pipe {
    private var readingEnd: Int32
    private(set) var writingEnd: Int32
    /// Whether there may be more to read.
    private(set) var isOpen = true

    init() throws(Failure) {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else { throw Failure(code: errno) }
      // A program that another thread starts would keep the pipe open.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (readingEnd, writingEnd) = (ends[0], ends[1])
    }

    /// Waits until one of the pipes has something to read, or has ended.
    static func wait(for pipes: [Pipe], milliseconds: Int32) -> Bool {
      var states = pipes.filter { $0.isOpen }.map {
        pollfd(fd: $0.readingEnd, events: Int16(POLLIN), revents: 0)
      }
      return unsafe poll(&states, nfds_t(states.count), milliseconds) > 0
    }

    /// Reads without waiting; nil if there is nothing to read yet. The end of the program's output closes the pipe.
    mutating func next() -> [UInt8]? {
      guard isOpen, Self.wait(for: [self], milliseconds: 0) else { return nil }
      var code: Int32 = 0
      let descriptor = readingEnd
      let part = unsafe [UInt8](unsafeUninitializedCapacity: partSize) { buffer, count in
        let size = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        if size < 0 { code = errno }
        count = max(0, size)
      }
      if part.isEmpty, code != EINTR { isOpen = false }
      return part
    }

    mutating func closeWritingEnd() {
      if writingEnd >= 0 { close(writingEnd) }
      writingEnd = -1
    }

    mutating func closeEnds() {
      closeWritingEnd()
      if readingEnd >= 0 { close(readingEnd) }
      readingEnd = -1
    }
  }
}
