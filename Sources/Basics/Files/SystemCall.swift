internal import SystemLibraries

/// A system call that changes the file system.
///
/// All such calls of `StickerFiles` go through here, so tests can make each of them fail, or stop at it as if the
/// program was killed: then all further ones fail, too, and nothing changes after that.
package enum SystemCall: Sendable {
  case attributes, create, folder, link, remove, rename, swap, sync, truncate, write

  /// Asked before each call: returns the error number with which the call fails without any effect, or 0. Only tests
  /// set it.
  @TaskLocal package static var fault: (@Sendable (SystemCall) -> Int32)?

  /// Makes the call, whose result is negative if it fails. Returns the error number, or 0.
  package func run(_ call: () -> Int32) -> Int32 {
    if let code = Self.fault?(self), code != 0 { return code }
    return call() < 0 ? errno : 0
  }

  /// The most bytes that are written at once. In tests a half, so a write can end in the middle.
  static func partSize(of count: Int) -> Int { fault == nil ? count : (count + 1) / 2 }
}
