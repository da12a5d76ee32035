internal import StickerBundles
internal import StickerFiles
public import StickerPacks

/// Why a task ended without a result.
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

  init(_ error: LintError) { self = error == .cancelled ? .cancelled : .lint(error) }

  /// The system failed if it refused to read or write. All other errors are about the output.
  init(_ error: OutputError) {
    switch error {
    case .invalid, .archiveTooLarge, .changed: self = .invalid(reason: error.description)
    case .unwritable, .archiveNotReplaced, .editsKept: self = .failed(reason: error.description)
    }
  }

  /// The system failed if it refused to read or write a file. All other errors are about the bundle.
  init(_ error: BundleError) {
    switch error {
    case .cancelled: self = .cancelled
    case .unreadable, .unwritable: self = .failed(reason: error.description)
    default: self = .invalid(reason: error.description)
    }
  }
}
