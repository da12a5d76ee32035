internal import SystemLibraries

extension SystemError {
  /// The reason for an error that Foundation threw.
  package static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    if let code = (error.underlying as? POSIXError)?.code { return reason(code.rawValue) }
    return error.code == .fileWriteOutOfSpace ? reason(ENOSPC) : "\(error)"
  }
}
