/// An event of a running task, for programs that show its progress.
public enum TaskEvent: Sendable {
  /// The work that a task is doing.
  public enum Work: String, Sendable {
    case checking, fixing, comparing, fitting, building, drawing, verifying
  }

  /// A number of files, of all that the work is about, are finished.
  case progress(Work, done: Int, total: Int)
  /// The work on a file begins.
  case began(file: String)
  /// A result is smaller than its file by a number of bytes.
  case saved(bytes: Int)
}

/// Receives the events of a task, on any thread.
public typealias TaskObserver = @Sendable (TaskEvent) -> Void
