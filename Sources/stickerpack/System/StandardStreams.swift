internal import SystemLibraries

// Unsafe: the path that `open` gets is a literal.

/// Standard input, output and error, which the caller may have closed (`>&-`).
enum StandardStreams {
  /// Occupies the numbers of closed streams, so no file gets them: a report would be written to it.
  /// Reading standard input and writing standard output still fail. What is written to standard error, even
  /// by the system's libraries, is dropped.
  static func occupy() {
    let modes = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    for (stream, mode) in modes where fcntl(stream, F_GETFD) < 0 {
      // The system assigns the lowest free number, which is this one: those below it are open.
      _ = unsafe open("/dev/null", mode)
    }
  }
}
