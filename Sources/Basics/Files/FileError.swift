/// A failure to read a file.
package enum FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A system call failed; the reason is part of a sentence.
  case system(String)
  /// The path names a folder, a pipe or a device.
  case notRegularFile
  /// The file is larger than a limit; both in bytes.
  case tooLarge(size: Int, limit: Int)
  /// The content contradicts itself; the reason is a sentence without a full stop.
  case corrupt(String)

  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .system(let reason), .corrupt(let reason): reason
    case .notRegularFile: "it is not a regular file"
    case .tooLarge(let size, let limit): "it has \(size) bytes (limit: \(limit))"
    }
  }
}
