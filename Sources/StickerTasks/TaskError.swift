internal import StickerFiles
public import StickerPacks
public import SystemLibraries

/// The reason a task ended without a result.
public enum TaskError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The packs cannot be found or linted.
  case lint(LintError)
  /// The input, the output or the options cannot be used.
  case invalid(reason: String)
  /// The system refused to read or write a file, or an image cannot be used.
  case failed(reason: String)
  /// The task was cancelled.
  case cancelled

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .lint(let error): error.description
    case .invalid(let reason), .failed(let reason): reason
    case .cancelled: "cancelled"
    }
  }

  /// The error of a step of a task. The system failed if it refused to read or write. All other errors of the
  /// libraries are about the input, the output or the options.
  ///
  /// - Parameter action: the action that failed if it is another error, such as `encode the page`.
  init(_ error: any Error, action: String = "finish") {
    switch error {
    case let error as TaskError: self = error
    case LintError.cancelled, BundleError.cancelled, is CancellationError:
      self = .cancelled
    case let error as LintError: self = .lint(error)
    case OutputError.unwritable, OutputError.archiveNotReplaced, OutputError.editsKept,
      BundleError.unreadable, BundleError.unwritable:
      self = .failed(reason: "\(error)")
    case is OutputError, is BundleError: self = .invalid(reason: "\(error)")
    default: self = .failed(reason: "cannot \(action): \(error)")
    }
  }
}

extension TaskError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
