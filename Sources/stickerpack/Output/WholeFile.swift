#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import Basics
internal import StickerPacks

/// Writes files atomically.
enum WholeFile {
  /// Writes or replaces a file. A symbolic link is refused, because it could redirect the write to
  /// another file. Devices and pipes such as /dev/stdout are written to, not replaced.
  static func write(_ bytes: [UInt8], to path: FilePath) throws(CommandError) {
    let isStream = path.exists && !path.isFile
    guard isStream || !path.isLink else {
      throw CommandError(
        message: "\(path) is a symbolic link; name the file itself", status: .usage)
    }
    do {
      try Data(bytes).write(to: URL(filePath: path.string), options: isStream ? [] : .atomic)
    } catch {
      throw CommandError(
        message: "cannot write \(path): \(SystemError.reason(error))", status: .failed)
    }
  }
}
