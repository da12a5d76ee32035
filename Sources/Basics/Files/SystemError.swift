#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Why the operating system refused something, in words for people: one part of a sentence.
package enum SystemError {
  /// The reason behind `errno`.
  package static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "the disk is full"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the file system is read-only"
    case EFBIG: "the file is larger than it may be"
    default: unsafe String(cString: strerror(code)).lowercased()
    }
  }

  /// The reason behind an error that Foundation threw.
  package static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    if let code = (error.underlying as? POSIXError)?.code { return reason(code.rawValue) }
    return error.code == .fileWriteOutOfSpace ? reason(ENOSPC) : "\(error)"
  }
}
