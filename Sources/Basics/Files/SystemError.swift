internal import SystemLibraries

// Unsafe: `strerror` returns a terminated text, which is copied at once.

/// Describes errors of the operating system, as part of a sentence.
package enum SystemError {
  package static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "the disk is full"
    case EDQUOT: "the disk quota is exceeded"
    case EROFS: "the file system is read-only"
    case EFBIG: "the file is too large"
    case EBADF: "it is closed"
    default: unsafe String(cString: strerror(code)).lowercased()
    }
  }
}
