#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Basics
internal import StickerPacks

/// Reads what has no size before it is read: a pipe, standard input, what the kernel tells.
enum ByteStream {
  /// Why nothing was read.
  struct Failure: Error {
    /// In words for people, one part of a sentence.
    var reason: String
  }

  /// All bytes of a file, a pipe or a device, at most `limit`.
  static func bytes(of file: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(reason: SystemError.reason(errno)) }
    defer { close(descriptor) }
    return try bytes(from: descriptor, limit: limit)
  }

  /// All bytes up to the end, at most `limit`.
  static func bytes(from descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(reason: SystemError.reason(errno)) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw Failure(reason: "it has over \(limit) bytes") }
    }
  }
}
