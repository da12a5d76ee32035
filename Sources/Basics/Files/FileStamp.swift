#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What the system says about a file without reading it: while this stays, so do the bytes.
package struct FileStamp: Sendable, Equatable {
  /// When the content was last changed, in whole seconds since 1970.
  package let seconds: Int
  /// The file's size, in bytes.
  package let size: Int
  /// Whether it is a regular file, and no link to one.
  package let isFile: Bool
  private let nanoseconds: Int
  private let identity: UInt64
  private let status: Int

  /// The stamp of a file or a folder; nil where there is nothing.
  ///
  /// - Parameter followsLinks: whether a link's own stamp is of no interest.
  package init?(of path: String, followingLinks followsLinks: Bool = true) {
    var status = stat()
    let code = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    guard code == 0 else { return nil }
    #if canImport(Darwin)
      let (content, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (content, change) = (status.st_mtim, status.st_ctim)
    #endif
    seconds = content.tv_sec
    nanoseconds = content.tv_nsec
    self.status = change.tv_sec &* 1_000_000_000 &+ change.tv_nsec
    size = Int(status.st_size)
    isFile = status.st_mode & S_IFMT == S_IFREG
    identity = UInt64(status.st_ino)
  }
}
